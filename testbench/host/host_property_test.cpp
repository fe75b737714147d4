// SPDX-License-Identifier: Apache-2.0
// A host and its adapters under random jobs and chunks, against a simulation that goes picosecond by picosecond and
// knows neither regions nor when anything ends.
#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/host/host_adapter.h>

#include "support/child_process.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

/// A job of the host; its key is its place among all.
struct HostShot {
  Time at = 0;
  Time work = 0;
  bool send = false;
};
std::ostream& operator<<(std::ostream& out, const HostShot& shot) {
  return out << "[" << shot.at << ": " << shot.work << (shot.send ? " send]" : "]");
}

/// A chunk of a disk.
struct ChunkShot {
  Time at = 0;
  unsigned adapter = 0;
  unsigned disk = 0;
  unsigned bytes = 0;
};
std::ostream& operator<<(std::ostream& out, const ChunkShot& shot) {
  return out << "[" << shot.at << ": " << shot.bytes << " B of " << shot.adapter << "." << shot.disk << "]";
}

struct HostCase {
  Host::Config host;
  std::vector<HostAdapter::Config> adapters;
  std::vector<HostShot> jobs;
  std::vector<ChunkShot> chunks;
};

constexpr unsigned disks_of_one = 3;

/// Ends of all jobs and chunks, and how long the host was stopped.
struct HostEnds {
  std::vector<Time> jobs;
  std::vector<Time> chunks;
  Time stopped = 0;

  std::string text() const {
    std::ostringstream text;
    for (const Time end : jobs) text << end << " ";
    text << "| ";
    for (const Time end : chunks) text << end << " ";
    text << "| " << stopped;
    return text.str();
  }
};

/// Whoever is being served, and those who wait.
struct FluidServer {
  static constexpr std::size_t none = ~std::size_t{0};
  std::size_t served = none;
  std::uint64_t left = 0;  ///< billionths of a picosecond at full speed
  std::uint64_t pace = 0;
  std::deque<std::size_t> queue;

  bool busy() const { return served != none; }
  /// Who is done at the beginning of a picosecond, or none.
  std::size_t end() { return busy() && left == 0 ? std::exchange(served, none) : none; }
  bool begin() {
    if (busy() || queue.empty()) return false;
    served = queue.front();
    queue.pop_front();
    return true;
  }
  void go_on() { left -= std::min(left, pace); }
};

class FluidHost {
 public:
  explicit FluidHost(const HostCase& drawn) : case_(drawn), adapters_(drawn.adapters.size()), times_(adapters_.size()) {
    ends_.jobs.assign(drawn.jobs.size(), end_of_time);
    ends_.chunks.assign(drawn.chunks.size(), end_of_time);
  }

  HostEnds run() {
    for (Time now = 0; !over(); ++now) {
      arrive(now);
      while (change(now)) {
      }
      set_paces();
      host_.go_on();
      for (FluidServer& adapter : adapters_) adapter.go_on();
      if (stopped_) ++ends_.stopped;
    }
    return ends_;
  }

