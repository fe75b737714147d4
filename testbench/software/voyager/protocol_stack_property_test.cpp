// SPDX-License-Identifier: Apache-2.0
// A protocol stack under random packets, against a simulation that goes picosecond by picosecond and knows neither
// regions nor processors' jobs nor when anything ends.
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/voyager/protocol_stack.h>

#include "support/child_process.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

/// A packet from the network, or to be sent; its sequence number is its place among all.
struct PacketShot {
  Time at = 0;
  std::uint32_t stream = 0;
  unsigned bytes = 0;
  bool sends = false;
};
std::ostream& operator<<(std::ostream& out, const PacketShot& shot) {
  return out << "[" << shot.at << ": " << shot.bytes << " B of " << shot.stream << (shot.sends ? " to send]" : "]");
}

struct StackCase {
  ProtocolStack::Config config;
  std::uint64_t processors = 1;
  Time file = 0;       ///< ps of the application's own work on a packet of stream 1
  bool relay = false;  ///< what is received of stream 2 is sent
  std::vector<PacketShot> shots;
};

constexpr Time stack_end = 40 * nanosecond;

/// What became of the packets, and how long processors were at work.
struct StackEnds {
  std::vector<std::tuple<Time, char, std::size_t>> ends;
  std::uint64_t source = 0;
  std::uint64_t interface = 0;
  std::uint64_t socket = 0;
  double kernel = 0;  ///< ps, all processors
  double user = 0;

  /// "12r3" is packet 3 read at 12 ps, "14s3" sent.
  std::string text() {
    std::sort(ends.begin(), ends.end());
    std::ostringstream text;
    for (const auto& [at, what, packet] : ends) text << at << what << packet << " ";
    text << "source " << source << " interface " << interface << " socket " << socket;
    return text.str();
  }
};

/// Who is where, in each picosecond.
class SteppedStack {
 public:
  explicit SteppedStack(const StackCase& drawn) : case_(drawn) {}

  StackEnds run() {
    for (Time now = 0; now < stack_end; ++now) {
      bring(now);
      do {
        finish(now);
        admit(now);
        dispatch();
      } while (one_is_over());
      go_on();
    }
    return ends_;
  }

 private:
  struct Work {
    std::size_t packet = 0;
    bool sends = false;
    Time came = 0;
  };
  struct Kernel {
    std::size_t packet = 0;
    Time left = 0;
  };

  const PacketShot& shot(std::size_t packet) const { return case_.shots[packet]; }
  Time receive_work(std::size_t packet) const {
    return case_.config.receive.packet + case_.config.receive.byte * shot(packet).bytes;
  }
  void sort(std::vector<std::size_t>& packets) const {
    std::sort(packets.begin(), packets.end(), [this](std::size_t one, std::size_t other) {
      return std::make_pair(shot(one).stream, one) < std::make_pair(shot(other).stream, other);
    });
  }
  void queue(const Work& work) {
    const auto order = [this](const Work& each) {
      return std::make_tuple(each.came, each.sends, shot(each.packet).stream, each.packet);
    };
    work_.insert(std::find_if(work_.begin(), work_.end(), [&](const Work& each) { return order(work) < order(each); }),
                 work);
  }
  /// Bytes that wait to be read, or to be sent of a stream; also those of the thread's packet until it has run.
  std::uint64_t waiting(bool sends, std::uint32_t stream) const {
    std::uint64_t bytes = 0;
    const auto add = [&](const Work& each) {
      if (each.sends == sends && (!sends || shot(each.packet).stream == stream)) bytes += shot(each.packet).bytes;
    };
    for (const Work& each : work_) add(each);
    if (has_work_ && !begun_) add(at_work_);
    return bytes;
  }

