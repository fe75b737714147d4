// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/network_adapter.h>

#include <algorithm>
#include <string>

#include <isochron/core/error.h>
#include <isochron/observe/timed_wait.h>
#include <isochron/part/indexed.h>
#include <isochron/pcie/queue_statistics.h>

namespace isochron {

namespace {

/// Descriptors lie in a ring of this size, bytes: it stays in caches.
constexpr std::uint64_t descriptor_ring = std::uint64_t{64} << 10;

}  // namespace

NetworkAdapter::NetworkAdapter(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                               Departures& departures, Arrivals& arrivals)
    : MessageRequester(name, domain, MessageRequester::Config{config.tags}, departures, arrivals),
      config_(config),
      port_("port", {}, static_cast<PciePort::Listener&>(*this)),
      reads_(config.mrrs),
      writes_(config.mps),
      events_(*this, domain.region),
      stock_(config.prefetch) {
  for (unsigned i = 0; i < config.ports; ++i)
    lines_.push_back(std::make_unique<Line>(std::string(this->name()) + "." + indexed("line", i), config));
}

NetworkAdapter::~NetworkAdapter() = default;

void NetworkAdapter::ask(Time now) {
  while (has_request()) begin(take_request(), now);
  issue(now);
}

void NetworkAdapter::begin(std::uint32_t number, Time now) {
  if (jobs_.size() <= number) jobs_.resize(number + 1);
  const Tag& tag = slot(number).tag;
  Job& job = jobs_[number] = {};
  std::uint32_t& turn = tag.kind == MessageKind::read_request ? next_out_ : next_in_;
  job.line = turn;
  turn = (turn + 1) % static_cast<std::uint32_t>(lines_.size());
  job.left = tag.bytes;
  job.to_serve = config_.completion;
  if (tag.kind == MessageKind::read_request) {
    job.descriptors = config_.descriptor == 0 ? 0 : config_.descriptors(tag.bytes);
    events_.push(now + config_.doorbell, {Step::known, number, 0});
    return;
  }
  job.to_serve += tag.bytes;
  Line& line = *lines_[job.line];
  line.incoming.push(number);
  receive(line, now);
}

void NetworkAdapter::due(const Event& event, Time now) {
  switch (event.step) {
    case Step::known:
      known_.push(event.number);
      break;
    case Step::sent: {
      Job& job = jobs_[event.number];
      lines_[job.line]->wire.sent(event.bytes, now);
      job.left -= event.bytes;
      if (job.left == 0) transmitted(event.number, now);
      break;
    }
    case Step::came: {
      Job& job = jobs_[event.number];
      Line& line = *lines_[job.line];
      line.wire.received(event.bytes, now);
      write_frame(event.number, event.bytes, now);
      job.left -= event.bytes;
      if (job.left == 0) {
        line.incoming.pop();
        if (config_.completion > 0) write_completion(event.number, now);
      }
      receive(line, now);
      break;
    }
    case Step::left: {
      Line& line = *lines_[event.number];
      line.wire.written(event.bytes, now);
      receive(line, now);
      break;
    }
  }
  domain_.region.request(*this);
}

void NetworkAdapter::issue(Time now) {
  wants_tag_ = false;
  for (;;) {
    if (!known_.empty() && config_.descriptor == 0 && working_ < config_.prefetch) {
      const std::uint32_t number = known_.pop();
      start(number, now);
      lines_[jobs_[number].line]->to_read.push(number);
      continue;
    }
    const bool for_buffers = home_.known && stock_ + stock_asked_ + config_.descriptors_per_read <= config_.prefetch;
    const bool for_transfers = !for_buffers && may_read_descriptors();
    Line* const line = for_buffers || for_transfers ? nullptr : next_line();
    if (!for_buffers && !for_transfers && line == nullptr) break;
    if (!has_tag()) {
      wants_tag_ = true;
      break;
    }
    if (for_buffers)
      refill(now);
    else if (for_transfers)
      read_descriptors(now);
    else
      read_data(*line, now);
  }
  note_wait(now);
}

void NetworkAdapter::read(Message& message, std::uint64_t bytes, std::uint64_t address, Time now) {
  Tag& tag = message.tag();
  tag.kind = MessageKind::read_request;
  tag.requested = static_cast<std::uint32_t>(bytes);
  tag.data_offset = address;
  tag.last = false;
  take_tag(now);
  port_.send(message, now);
}

std::uint64_t NetworkAdapter::next_descriptor(std::uint64_t bytes) {
  if (descriptor_at_ % RequestCut::page + bytes > RequestCut::page)
    descriptor_at_ = (descriptor_at_ / RequestCut::page + 1) * RequestCut::page;
  const std::uint64_t at = descriptor_at_ % descriptor_ring;
  descriptor_at_ = at + bytes;
  return at;
}

void NetworkAdapter::refill(Time now) {
  const std::uint64_t bytes = config_.descriptors_per_read * config_.descriptor;
  Message& message = domain_.pool.allocate(home_.address, 1);
  static_cast<Tag&>(message.tag()) = home_.tag;
  message.tag().bytes = 1;
  message.tag().offset = receive_descriptors;
  stock_asked_ += config_.descriptors_per_read;
  read(message, bytes, next_descriptor(bytes), now);
}

bool NetworkAdapter::may_read_descriptors() const {
  if (known_.empty() || config_.descriptor == 0) return false;
  // Not before as many may begin as a request brings: else each that ends would have a request of its own follow.
  const std::uint64_t wanted = std::min<std::uint64_t>(config_.descriptors_per_read, known_.size());
  return jobs_[known_.front()].has_begun || working_ + wanted <= config_.prefetch;
}

void NetworkAdapter::start(std::uint32_t number, Time now) {
  jobs_[number].has_begun = true;
  ++working_;
  begin_request(number, now);
}

void NetworkAdapter::read_descriptors(Time now) {
  const std::uint32_t first = known_.front();
  Job& job = jobs_[first];
  if (!job.has_begun) start(first, now);
  std::uint64_t count = std::min(job.descriptors, config_.descriptors_per_read);
  std::uint64_t transfers = 1;
  job.descriptors -= count;
  ++job.reads;
  if (job.descriptors == 0) {
    known_.pop();
    // Those of transfers behind it come with its last ones, as far as the request reaches.
    for (std::uint32_t last = first; !known_.empty() && working_ < config_.prefetch; ++transfers) {
      const std::uint32_t number = known_.front();
      Job& next = jobs_[number];
      if (count + next.descriptors > config_.descriptors_per_read || slot(number).address != slot(first).address) break;
      known_.pop();
      start(number, now);
      count += next.descriptors;
      next.descriptors = 0;
      ++next.reads;
      jobs_[last].next = number;
      last = number;
    }
  }
  Message& message = message_of(first, transmit_descriptors, 1);
  message.tag().sequence = transfers;
  const std::uint64_t bytes = count * config_.descriptor;
  read(message, bytes, next_descriptor(bytes), now);
}

void NetworkAdapter::descriptors_arrived(const Tag& tag, Time now) {
  if (tag.offset == receive_descriptors) {
    stock_ += config_.descriptors_per_read;
    stock_asked_ -= config_.descriptors_per_read;
    for (const auto& line : lines_) receive(*line, now);
    return;
  }
  std::uint32_t number = tag.stream;
  for (std::uint64_t i = 0; i < tag.sequence; ++i) {
    Job& job = jobs_[number];
    if (--job.reads == 0 && job.descriptors == 0) lines_[job.line]->to_read.push(number);
    number = job.next;
  }
}

NetworkAdapter::Line* NetworkAdapter::next_line() {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::size_t number = (turn_ + i) % lines_.size();
    Line& line = *lines_[number];
    if (line.to_read.empty()) continue;
    const Job& job = jobs_[line.to_read.front()];
    const Tag& tag = slot(line.to_read.front()).tag;
    if (!line.wire.has_transmit_room(reads_.next(tag.data_offset + job.asked, tag.bytes - job.asked))) continue;
    turn_ = number;
    return &line;
  }
  return nullptr;
}