 private:
  bool over() const {
    const auto left = [](Time end) { return end == end_of_time; };
    return std::none_of(ends_.jobs.begin(), ends_.jobs.end(), left) &&
           std::none_of(ends_.chunks.begin(), ends_.chunks.end(), left);
  }
  void arrive(Time now) {
    for (std::size_t i = 0; i < case_.jobs.size(); ++i)
      if (case_.jobs[i].at == now) host_.queue.push_back(i);
    for (unsigned disk = 0; disk < disks_of_one; ++disk)
      for (std::size_t i = 0; i < case_.chunks.size(); ++i)
        if (case_.chunks[i].at == now && case_.chunks[i].disk == disk)
          adapters_[case_.chunks[i].adapter].queue.push_back(i);
  }
  bool sending() const {
    const auto sends = [this](std::size_t job) { return case_.jobs[job].send; };
    return (host_.busy() && sends(host_.served)) || std::any_of(host_.queue.begin(), host_.queue.end(), sends);
  }
  /// What ends, and what begins once all that ends in this instant has ended; false: nothing.
  bool change(Time now) {
    bool changed = false;
    if (const std::size_t job = host_.end(); job != FluidServer::none) {
      ends_.jobs[job] = now;
      changed = true;
    }
    for (FluidServer& adapter : adapters_)
      if (const std::size_t chunk = adapter.end(); chunk != FluidServer::none) {
        ends_.chunks[chunk] = now;
        changed = true;
      }
    if (host_.begin()) {
      host_.left = case_.jobs[host_.served].work * PacedWork::full;
      changed = true;
    }
    for (std::size_t a = 0; a < adapters_.size(); ++a) {
      if (!adapters_[a].begin()) continue;
      const HostAdapter::Config& config = case_.adapters[a];
      const std::uint64_t whole = config.hold + (sending() ? config.while_sending : 0);
      // To the nearest picosecond.
      times_[a] = (2 * whole * case_.chunks[adapters_[a].served].bytes + config.chunk) / (2 * config.chunk);
      adapters_[a].left = times_[a] * PacedWork::full;
      changed = true;
    }
    return changed;
  }
  void set_paces() {
    const auto under_way = static_cast<std::uint64_t>(
        std::count_if(adapters_.begin(), adapters_.end(), [](const FluidServer& each) { return each.busy(); }));
    std::uint64_t stolen = 0;
    for (std::size_t a = 0; a < adapters_.size(); ++a) {
      if (!adapters_[a].busy()) continue;
      // Down to the billionth; its steal to the nearest, or all that there is.
      adapters_[a].pace = under_way < 2 ? PacedWork::full : 2000 * case_.adapters[a].shared_rate / under_way;
      const std::uint64_t taken = case_.host.dma * case_.chunks[adapters_[a].served].bytes;
      const std::uint64_t steal =
          taken >= times_[a] ? PacedWork::full : (2 * taken * PacedWork::full + times_[a]) / (2 * times_[a]);
      stolen += steal * adapters_[a].pace / PacedWork::full;
    }
    stopped_ = case_.host.stops && under_way >= 2;
    host_.pace = stopped_ ? 0 : PacedWork::full - std::min(stolen, PacedWork::full);
  }

  HostCase case_;
  FluidServer host_;
  std::vector<FluidServer> adapters_;
  std::vector<Time> times_;  ///< that the chunk on an adapter takes alone
  HostEnds ends_;
  bool stopped_ = false;
};

