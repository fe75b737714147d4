// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/protocol_stack.h>

#include <string>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

struct ProtocolStack::Probes {
  NumberProbe interface;
  NumberProbe socket;
  NumberProbe to_send;
  NumberProbe dropped;
};

namespace {

/// Of packets that come, or have come, in one instant.
std::uint64_t order_of(const Payload& packet, bool reads) {
  const Tag& tag = tag_of(packet);
  return std::uint64_t{!reads} << 63 | std::uint64_t{tag.stream} << 40 | tag.sequence;
}

}  // namespace

ProtocolStack::ProtocolStack(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                             Processor& processor, std::uint32_t streams, const Application* application)
    : sc_module(name),
      arrived("arrived", arrived_),
      received("received"),
      send("send", send_),
      sent("sent"),
      region_(domain.region),
      config_(config),
      processor_(processor),
      application_(application),
      to_send_(streams) {
  // Besides those that wait each processor may have one.
  for (std::uint64_t i = 0; i < config_.interrupts + processor_.processors(); ++i) {
    interrupts_.push_back(std::make_unique<Interrupt>(*this));
    free_interrupts_.push_back(interrupts_.back().get());
  }
  region_.join(static_cast<Region::Requester&>(*this), Region::Rank::timer);
}

ProtocolStack::~ProtocolStack() = default;

void ProtocolStack::take_arrived(Payload& packet, Time now) {
  packet.acquire();
  ++total_.arrived;
  ++inside_;
  arrivals_.push(now, order_of(packet, true), &packet);
  region_.request(*this);
}

void ProtocolStack::take_to_send(Payload& packet, Time now) {
  if (tag_of(packet).stream >= to_send_.size())
    throw ModelError(std::string(name()) + ": a packet is to be sent of stream " +
                     std::to_string(tag_of(packet).stream) + " of " + std::to_string(to_send_.size()));
  packet.acquire();
  ++total_.to_send;
  ++inside_;
  sends_.push(now, order_of(packet, false), &packet);
  region_.request(*this);
}

void ProtocolStack::ask(Time now) {
  admit_arrived(now);
  admit_to_socket(now);
  admit_to_send(now);
  let_thread_work(now);
  show(now);
}

void ProtocolStack::admit_arrived(Time now) {
  while (!arrivals_.empty()) {
    Payload& packet = *arrivals_.pop();
    if (free_interrupts_.empty()) {
      drop(packet, Place::interface, now);
      continue;
    }
    Interrupt& interrupt = *free_interrupts_.back();
    free_interrupts_.pop_back();
    interrupt.packet = &packet;
    const Time work = config_.kernel_part(config_.receive_work(packet.get_data_length()));
    processor_.run(interrupt, Processor::Level::kernel, work, order_of(packet, true), false, now);
  }
}

void ProtocolStack::admit_to_socket(Time now) {
  while (!through_.empty()) {
    Payload& packet = *through_.pop();
    if (socket_bytes_ + packet.get_data_length() > config_.socket) {
      drop(packet, Place::socket, now);
      continue;
    }
    socket_bytes_ += packet.get_data_length();
    socket_.change(now, 1);
    work_.push(now, order_of(packet, true), {&packet, true});
  }
}

void ProtocolStack::admit_to_send(Time now) {
  while (!sends_.empty()) {
    Payload& packet = *sends_.pop();
    std::uint64_t& bytes = to_send_[tag_of(packet).stream];
    if (bytes + packet.get_data_length() > config_.socket) {
      drop(packet, Place::source, now);
      continue;
    }
    bytes += packet.get_data_length();
    waiting_.change(now, 1);
    work_.push(now, order_of(packet, false), {&packet, false});
  }
}

Time ProtocolStack::Interrupt::work_done(Time, Time now) {
  owner_.kernel_.change(now, -1);
  owner_.free_interrupts_.push_back(this);
  owner_.through_.push(now, order_of(*packet, true), packet);
  owner_.region_.request(owner_);
  return 0;
}

void ProtocolStack::let_thread_work(Time now) {
  if (thread_.working || work_.empty()) return;
  const Item item = work_.pop();
  const std::uint64_t bytes = item.packet->get_data_length();
  const Time stack_work = item.reads ? config_.receive_work(bytes) : config_.send_work(bytes);
  const Time kernel_work = config_.kernel_part(stack_work);
  thread_.item = item;
  thread_.working = true;
  thread_.begun = false;
  // Of a packet that is read the kernel's part is done.
  thread_.work = item.reads ? stack_work - kernel_work : stack_work;
  thread_.kernel_work = item.reads ? 0 : kernel_work;
  if (application_ != nullptr) thread_.work += application_->work_of(*item.packet);
  processor_.run(thread_, Processor::Level::user, thread_.work, order_of(*item.packet, item.reads), false, now);
}

void ProtocolStack::Thread::dispatched(Time now) {
  since_ = now;
  if (begun) return;
  begun = true;
  owner_.leave_queue(item, now);
}

void ProtocolStack::Thread::settle(Time now) {
  __extension__ typedef unsigned __int128 Wide;
  if (since_ == end_of_time || since_ == now) {
    since_ = end_of_time;
    return;
  }
  const Time ran = now - since_;
  since_ = end_of_time;
  // A processor that stands still holds up what takes no time too.
  const Time in_kernel = work == 0 ? 0 : static_cast<Time>(static_cast<Wide>(ran) * kernel_work / work);
  kernel += in_kernel;
  user += ran - in_kernel;
}