  void bring(Time now) {
    for (std::size_t i = 0; i < case_.shots.size(); ++i)
      if (shot(i).at == now) (shot(i).sends ? to_send_ : from_network_).push_back(i);
  }
  void finish(Time now) {
    for (const Kernel& each : in_kernel_)
      if (each.left == 0) to_socket_.push_back(each.packet);
    const auto over = [](const Kernel& each) { return each.left == 0; };
    in_kernel_.erase(std::remove_if(in_kernel_.begin(), in_kernel_.end(), over), in_kernel_.end());
    if (!running_ || left_ > 0) return;
    running_ = has_work_ = false;
    ends_.ends.emplace_back(now, at_work_.sends ? 's' : 'r', at_work_.packet);
    if (!at_work_.sends && case_.relay && shot(at_work_.packet).stream == 2) to_send_.push_back(at_work_.packet);
  }
  void admit(Time now) {
    sort(from_network_);
    for (const std::size_t packet : from_network_)
      if (for_kernel_.size() + in_kernel_.size() < case_.config.interrupts + case_.processors)
        for_kernel_.push_back(packet);
      else
        ++ends_.interface;
    sort(to_socket_);
    for (const std::size_t packet : to_socket_)
      if (waiting(false, 0) + shot(packet).bytes <= case_.config.socket)
        queue({packet, false, now});
      else
        ++ends_.socket;
    sort(to_send_);
    for (const std::size_t packet : to_send_)
      if (waiting(true, shot(packet).stream) + shot(packet).bytes <= case_.config.socket)
        queue({packet, true, now});
      else
        ++ends_.source;
    from_network_.clear();
    to_socket_.clear();
    to_send_.clear();
    if (!has_work_ && !work_.empty()) take_work();
  }
  void take_work() {
    at_work_ = work_.front();
    work_.pop_front();
    has_work_ = true;
    begun_ = false;
    const PacketShot& its = shot(at_work_.packet);
    const Time receive = receive_work(at_work_.packet);
    const Time send = case_.config.send.packet + case_.config.send.byte * its.bytes;
    left_ = at_work_.sends ? send : receive - case_.config.kernel_part(receive);
    if (its.stream == 1) left_ += case_.file;
    // Spread evenly over its work.
    of_kernel_ = at_work_.sends ? static_cast<double>(case_.config.kernel_part(send)) / static_cast<double>(left_) : 0;
  }
  void dispatch() {
    while (!for_kernel_.empty() && in_kernel_.size() < case_.processors) {
      in_kernel_.push_back({for_kernel_.front(), case_.config.kernel_part(receive_work(for_kernel_.front()))});
      for_kernel_.pop_front();
    }
    running_ = has_work_ && in_kernel_.size() < case_.processors;
    begun_ = begun_ || running_;
  }
  bool one_is_over() const {
    return (running_ && left_ == 0) ||
           std::any_of(in_kernel_.begin(), in_kernel_.end(), [](const Kernel& each) { return each.left == 0; });
  }
  void go_on() {
    for (Kernel& each : in_kernel_) --each.left;
    ends_.kernel += static_cast<double>(in_kernel_.size());
    if (!running_) return;
    --left_;
    ends_.kernel += of_kernel_;
    ends_.user += 1 - of_kernel_;
  }

  StackCase case_;
  std::vector<std::size_t> from_network_;  ///< in this instant, as the next two
  std::vector<std::size_t> to_socket_;
  std::vector<std::size_t> to_send_;
  std::deque<std::size_t> for_kernel_;
  std::vector<Kernel> in_kernel_;
  std::deque<Work> work_;
  Work at_work_;
  bool has_work_ = false;
  bool begun_ = false;
  bool running_ = false;
  Time left_ = 0;
  double of_kernel_ = 0;  ///< of each picosecond of at_work_
  StackEnds ends_;
};

class DrawnFiles final : public ProtocolStack::Application {
 public:
  explicit DrawnFiles(Time work) : work_(work) {}
  Time work_of(const Payload& packet) const override { return tag_of(packet).stream == 1 ? work_ : 0; }
  std::uint32_t stream_numbers() const override { return 3; }

 private:
  Time work_;
};

class NotedEnds final : public Inlet {
 public:
  NotedEnds(StackEnds& ends, char what) : ends_(ends), what_(what) {}
  void accept(Payload& packet, Time now) override {
    ends_.ends.emplace_back(now, what_, tag_of(packet).sequence);
    if (relay != nullptr && tag_of(packet).stream == 2) relay->accept(packet, now);
  }
  Inlet* relay = nullptr;

 private:
  StackEnds& ends_;
  char what_;
};

