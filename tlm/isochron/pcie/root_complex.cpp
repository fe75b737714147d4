// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/root_complex.h>

#include <algorithm>
#include <utility>

#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/endpoint/request_slot.h>
#include <isochron/host/dram.h>
#include <isochron/host/iommu.h>
#include <isochron/observe/probe_list.h>
#include <isochron/pcie/queue_statistics.h>
#include <isochron/protocol/endpoint_address.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct RootComplex::Probes {
  PhaseProbe phase;
  NumberProbe reading;
};

RootComplex::RootComplex(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                         std::uint32_t endpoint, const RequestBoard& requests, std::uint64_t seed, const Called& called,
                         const std::optional<BusMemory>& bus, const std::optional<OuterMemory>& out)
    : sc_module(name),
      domain_(domain),
      config_(config),
      endpoint_(endpoint),
      requests_(requests),
      called_(called),
      draws_(random_stream(seed, this->name(), "latency")),
      bus_draws_(random_stream(seed, this->name(), "bus latency")),
      cut_(config.boundary, config.mps, config.merge),
      jobs_(*this, domain.region) {
  for (std::uint64_t i = 0; i < config.ports; ++i)
    ports_.push_back(std::make_unique<PciePort>("port[" + std::to_string(i) + "]",
                                                PciePort::Config{config.buffers, OrderingRules::pcie},
                                                static_cast<PciePort::Listener&>(*this)));
  if (bus)
    bus_ = std::make_unique<RootComplexBus>(
        "bus", domain, RootComplexBus::Config{bus->first, bus->size, bus->content, config.bus_accesses},
        static_cast<RootComplexBus::Host&>(*this));
  if (out)
    out_ = std::make_unique<RootComplexOut>("out", domain, out->first, out->size,
                                            static_cast<RootComplexOut::Host&>(*this));
  if (config.write_rate > 0) clock_.emplace(Rate::bits_per_second(config.write_rate));
}

RootComplex::~RootComplex() = default;

void RootComplex::start_of_simulation() {
  for (const auto& port : ports_) port->connect();
}

void RootComplex::tlp_arrived(PciePort& port, Payload& packet, Time now) {
  const Tag tag = tag_of(packet);
  if (__builtin_expect(tag.destination != endpoint_, 0))
    throw ModelError(std::string(name()) + ": a packet for another part has come, and it sends none on");
  const Job job{tag, &port, Tlp::of(packet)};
  packet.release();
  if (tag.kind == MessageKind::read_request) note_length(tag);
  const Time at =
      called_.translation == nullptr ? now : called_.translation->translated(tag.data_offset, tag.requested, now);
  if (at == now)
    begin(job, now);
  else
    jobs_.push(at, job);
}

void RootComplex::begin(Job job, Time now) {
  job.translated = true;
  const Tag& tag = job.tag;
  if (tag.kind == MessageKind::read_request) {
    job.port->release(job.tlp, now);
    count_read(job, now);
  }
  if (is_outside(job))
    begin_outside(job);
  else if (tag.kind == MessageKind::read_request)
    end_at(job, read_done(tag.data_offset, tag.requested, draws_, now), now);
  else
    end_at(job, write_done(tag.data_offset, tag.bytes, now), now);
}

void RootComplex::end_at(const Job& job, Time at, Time now) {
  if (at == now)
    end(job, now);
  else
    jobs_.push(at, job);
}

bool RootComplex::is_outside(const Job& job) const {
  if (!out_) return false;
  return job.tag.kind != MessageKind::read_request || !config_.is_cached(job.tag.data_offset);
}

void RootComplex::begin_outside(const Job& job) {
  if (outside_free_.empty()) {
    outside_free_.push_back(static_cast<std::uint32_t>(outside_.size()));
    outside_.emplace_back();
  }
  const std::uint32_t access = outside_free_.back();
  outside_free_.pop_back();
  outside_[access] = job;
  const bool reads = job.tag.kind == MessageKind::read_request;
  out_->begin(access, job.tag, reads ? TimedMemory::Access::read : TimedMemory::Access::write);
}

void RootComplex::access_over(std::uint32_t access, Time now) {
  const Job job = outside_[access];
  outside_free_.push_back(access);
  if (job.tag.kind == MessageKind::read_request)
    end_at(job, now + latency(job.tag.data_offset, draws_), now);
  else
    end_at(job, write_done(job.tag.data_offset, job.tag.bytes, now), now);
}

void RootComplex::note_length(const Tag& tag) {
  if (tag.requested <= config_.mps) return;
  if (longer_.size() <= tag.source) longer_.resize(tag.source + 1);
  std::vector<std::uint64_t>& slots = longer_[tag.source];
  const std::uint32_t number = RequestSlot::of(tag);
  if (slots.size() <= number) slots.resize(number + 1, 0);
  slots[number] = tag.block + 1;
}

bool RootComplex::is_beside_longer(const Tag& tag) const {
  return tag.source < longer_.size() && RequestSlot::of(tag) < longer_[tag.source].size() &&
         longer_[tag.source][RequestSlot::of(tag)] == tag.block + 1;
}

void RootComplex::count_read(const Job& job, Time now) {
  const Tag& tag = job.tag;
  ++reads_;
  read_bytes_ += tag.requested;
  ++reading_;
  if (__builtin_expect(probes_ != nullptr, 0)) {
    probes_->phase.event(now, Phase::begin, transaction_of(tag, tag.requested));
    probes_->reading.set(now, reading_);
  }
}