void NetworkAdapter::read_data(Line& line, Time now) {
  const std::uint32_t number = line.to_read.front();
  Job& job = jobs_[number];
  const Tag& transfer = slot(number).tag;
  const std::uint64_t address = transfer.data_offset + job.asked;
  const std::uint64_t bytes = reads_.next(address, transfer.bytes - job.asked);
  Message& message = message_of(number, job.asked, 1);
  job.asked += bytes;
  if (job.asked == transfer.bytes) line.to_read.pop();
  line.wire.expect(bytes, now);
  turn_ = (turn_ + 1) % lines_.size();
  read(message, bytes, address, now);
}

void NetworkAdapter::tlp_arrived(PciePort& port, Payload& packet, Time now) {
  const Tag tag = tag_of(packet);
  port.release(Tlp::of(packet), now);
  packet.release();
  if (tag.kind != MessageKind::response)
    throw ModelError(std::string(name()) + " has no memory that others could read or write");
  if (tag.last) return_tag(now);
  if (tag.offset >= first_mark) {
    if (tag.last) descriptors_arrived(tag, now);
    return;
  }
  jobs_[tag.stream].arrived += tag.bytes;
  send_frames(tag.stream, now);
}

std::uint64_t NetworkAdapter::frame(std::uint64_t from, std::uint64_t bytes) const {
  return std::min({config_.frame_payload, config_.segment - from % config_.segment, bytes - from});
}