/// The library's, all of an instant called in its order or backwards.
std::string ends_by_parts(const HostCase& drawn, bool backwards) {
  class OneJob final : public Host::Job {
   public:
    void done(Time now) override { end = now; }
    Time end = end_of_time;
  };
  class Ends final : public Inlet {
   public:
    explicit Ends(std::vector<Time>& ends) : ends_(ends) {}
    void accept(Payload& payload, Time now) override { ends_.at(tag_of(payload).sequence) = now; }

   private:
    std::vector<Time>& ends_;
  };
  Region region("region");
  MessagePool pool(64);
  const Domain domain{region, pool, Phases::shortcut};
  Script script("script", region);
  Host host("host", domain, drawn.host);
  HostEnds ends;
  ends.chunks.assign(drawn.chunks.size(), end_of_time);
  Ends across(ends.chunks);
  std::vector<std::unique_ptr<HostAdapter>> adapters;
  std::vector<std::unique_ptr<TestMaster>> disks;
  std::vector<std::unique_ptr<InletPort>> ports;
  for (unsigned a = 0; a < drawn.adapters.size(); ++a) {
    adapters.push_back(std::make_unique<HostAdapter>(("adapter" + std::to_string(a)).c_str(), domain, drawn.adapters[a],
                                                     disks_of_one, host));
    ports.push_back(std::make_unique<InletPort>(("in" + std::to_string(a)).c_str(), across));
    adapters.back()->across.bind(*ports.back());
    for (unsigned d = 0; d < disks_of_one; ++d) {
      disks.push_back(std::make_unique<TestMaster>(("disk" + std::to_string(disks.size())).c_str(), domain));
      disks.back()->socket.bind(adapters.back()->device(d));
    }
  }
  std::vector<OneJob> jobs(drawn.jobs.size());
  std::vector<std::pair<Time, std::function<void()>>> calls;
  for (std::size_t i = 0; i < drawn.jobs.size(); ++i) {
    const HostShot& shot = drawn.jobs[i];
    calls.emplace_back(shot.at, [&, i] {
      host.run(jobs[i], shot.send ? Host::Kind::send : Host::Kind::other, shot.work, i, region.now());
    });
  }
  for (std::size_t i = 0; i < drawn.chunks.size(); ++i) {
    const ChunkShot& shot = drawn.chunks[i];
    calls.emplace_back(shot.at, [&, i] { disks[shot.adapter * disks_of_one + shot.disk]->write(i, 0, shot.bytes); });
  }
  if (backwards) {
    // But for the chunks of one disk, whose order is theirs.
    const auto chunks = calls.begin() + static_cast<std::ptrdiff_t>(jobs.size());
    std::reverse(calls.begin(), chunks);
    std::rotate(calls.begin(), chunks, calls.end());
  }
  for (auto& [time, call] : calls) script.at(time, std::move(call));
  simulate_to(region, microsecond);
  for (const OneJob& job : jobs) ends.jobs.push_back(job.end);
  ends.stopped = host.stopped().total(microsecond);
  if (pool.outstanding() > 0) return "messages are left";
  return ends.text();
}

RC_GTEST_PROP(HostProperty, jobsAndChunksEndAsInAFluid, ()) {
  HostCase drawn;
  drawn.host.dma = *rc::gen::element<std::uint64_t>(0, 1, 3, 7);
  drawn.host.stops = *rc::gen::arbitrary<bool>();
  const unsigned adapters = *rc::gen::inRange(1u, 5u);
  for (unsigned a = 0; a < adapters; ++a) {
    HostAdapter::Config config;
    config.chunk = *rc::gen::inRange<std::uint64_t>(1, 20);
    config.hold = config.chunk * *rc::gen::inRange<std::uint64_t>(1, 8) + *rc::gen::inRange<std::uint64_t>(0, 3);
    config.while_sending = *rc::gen::inRange<std::uint64_t>(0, 40);
    config.shared_rate =
        *rc::gen::weightedOneOf<std::uint64_t>({{1, rc::gen::element<std::uint64_t>(1'000'000, 500'000, 250'000)},
                                                {1, rc::gen::inRange<std::uint64_t>(100'000, 1'000'001)}});
    drawn.adapters.push_back(config);
  }
  // From all at once to one after the other.
  const Time span = *rc::gen::element<Time>(1, 20, 200, 1000);
  drawn.jobs = *rc::gen::container<std::vector<HostShot>>(rc::gen::apply(
      [](Time at, Time work, bool send) {
        return HostShot{at, work, send};
      },
      rc::gen::inRange<Time>(0, span), rc::gen::inRange<Time>(0, 60), rc::gen::arbitrary<bool>()));
  drawn.chunks = *rc::gen::container<std::vector<ChunkShot>>(rc::gen::apply(
      [](Time at, unsigned adapter, unsigned disk, unsigned bytes) {
        return ChunkShot{at, adapter, disk, bytes};
      },
      rc::gen::inRange<Time>(0, span), rc::gen::inRange(0u, adapters), rc::gen::inRange(0u, disks_of_one),
      rc::gen::inRange(1u, 30u)));
  const bool backwards = *rc::gen::arbitrary<bool>();
  const std::string by_parts = run_in_child([&] { return ends_by_parts(drawn, backwards); });
  RC_ASSERT(by_parts == FluidHost(drawn).run().text());
}

}  // namespace
}  // namespace isochron::testbench