/// The library's, all of an instant called in its order or backwards; in a second line the work.
std::string ends_by_the_stack(const StackCase& drawn, bool backwards) {
  Region region("region");
  MessagePool pool(1);
  const Domain domain{region, pool, Phases::shortcut};
  Script script("script", region);
  Processor processor("processor", domain, {drawn.processors});
  const DrawnFiles files(drawn.file);
  ProtocolStack stack("stack", domain, drawn.config, processor, 4, &files);
  StackEnds ends;
  NotedEnds received(ends, 'r');
  NotedEnds sent(ends, 's');
  if (drawn.relay) received.relay = &stack.send.inlet();
  InletPort received_port("received", received);
  InletPort sent_port("sent", sent);
  stack.received.bind(received_port);
  stack.sent.bind(sent_port);
  std::vector<std::pair<Time, std::function<void()>>> calls;
  for (std::size_t i = 0; i < drawn.shots.size(); ++i)
    calls.emplace_back(drawn.shots[i].at, [&, i] {
      const PacketShot& shot = drawn.shots[i];
      Message& packet = pool.allocate(0, 1);
      packet.set_data_length(shot.bytes);
      packet.tag() = Tag();
      packet.tag().stream = shot.stream;
      packet.tag().sequence = i;
      (shot.sends ? stack.send : stack.arrived).inlet().accept(packet, region.now());
      packet.release();
    });
  if (backwards) std::reverse(calls.begin(), calls.end());
  for (auto& [time, call] : calls) script.at(time, std::move(call));
  simulate_to(region, stack_end);
  if (pool.outstanding() > 0 || stack.inside() > 0) return "packets are left";
  ends.source = stack.dropped(ProtocolStack::Place::source);
  ends.interface = stack.dropped(ProtocolStack::Place::interface);
  ends.socket = stack.dropped(ProtocolStack::Place::socket);
  const auto of_network = [](const PacketShot& shot) { return !shot.sends; };
  const auto came = static_cast<std::uint64_t>(std::count_if(drawn.shots.begin(), drawn.shots.end(), of_network));
  if (stack.packets_arrived() != came || came != stack.packets_received() + ends.interface + ends.socket ||
      stack.packets_to_send() != stack.packets_sent() + ends.source)
    return "packets are lost";
  ReplicationRecord record;
  StatisticSink sink(record, 0, stack_end);
  stack.report(sink);  // and that nothing is lost
  const double of_processors = static_cast<double>(stack_end * drawn.processors);
  std::ostringstream text;
  text.precision(17);
  text << ends.text() << "\n"
       << record.components.at("stack").at("kernel") * of_processors << " "
       << record.components.at("stack").at("user") * of_processors;
  return text.str();
}

RC_GTEST_PROP(ProtocolStackProperty, packetsEndAsStepByStep, ()) {
  StackCase drawn;
  drawn.config.receive = {*rc::gen::inRange<std::uint64_t>(0, 40), *rc::gen::inRange<std::uint64_t>(0, 4)};
  drawn.config.send = {*rc::gen::inRange<std::uint64_t>(0, 40), *rc::gen::inRange<std::uint64_t>(0, 4)};
  drawn.config.kernel_share = *rc::gen::element<std::uint64_t>(0, 200'000, 500'000, 900'000, 1'000'000);
  drawn.config.socket = *rc::gen::inRange<std::uint64_t>(5, 60);
  drawn.config.interrupts = *rc::gen::inRange<std::uint64_t>(1, 5);
  drawn.processors = *rc::gen::element<std::uint64_t>(1, 1, 2, 3);
  drawn.file = *rc::gen::inRange<Time>(0, 30);
  drawn.relay = *rc::gen::arbitrary<bool>();
  // From all at once to one after the other.
  const Time span = *rc::gen::element<Time>(1, 50, 500, 5000);
  drawn.shots = *rc::gen::container<std::vector<PacketShot>>(rc::gen::apply(
      [](Time at, std::uint32_t stream, unsigned bytes, bool sends) {
        return PacketShot{at, stream, bytes, sends};
      },
      rc::gen::inRange<Time>(0, span), rc::gen::inRange(0u, 4u), rc::gen::inRange(1u, 11u),
      rc::gen::weightedElement<bool>({{2, false}, {1, true}})));
  const bool backwards = *rc::gen::arbitrary<bool>();
  std::istringstream by_stack(run_in_child([&] { return ends_by_the_stack(drawn, backwards); }));
  StackEnds stepped = SteppedStack(drawn).run();
  std::string ends;
  std::getline(by_stack, ends);
  RC_ASSERT(ends == stepped.text());
  double in_kernel = 0;
  double in_user = 0;
  RC_ASSERT(static_cast<bool>(by_stack >> in_kernel >> in_user));
  // What the kernel has of a packet that is sent is rounded down each time that the packet is held up.
  const double rounded = 2 * static_cast<double>(drawn.shots.size()) + 3;
  RC_ASSERT(std::abs(in_kernel - stepped.kernel) < rounded);
  RC_ASSERT(std::abs(in_user - stepped.user) < rounded);
  // Both are whole picoseconds of a processor.
  RC_ASSERT(std::abs(in_kernel + in_user - stepped.kernel - stepped.user) <
            0.01 + 2 * static_cast<double>(drawn.processors));
}

}  // namespace
}  // namespace isochron::testbench