void ProtocolStack::Thread::split(Time now) {
  if (since_ == end_of_time) return;
  settle(now);
  since_ = now;
}

Time ProtocolStack::Thread::work_done(Time, Time now) {
  settle(now);
  working = false;
  owner_.hand_on(item, now);
  owner_.region_.request(owner_);
  return 0;
}

void ProtocolStack::leave_queue(const Item& item, Time now) {
  const std::uint64_t bytes = item.packet->get_data_length();
  if (item.reads) {
    socket_bytes_ -= bytes;
    socket_.change(now, -1);
  } else {
    to_send_[tag_of(*item.packet).stream] -= bytes;
    waiting_.change(now, -1);
  }
  show(now);
}

void ProtocolStack::hand_on(const Item& item, Time now) {
  --inside_;
  ++(item.reads ? total_.received : total_.sent);
  (item.reads ? received : sent).hand_on(*item.packet, now);
  item.packet->release();
}

void ProtocolStack::drop(Payload& packet, Place place, Time now) {
  ++total_.dropped[static_cast<std::size_t>(place)];
  --inside_;
  count_lost(now, packet.get_data_length());
  packet.release();
}

void ProtocolStack::start_window(Time now) {
  kernel_.start_window(now);
  socket_.start_window(now);
  waiting_.start_window(now);
  thread_.split(now);
  thread_.user = thread_.kernel = 0;
  before_ = total_;
}

void ProtocolStack::report(StatisticSink& sink) {
  const std::uint64_t out = total_.received + total_.sent;
  const std::uint64_t lost = dropped(Place::source) + dropped(Place::interface) + dropped(Place::socket);
  if (total_.arrived + total_.to_send != out + lost + inside_)
    throw ModelError(std::string(name()) + ": of " + std::to_string(total_.arrived + total_.to_send) + " packets " +
                     std::to_string(out) + " were handed on, " + std::to_string(lost) + " dropped, and " +
                     std::to_string(inside_) + " are inside");
  thread_.split(sink.end());
  const auto in_window = [this](Place place) {
    return dropped(place) - before_.dropped[static_cast<std::size_t>(place)];
  };
  const Time kernel = static_cast<Time>(kernel_.integral(sink.end())) + thread_.kernel;
  StatisticSink::Part figures = sink.part(name());
  figures.count("received", total_.received - before_.received);
  figures.count("sent", total_.sent - before_.sent);
  figures.count("dropped_source", in_window(Place::source));
  figures.count("dropped_interface", in_window(Place::interface));
  figures.count("dropped_socket", in_window(Place::socket));
  figures.fraction("kernel", kernel / processor_.processors());
  figures.fraction("user", thread_.user / processor_.processors());
  figures.mean("socket_depth", socket_);
  figures.mean("send_depth", waiting_);
}

void ProtocolStack::report_waits(std::vector<Wait>& waits) const {
  if (inside_ > 0) waits.push_back({name(), "work on " + std::to_string(inside_) + " packets", processor_.name()});
}

void ProtocolStack::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->interface, name(), "interface", 0x1ffff,
           "packets that wait for the kernel, or that it works on");
  list.add(own_probes_->socket, name(), "socket", 0xffff'ffff, "bytes that wait to be read");
  list.add(own_probes_->to_send, name(), "to_send", 0xffff'ffff, "packets that wait to be sent");
  list.add(own_probes_->dropped, name(), "dropped", 0xffff'ffff, "packets dropped so far, all places");
}

void ProtocolStack::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void ProtocolStack::show_traced(Time now) {
  probes_->interface.set(now, interrupts_.size() - free_interrupts_.size());
  probes_->socket.set(now, socket_bytes_);
  probes_->to_send.set(now, static_cast<std::uint64_t>(waiting_.level()));
  probes_->dropped.set(now, dropped(Place::source) + dropped(Place::interface) + dropped(Place::socket));
}

TypeInfo ProtocolStack::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "UDP and IP of a node and the application above them: what packets cost, and where they are lost";
  info.source = "Voyager, sections 5.1 and 5.4, Table 4";
  info.ports = {{"arrived", "hand-over", "target", "packets from the network"},
                {"received", "hand-over", "initiator", "the same, once the application has read them"},
                {"send", "hand-over", "target", "packets to be sent"},
                {"sent", "hand-over", "initiator", "the same, to the network"},
                {"processor", Processor::calls, "initiator", "that does the work"},
                {"application", Application::calls, "initiator", "what reads and sends the packets"}};
  info.statistics = {{"received", "1", "packets that the application has read"},
                     {"sent", "1", "packets that were sent"},
                     {"dropped_source", "1", "packets to be sent for which there was no room in the stream's socket"},
                     {"dropped_interface", "1", "packets from the network that found too many waiting for the kernel"},
                     {"dropped_socket", "1", "packets from the network that found the socket full"},
                     {"kernel", "1", "fraction of the processors' time that the stack's kernel work has"},
                     {"user", "1", "fraction of the processors' time that reading and sending has besides"},
                     {"socket_depth", "1", "packets that wait to be read, mean over time"},
                     {"send_depth", "1", "packets that wait to be sent, mean over time"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