Time RootComplex::read_done(std::uint64_t address, std::uint64_t bytes, SplitMix64& draws, Time now) {
  Time begins = now;
  // Memory has a latency of its own, and takes turns.
  if (called_.memory != nullptr && !config_.is_cached(address))
    begins = called_.memory->done(address, bytes, TimedMemory::Access::read, now);
  return begins + latency(address, draws);
}

Time RootComplex::latency(std::uint64_t address, SplitMix64& draws) const {
  const Time mean = config_.read_latency(address);
  if (config_.jitter == 0) return mean;
  return mean - config_.jitter + boost::random::uniform_int_distribution<std::uint64_t>(0, 2 * config_.jitter)(draws);
}

Time RootComplex::write_done(std::uint64_t address, std::uint64_t bytes, Time now) {
  Time at = now;
  if (called_.memory != nullptr) at = called_.memory->done(address, bytes, TimedMemory::Access::write, now);
  if (!clock_) return at;
  taking_ = std::max(taking_, now) + clock_->take(bytes);
  return std::max(taking_, at);
}

Time RootComplex::access_done(std::uint64_t offset, std::uint64_t bytes, TimedMemory::Access access, Time now) {
  return access == TimedMemory::Access::read ? read_done(offset, bytes, bus_draws_, now)
                                             : write_done(offset, bytes, now);
}

void RootComplex::end(const Job& job, Time now) {
  if (job.tag.kind == MessageKind::read_request) {
    answer(job, now);
    return;
  }
  write_bytes_ += job.tag.bytes;
  job.port->release(job.tlp, now);
  requests_.of(job.tag.source).owner->served(job.tag, job.tag.bytes, now);
}

std::string RootComplex::holder(const PciePort& port, TlpType of) const {
  return out_ && of == TlpType::posted ? out_->socket.name() : port.path();
}

void RootComplex::answer(const Job& job, Time now) {
  const Tag& request = job.tag;
  --reading_;
  if (__builtin_expect(probes_ != nullptr, 0)) {
    probes_->phase.event(now, Phase::end, transaction_of(request, request.requested));
    probes_->reading.set(now, reading_);
  }
  const std::uint32_t home = requests_.of(request.source).endpoint;
  const std::uint64_t address = EndpointAddress{home, 0}.encode();
  const bool beside_longer = is_beside_longer(request);
  std::uint64_t done = 0;
  for (std::uint64_t number = 0; done < request.requested; ++number) {
    const std::uint64_t bytes = cut_.next(request.data_offset, request.requested, done, number, beside_longer);
    Message& message = domain_.pool.allocate(address, static_cast<unsigned>(bytes));
    Tag& tag = message.tag();
    static_cast<Tag&>(tag) = request;
    done += bytes;
    tag.kind = MessageKind::response;
    tag.destination = home;
    tag.bytes = tag.requested = static_cast<std::uint32_t>(bytes);
    tag.last = done == request.requested;
    job.port->send(message, now);
  }
}

Statistics<RootComplex> RootComplex::statistics() {
  Statistics<RootComplex> table;
  table.count("reads", &RootComplex::reads_, "read requests that came");
  table.rate("read", &RootComplex::read_bytes_, "bytes that they asked for");
  table.rate("written", &RootComplex::write_bytes_, "bytes that were written, each when it was taken");
  return table;
}

void RootComplex::start_window(Time now) {
  WithStatistics::start_window(now);
  for (const auto& port : ports_) port->start_window(now);
  if (bus_) bus_->start_window(now);
}

void RootComplex::report(StatisticSink& sink) {
  WithStatistics::report(sink);
  for (const auto& port : ports_) port->report(sink);
  if (bus_) bus_->report(sink);
}

void RootComplex::report_waits(std::vector<Wait>& waits) const {
  // Reads that are under way end by themselves, and links say what waits for them.
  if (bus_) bus_->report_waits(waits);
  if (out_) out_->report_waits(waits);
}

void RootComplex::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, name(), "BEGIN: a read is on its way through the host; END: its completions are ready");
  list.add(own_probes_->reading, name(), "reading", 0xffffffff, "reads that have not been answered");
  if (bus_) bus_->list_probes(list);
}

void RootComplex::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  probes_->reading.set(now, reading_);
  if (bus_) bus_->start_trace(now);
}

void RootComplex::stop_trace() {
  probes_ = nullptr;
  if (bus_) bus_->stop_trace();
}

TypeInfo RootComplex::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A host as PCI Express devices see it: root ports, memory, and its last-level cache";
  info.source = "our own";
  info.ports = {{"port[i]", "pcie", "peer", "a link"},
                {"translation", Iommu::calls, "initiator", "who translates addresses of devices; may be left out"},
                {"memory", Dram::calls, "initiator", "where data are that are not in the cache; may be left out"},
                {"bus", "base protocol", "target", "masters of the host that work on its memory; may be left out"},
                {"out", "base protocol", "initiator",
                 "in place of `memory`, a memory or a bus that leads to one; may be left out"}};
  info.statistics = statistics().infos();
  for (StatisticInfo one : RootComplexBus::statistics().infos()) {
    one.name.insert(0, "bus.");
    info.statistics.push_back(std::move(one));
  }
  describe_queues(info, "port[i]");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
