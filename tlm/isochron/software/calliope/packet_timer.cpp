// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/packet_timer.h>

#include <algorithm>
#include <cmath>

#include <boost/random/exponential_distribution.hpp>

#include <isochron/core/random_stream.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

struct PacketTimer::Probes {
  NumberProbe sleeping;
  NumberProbe late;
};

ParameterTable PacketTimer::Config::parameters() {
  ParameterTable table;
  table.duration("interval", interval, {microsecond, 10 * second}, "between two interrupts", "Calliope, section 2.2.1");
  table.duration_or("stall.interval", stall_interval, "off", {millisecond, 100'000 * second},
                    "mean of the exponential time from one stall to the next; off: there are none",
                    "our assumption and calibration, on Calliope, section 3.2.1: 0.4 % of packets later than 50 ms");
  table.duration("stall.longest", stall_longest, {1, 100 * second},
                 "interrupts are held up for a time that is uniform from 0 to this", "our assumption");
  table.counts_where({"stall.interval", "a duration", [this] { return stall_interval > 0; }}, {"stall.longest"});
  return table;
}

PacketTimer::PacketTimer(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                         std::uint64_t seed)
    : sc_module(name), region_(domain.region), config_(config), random_(random_stream(seed, this->name(), "stall")) {
  region_.join(*this, Region::Rank::timer);
}

PacketTimer::~PacketTimer() = default;

void PacketTimer::draw_stall() {
  const double gap = boost::random::exponential_distribution<double>(1.0)(random_);
  __extension__ typedef unsigned __int128 Wide;
  Stall stall;
  stall.from = drawn_until_ + static_cast<Time>(std::llround(gap * static_cast<double>(config_.stall_interval)));
  stall.to = stall.from + static_cast<Time>(static_cast<Wide>(random_()) * config_.stall_longest >> 64);
  drawn_until_ = stall.to;
  stalls_.push(stall);
}

void PacketTimer::forget_stalls(Time now) {
  while (!stalls_.empty() && stalls_.front().to < now) {
    const Stall stall = stalls_.pop();
    if (stall.to > window_) stalled_ += stall.to - std::max(stall.from, window_);
  }
}

Time PacketTimer::interrupt_at(Time time) {
  const Time tick = tick_at(time);
  if (config_.stall_interval == 0) return tick;
  for (std::size_t i = 0;; ++i) {
    if (i == stalls_.size()) draw_stall();
    const Stall& stall = stalls_[i];
    if (tick < stall.from) return tick;
    // What it held up comes at its end, also to somebody who began to wait after the tick.
    if (stall.to >= time && tick_at(stall.from) < stall.to) return stall.to;
  }
}

void PacketTimer::sleep_until(Time due, Sleeper& sleeper, Time now) {
  forget_stalls(now);
  sleeper_ = &sleeper;
  const Time time = std::max(due, now);
  tick_ = tick_at(time);
  region_.schedule(*this, interrupt_at(time));
  if (probes_ != nullptr) probes_->sleeping.set(now, 1);
}

void PacketTimer::complete(Time now) {
  Sleeper& sleeper = *sleeper_;
  sleeper_ = nullptr;
  ++wakes_;
  if (now > tick_) ++late_;
  if (probes_ != nullptr) {
    probes_->sleeping.set(now, 0);
    probes_->late.set(now, now > tick_ ? (now - tick_) / microsecond : 0);
  }
  sleeper.woken(now);
}

void PacketTimer::start_window(Time now) {
  forget_stalls(now);
  window_ = now;
  stalled_ = 0;
  wakes_ = 0;
  late_ = 0;
}

void PacketTimer::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.count("interrupts", wakes_);
  figures.count("late", late_);
  if (config_.stall_interval > 0)
    while (drawn_until_ < sink.end()) draw_stall();
  Time stalled = stalled_;
  for (std::size_t i = 0; i < stalls_.size(); ++i) {
    const Time from = std::max(stalls_[i].from, window_);
    const Time to = std::min(stalls_[i].to, sink.end());
    if (from < to) stalled += to - from;
  }
  figures.fraction("stalled", stalled);
}

void PacketTimer::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->sleeping, name(), "sleeping", 1, "1 while somebody waits for an interrupt");
  list.add(own_probes_->late, name(), "late", 0xffff'ffff, "us by which a stall held up the last one to be woken");
}

void PacketTimer::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->sleeping.set(now, sleeper_ == nullptr ? 0 : 1);
  probes_->late.set(now, 0);
}

void PacketTimer::stop_trace() {
  probes_ = nullptr;
}

TypeInfo PacketTimer::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The timer by which a process that sleeps is woken, with interrupts that are late at random";
  info.source = "Calliope, sections 2.2.1 and 3.1";
  info.ports = {{"sleep", calls, "target", "who sleeps, one at a time"}};
  info.statistics = {{"interrupts", "1", "interrupts that woke somebody"},
                     {"late", "1", "of those the ones that a stall held up"},
                     {"stalled", "1", "fraction of the time in which interrupts are held up"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
