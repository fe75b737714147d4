// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/pcie_requester.h>

#include <algorithm>

#include <isochron/pcie/queue_statistics.h>

namespace isochron {

namespace {

constexpr std::uint64_t cache_line = 64;  ///< bytes
constexpr std::uint64_t flushed = 512;    ///< bytes, at a multiple of which a write needs no flush

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t to) {
  return (bytes + to - 1) / to * to;
}

MessageRequester::Config tags_of(const PcieRequesterConfig& config) {
  return {config.tags};
}

}  // namespace

PcieRequester::PcieRequester(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                             Departures& departures, Arrivals& arrivals)
    : MessageRequester(name, domain, tags_of(config), departures, arrivals),
      config_(config),
      port_("port", {}, static_cast<PciePort::Listener&>(*this)),
      reads_(config.mrrs),
      writes_(config.mps),
      writes_left_(config.writes),
      taking_(*this, domain.region),
      pushing_(*this, domain.region) {
  domain_.region.join(static_cast<Region::Activity&>(*this), Region::Rank::bus);
}

PcieRequester::~PcieRequester() = default;

Time PcieRequester::time_of(const LinkDirection& direction, TlpType type_of, std::uint64_t data) const {
  return direction.rate().time_of(direction.size().overhead(type_of) + data);
}

void PcieRequester::ask(Time now) {
  while (issue(now)) {
  }
}

Time PcieRequester::may_issue(const Slot& slot) const {
  const bool writes = slot.tag.kind == MessageKind::write_request;
  if (writes && sending_.sent > 0) return link_free_;
  return std::max(link_free_, writes ? chunk_free_ : read_free_);
}

bool PcieRequester::issue(Time now) {
  if (!sending_.under_way) {
    if (!has_request()) return false;
    sending_ = {true, next_request(now), 0};
  }
  const Slot& to_send = slot(sending_.slot);
  const bool writes = to_send.tag.kind == MessageKind::write_request;
  if (writes ? writes_left_ == 0 : !has_tag()) return false;  // an answer, or an arrival, asks again
  if (const Time at = may_issue(to_send); at > now) {
    domain_.region.schedule(*this, at);
    return false;
  }
  const std::uint64_t left = to_send.tag.bytes - sending_.sent;
  const std::uint64_t address = to_send.tag.data_offset + sending_.sent;
  send(to_send, (writes ? writes_ : reads_).next(address, left), now);
  return true;
}

void PcieRequester::send(const Slot& transfer, std::uint64_t bytes, Time now) {
  const bool writes = transfer.tag.kind == MessageKind::write_request;
  Message& message = message_of(sending_.slot, sending_.sent, writes ? bytes : 1);
  Tag& tag = message.tag();
  tag.requested = static_cast<std::uint32_t>(bytes);
  tag.data_offset += sending_.sent;
  const bool begins = sending_.sent == 0;
  sending_.sent += bytes;
  const bool ends = sending_.sent == transfer.tag.bytes;
  tag.last = ends;
  sending_.under_way = !ends;
  const std::uint64_t size = rounded_up(transfer.tag.bytes, cache_line);
  const std::uint64_t chunks = rounded_up(size, PcieRequesterConfig::chunk) / PcieRequesterConfig::chunk;
  link_free_ = now + time_of(port_.outgoing(), writes ? TlpType::posted : TlpType::non_posted, writes ? bytes : 0);
  if (writes) {
    --writes_left_;
    if (writes_out_.size() <= sending_.slot) writes_out_.resize(sending_.slot + 1, 0);
    ++writes_out_[sending_.slot];
    if (begins) chunk_free_ = now + config_.write_overhead + chunks * config_.write_chunk;
    if (ends && in_use().level() > 0 && config_.turnaround > 0)
      link_free_ += std::min(chunks, config_.turnaround_chunks) * config_.turnaround;
    else if (ends && size % flushed != 0)
      link_free_ += config_.write_overhead;
  } else {
    take_tag_for(sending_.slot, now);
    const bool is_odd = ends && transfer.tag.bytes % 4 != 0;
    read_free_ = now + std::max(config_.issue, is_odd ? config_.odd_issue : 0);
  }
  port_.send(message, now);
}