void NetworkAdapter::send_frames(std::uint32_t number, Time now) {
  // Completions of a transfer are counted, whichever of its requests they answer: they come in order, or nearly.
  Job& job = jobs_[number];
  const std::uint64_t all = slot(number).tag.bytes;
  while (job.framed < all) {
    const std::uint64_t bytes = frame(job.framed, all);
    if (job.framed + bytes > job.arrived) return;
    job.framed += bytes;
    events_.push(lines_[job.line]->wire.send(bytes, now), {Step::sent, number, bytes});
  }
}

void NetworkAdapter::transmitted(std::uint32_t number, Time now) {
  --working_;
  if (config_.completion > 0)
    write_completion(number, now);
  else
    count_served(number, slot(number).tag.bytes, now);
}

void NetworkAdapter::receive(Line& line, Time now) {
  if (line.wire.is_receiving() || line.incoming.empty()) return;
  const std::uint32_t number = line.incoming.front();
  Job& job = jobs_[number];
  const Slot& transfer = slot(number);
  const std::uint64_t bytes = frame(job.framed, transfer.tag.bytes);
  const bool takes_descriptor = config_.descriptor > 0 && job.framed % config_.segment == 0;
  if (takes_descriptor && !home_.known) home_ = {true, transfer.tag, transfer.address};
  if ((takes_descriptor && stock_ == 0) || !line.wire.has_receive_room(bytes)) {
    line.wire.pause(now);
    return;
  }
  line.wire.go_on(now);
  if (takes_descriptor) {
    --stock_;
    domain_.region.request(*this);  // for more
  }
  if (job.framed == 0) begin_request(number, now);
  job.framed += bytes;
  events_.push(line.wire.receive(bytes, now), {Step::came, number, bytes});
}

void NetworkAdapter::write_frame(std::uint32_t number, std::uint64_t bytes, Time now) {
  const Tag& transfer = slot(number).tag;
  std::uint64_t offset = transfer.bytes - jobs_[number].left;
  for (const std::uint64_t end = offset + bytes; offset < end;) {
    const std::uint64_t part = writes_.next(transfer.data_offset + offset, end - offset);
    Message& message = message_of(number, offset, part);
    Tag& tag = message.tag();
    tag.requested = static_cast<std::uint32_t>(part);
    tag.data_offset += offset;
    tag.last = false;
    offset += part;
    port_.send(message, now);
  }
}

