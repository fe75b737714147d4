// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/host.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/core/rate.h>
#include <isochron/observe/probe_list.h>

namespace isochron {

struct Host::Probes {
  NumberProbe speed;
  NumberProbe transferring;
  NumberProbe depth;
  UtilisationProbe utilisation;
};

ParameterTable Host::Config::parameters() {
  constexpr const char* measured = "Calliope, section 3.2.3";
  constexpr Range rates{8, 1'000'000'000'000};
  ParameterTable table;
  table.duration("packet", packet, {0, 10 * second}, "of sending or receiving a packet, whatever its size",
                 "our calibration, on Calliope, Table 1: 8.5 MB/s with packets of 4096 B");
  table.duration("byte", byte, {0, millisecond},
                 "of each of a packet's bytes: copied once at 18 MB/s, read twice (checksum, network) at 53 MB/s",
                 measured);
  table.duration("server_packet", server_packet, {0, 10 * second},
                 "more of a packet that the server's own process sends",
                 "our calibration, on Calliope, section 3.2.1: 38 % within 50 ms of 24 streams");
  table.duration("dma", dma, {0, millisecond},
                 "what a byte that an adapter writes to memory takes from the host, spread over its chunk",
                 "our calibration, on Calliope, Table 1: 5.9 beside 3.4 MB/s");
  table.data_rate("memory.write", memory_write, rates, "of memory that the processor writes", measured);
  table.data_rate("memory.copy", memory_copy, rates, "of memory that the processor copies", measured);
  table.data_rate("memory.read", memory_read, rates, "of memory that the processor reads", measured);
  table.flag("stops", stops, "the processor stands still while two adapters or more transfer",
             "our reading of Calliope, section 3.1, Table 1");
  return table;
}

Time Host::Config::write_work(std::uint64_t bytes) const {
  return Rate::bits_per_second(memory_write).time_of(bytes);
}

double Host::Config::memory_bound() const {
  const auto byte_time = [](std::uint64_t bits_per_second) { return 8 / static_cast<double>(bits_per_second); };
  return 1 / (byte_time(memory_write) + byte_time(memory_copy) + 2 * byte_time(memory_read));
}

Host::Host(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
    : sc_module(name), region_(domain.region), config_(config) {
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  region_.join(static_cast<Region::Update&>(*this));
}

Host::~Host() = default;

void Host::run(Job& job, Kind kind, Time work, std::uint64_t key, Time now) {
  if (job.taken_) throw ModelError(std::string(name()) + ": a job is to run that waits or runs already");
  job.taken_ = true;
  if (kind == Kind::send) ++sending_;
  jobs_.push(now, key, {&job, kind, work});
  waiting_.change(now, 1);
  show(now);
  if (running_.job == nullptr) region_.request_update(*this);  // else once that one has ended
}

void Host::update(Time now) {
  running_ = jobs_.pop();
  waiting_.change(now, -1);
  busy_.enter(now);
  work_.begin(running_.work, speed_, now);
  schedule_end();
  show(now);
}

void Host::schedule_end() {
  const Time end = work_.end();
  if (end != end_of_time)
    region_.schedule(*this, end);
  else if (region_.is_scheduled(*this))
    region_.cancel(*this);
}

void Host::complete(Time now) {
  Job& job = *running_.job;
  if (running_.kind == Kind::send) --sending_;
  running_.job = nullptr;
  ++jobs_done_;
  busy_.leave(now);
  show(now);
  if (!jobs_.empty()) region_.request_update(*this);
  job.taken_ = false;
  job.done(now);
}

void Host::join(Dma& adapter) {
  transfers_.push_back({&adapter, false, 0});
}

Host::Transfer& Host::transfer_of(const Dma& adapter, bool under_way) {
  const auto found = std::find_if(transfers_.begin(), transfers_.end(),
                                  [&](const Transfer& each) { return each.adapter == &adapter; });
  if (found == transfers_.end())
    throw ModelError(std::string(name()) + ": a transfer of an adapter that has not joined");
  if (found->under_way != under_way)
    throw ModelError(std::string(name()) + ": a transfer " + (under_way ? "ends that has not begun" : "begins twice"));
  return *found;
}

void Host::begin_transfer(Dma& adapter, std::uint64_t bytes, Time time, Time now) {
  Transfer& transfer = transfer_of(adapter, false);
  transfer.under_way = true;
  transfer.steal = steal(bytes, time);
  ++transferring_;
  share_out(now);
}

PacedWork::Speed Host::steal(std::uint64_t bytes, Time time) const {
  __extension__ typedef unsigned __int128 Wide;
  if (time == 0) return 0;
  const Wide taken = static_cast<Wide>(config_.dma) * bytes;
  const Wide part = (taken * PacedWork::full + time / 2) / time;
  return static_cast<PacedWork::Speed>(std::min<Wide>(part, PacedWork::full));
}

void Host::end_transfer(Dma& adapter, Time now) {
  transfer_of(adapter, true).under_way = false;
  --transferring_;
  share_out(now);
}

void Host::share_out(Time now) {
  PacedWork::Speed stolen = 0;
  for (const Transfer& transfer : transfers_) {
    if (!transfer.under_way) continue;
    const PacedWork::Speed pace = transfer.adapter->share(transferring_, now);
    stolen += transfer.steal * pace / PacedWork::full;
  }
  const bool stops = config_.stops && transferring_ >= 2;
  if (stops != stopped_.inside()) {
    if (stops) {
      stopped_.enter(now);
      stopped_at_ = now;
    } else {
      stopped_.leave(now);
      stops_.add(now - stopped_at_);
    }
  }
  const PacedWork::Speed speed = stops ? 0 : PacedWork::full - std::min(stolen, PacedWork::full);
  if (speed != speed_) {
    stolen_.change(now, static_cast<std::int64_t>(speed_) - static_cast<std::int64_t>(speed));
    speed_ = speed;
    if (running_.job != nullptr) {
      work_.change_speed(speed, now);
      schedule_end();
    }
  }
  show(now);
}

Statistics<Host> Host::statistics() {
  Statistics<Host> table;
  table.fraction("utilisation", &Host::busy_, "fraction of time that a job has it, whatever its speed");
  table.fraction("stopped", &Host::stopped_,
                 "fraction of time that it stands still while two adapters or more transfer");
  table.mean(
      "stolen", &Host::stolen_, [](const Host&) { return PacedWork::full; },
      "fraction of its speed that adapters take, stops too, mean over time");
  table.mean("queue_depth", &Host::waiting_, "jobs that wait, mean over time");
  table.count("jobs", &Host::jobs_done_, "jobs that have ended");
  table.distribution("stop", &Host::stops_,
                     "for which it stands still at a time, while two adapters transfer; a distribution");
  return table;
}

void Host::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->speed, name(), "speed", PacedWork::full, "of the processor, billionths of its full speed");
  list.add(own_probes_->transferring, name(), "transferring", 0xff, "adapters that transfer");
  list.add(own_probes_->depth, name(), "queue_depth", 0xffff, "jobs that wait for the processor");
  list.add(own_probes_->utilisation, name(), "fraction of the time that a job has the processor");
}

void Host::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void Host::show_traced(Time now) {
  probes_->speed.set(now, speed_);
  probes_->transferring.set(now, transferring_);
  probes_->depth.set(now, jobs_.size());
  probes_->utilisation.set(now, running_.job != nullptr);
}

TypeInfo Host::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Processor and memory of a PC as one: jobs one after another, slower while adapters write to memory";
  info.source = "Calliope, sections 3.1 and 3.2.3";
  info.ports = {{"jobs", calls, "target", "jobs that it runs"},
                {"adapters", joins, "target", "adapters that write to its memory"}};
  info.statistics = statistics().infos();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