void PcieRequester::served(const Tag& tag, std::uint64_t bytes, Time now) {
  if (!is_awaited(tag)) return;
  const std::uint32_t number = RequestSlot::of(tag);
  if (slot(number).tag.kind == MessageKind::write_request) {
    ++writes_left_;
    --writes_out_[number];
    domain_.region.request(*this);
  }
  count_served(number, bytes, now);
}

void PcieRequester::withdraw(std::uint32_t number, Time) {
  if (sending_.under_way && sending_.slot == number) sending_.under_way = false;
  if (number >= writes_out_.size()) return;
  writes_left_ += writes_out_[number];
  writes_out_[number] = 0;
}

void PcieRequester::tlp_arrived(PciePort&, Payload& packet, Time now) {
  // It has come as fast as the link brings it; what waits behind a stall follows at that rate.
  const Tag& tag = tag_of(packet);
  const std::uint64_t acked = tag.last ? port_.incoming().ack_bytes() : 0;
  const Time end = std::max(now, taken_ + time_of(port_.incoming(), TlpType::completion, tag.bytes + acked));
  taken_ = end;
  if (end == now)
    take(packet, now);
  else
    taking_.push(end, &packet);
}

void PcieRequester::take(Payload& packet, Time now) {
  const Tag tag = tag_of(packet);
  port_.release(Tlp::of(packet), now);
  packet.release();
  if (!is_awaited(tag)) return;
  const std::uint32_t number = RequestSlot::of(tag);
  if (tag.last) return_tag_of(number, now);
  count_served(number, tag.requested, now);
}

Time PcieRequester::stall_after(const Tag& read) const {
  const std::uint64_t begin = read.data_offset, end = begin + rounded_up(read.bytes, cache_line);
  const std::uint64_t requests = reads_.packets(begin, read.bytes);
  Time stall = 0;
  if (requests > 1) {
    const auto aligned = [&](std::uint64_t to) { return begin % to == 0 && end % to == 0; };
    // At most 100 us, so that the product fits.
    stall = config_.split_stall + config_.split_stall * config_.split_more / Config::whole * (requests - 2);
    if (requests > 2 && aligned(config_.mrrs))
      stall = stall * config_.whole_stall / Config::whole;
    else if (aligned(config_.mps))
      stall = stall * config_.aligned_stall / Config::whole;
  }
  return stall + (read.bytes % 4 != 0 ? config_.odd_stall : 0);
}

void PcieRequester::done(std::uint32_t number, Time now) {
  const Tag& tag = slot(number).tag;
  // The device's memory takes what was read, or has given what was written: in a pipeline, so that only latencies show.
  Time more = config_.push_rate == 0 ? 0 : Rate::bits_per_second(config_.push_rate).time_of(tag.bytes);
  if (tag.kind == MessageKind::read_request) {
    taken_ = std::max(taken_, now) + stall_after(tag);
    more += config_.own_latency;
  }
  if (more == 0)
    finish(number, now);
  else
    pushing_.push(now + more, number);
}

void PcieRequester::report_waits(std::vector<Wait>& waits) const {
  const bool sends = sending_.under_way;
  const bool writes = sends && slot(sending_.slot).tag.kind == MessageKind::write_request;
  // What has begun to leave, or is about to, is not among the requests that wait.
  if (sends && !writes && !has_tag() && !has_request())
    waits.push_back({name(), "a tag", "requests without an answer"});
  else
    MessageRequester::report_waits(waits);
  if (writes && writes_left_ == 0) waits.push_back({name(), "the arrival", "its writes"});
}

void PcieRequester::start_window(Time now) {
  MessageRequester::start_window(now);
  port_.start_window(now);
}

void PcieRequester::report(StatisticSink& sink) {
  MessageRequester::report(sink);
  port_.report(sink);
}

TypeInfo PcieRequester::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "A PCI Express device that reads and writes memory: tags, request sizes, and times of its own";
  describe(info);
  info.ports = {{"port", "pcie", "peer", "its link"}};
  describe_queues(info, "port");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