void NetworkAdapter::write_completion(std::uint32_t number, Time now) {
  Message& message = message_of(number, completion, config_.completion);
  Tag& tag = message.tag();
  tag.kind = MessageKind::write_request;
  tag.requested = tag.bytes;
  tag.data_offset = next_descriptor(tag.bytes);
  tag.last = true;
  port_.send(message, now);
}

void NetworkAdapter::tlp_leaves(PciePort&, const Payload& packet, Time, Time end) {
  const Tag& tag = tag_of(packet);
  if (tag.kind == MessageKind::write_request && tag.offset < first_mark)
    events_.push(end, {Step::left, jobs_[tag.stream].line, tag.bytes});
}

void NetworkAdapter::served(const Tag& tag, std::uint64_t bytes, Time now) {
  const std::uint32_t number = tag.stream;
  Job& job = jobs_[number];
  if (bytes > job.to_serve)
    throw ModelError(std::string(name()) + ": more has been written of a transfer than there is of it");
  job.to_serve -= bytes;
  if (job.to_serve == 0) count_served(number, slot(number).tag.bytes, now);
}

std::uint64_t NetworkAdapter::bytes_sent() const {
  std::uint64_t sum = 0;
  for (const auto& line : lines_) sum += line->wire.bytes_sent();
  return sum;
}

std::uint64_t NetworkAdapter::bytes_received() const {
  std::uint64_t sum = 0;
  for (const auto& line : lines_) sum += line->wire.bytes_received();
  return sum;
}

Time NetworkAdapter::busy_sending(Time end) const {
  Time sum = 0;
  for (const auto& line : lines_) sum += line->wire.busy_sending(end);
  return sum / lines_.size();
}

Statistics<NetworkAdapter> NetworkAdapter::own_statistics() {
  Statistics<NetworkAdapter> table;
  table.rate("transmit_bandwidth", &NetworkAdapter::bytes_sent, "bytes of transfers that have left by all lines");
  table.rate("receive_bandwidth", &NetworkAdapter::bytes_received, "bytes of transfers that have come in by them");
  table.fraction("utilisation", &NetworkAdapter::busy_sending,
                 "fraction of time that a frame leaves, mean of all lines");
  return table;
}

const Statistics<NetworkAdapter>& NetworkAdapter::own_table() {
  static const Statistics<NetworkAdapter> made = own_statistics();
  return made;
}

void NetworkAdapter::start_window(Time now) {
  MessageRequester::start_window(now);
  port_.start_window(now);
  for (const auto& line : lines_) line->wire.start_window(now);
}

void NetworkAdapter::report(StatisticSink& sink) {
  MessageRequester::report(sink);
  own_table().report(*this, sink);
  port_.report(sink);
  for (const auto& line : lines_) line->wire.report(sink);
}

void NetworkAdapter::report_waits(std::vector<Wait>& waits) const {
  MessageRequester::report_waits(waits);
  for (const auto& line : lines_)
    if (const TimeIn& paused = line->wire.paused(); paused.inside())
      waits.push_back(TimedWait::make(line->wire.name(), "room for a frame, and a descriptor", port_.path(), paused,
                                      domain_.region.now()));
}

void NetworkAdapter::list_probes(ProbeList& list) {
  MessageRequester::list_probes(list);
  for (const auto& line : lines_) line->wire.list_probes(list);
}

void NetworkAdapter::start_trace(Time now) {
  MessageRequester::start_trace(now);
  for (const auto& line : lines_) line->wire.start_trace(now);
}

void NetworkAdapter::stop_trace() {
  MessageRequester::stop_trace();
  for (const auto& line : lines_) line->wire.stop_trace();
}

TypeInfo NetworkAdapter::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "A network adapter on PCI Express: it reads from memory what it sends, and writes what comes in";
  describe(info);
  for (const StatisticInfo& one : own_statistics().infos()) info.statistics.push_back(one);
  for (StatisticInfo one : NetworkLine::statistics().infos()) {
    one.name.insert(0, "line[i].");
    info.statistics.push_back(std::move(one));
  }
  info.ports = {{"port", "pcie", "peer", "its link"}};
  describe_queues(info, "port");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
