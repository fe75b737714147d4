// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/memory_bus.h>

#include <algorithm>

#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

struct MemoryBus::Probes {
  NumberProbe late;
};

const std::vector<std::string>& MemoryBus::traffic_names() {
  static const std::vector<std::string> names = {"none",  "memory_read", "disk_read", "extract",
                                                 "merge", "send",        "receive"};
  return names;
}

ParameterTable MemoryBus::Config::parameters() {
  constexpr const char* source = "PS2, Table 1";
  constexpr Range range{0, millisecond};
  ParameterTable table;
  table.duration("memory_read", memory_read, range, "bus time of a byte that is read from memory", source);
  table.duration("disk_read", disk_read, range, "bus time of a byte from a disk to memory", source);
  table.duration("extract", extract, range, "bus time of extraction and projection, a byte produced", source);
  table.duration("merge", merge, range, "bus time of merging, a byte merged", source);
  table.duration("send", send, range, "bus time of a byte of a message sent", source);
  table.duration("receive", receive, range, "bus time of a byte of a message received", source);
  return table;
}

std::uint64_t MemoryBus::Config::of(Traffic traffic) const {
  switch (traffic) {
    case Traffic::none:
      return 0;
    case Traffic::memory_read:
      return memory_read;
    case Traffic::disk_read:
      return disk_read;
    case Traffic::extract:
      return extract;
    case Traffic::merge:
      return merge;
    case Traffic::send:
      return send;
    case Traffic::receive:
      return receive;
  }
  return 0;
}

MemoryBus::MemoryBus(const sc_core::sc_module_name& name, const Config& config) : sc_module(name) {
  for (std::size_t i = 0; i < kinds; ++i) costs_[i] = config.of(static_cast<Traffic>(i));
  gaps_.reserve(most_gaps + 2);
}

MemoryBus::~MemoryBus() = default;

Time MemoryBus::carry(Traffic traffic, std::uint64_t bytes, Time from, Time now) {
  while (!late_.empty() && late_.front().to <= now) late_.pop();
  if (end_ < now) {
    add_gap(end_, now);
    end_ = now;
  }
  const Time left = fill_gaps(traffic, bytes * costs_[static_cast<std::size_t>(traffic)], from);
  while (gaps_.size() > most_gaps) gaps_.erase(gaps_.begin());
  if (left > 0) {
    late_.push({traffic, end_, end_ + left});
    count(traffic, end_, end_ + left);
    end_ += left;
  }
  if (probes_ != nullptr) probes_->late.set(now, (end_ - now) / nanosecond);
  return left > 0 ? end_ : now;
}

void MemoryBus::add_gap(Time from, Time to) {
  if (!gaps_.empty() && gaps_.back().to == from)
    gaps_.back().to = to;
  else
    gaps_.push_back({from, to});
}

Time MemoryBus::fill_gaps(Traffic traffic, Time cost, Time from) {
  // The earliest first: a later one is of use to more of what is yet to come.
  auto gap = std::partition_point(gaps_.begin(), gaps_.end(), [from](const Gap& g) { return g.to <= from; });
  if (gap == gaps_.end() || cost == 0) return cost;
  if (gap->from < from) {
    const Gap before{gap->from, from};
    gap->from = from;
    gap = gaps_.insert(gap, before) + 1;
  }
  auto full = gap;
  while (full != gaps_.end() && cost > 0) {
    const Time taken = std::min(cost, full->to - full->from);
    count(traffic, full->from, full->from + taken);
    full->from += taken;
    cost -= taken;
    if (full->from == full->to) ++full;
  }
  gaps_.erase(gap, full);
  return cost;
}

void MemoryBus::count(Traffic traffic, Time from, Time to) {
  from = std::max(from, window_);
  if (from < to) taken_[static_cast<std::size_t>(traffic)] += to - from;
}

Time MemoryBus::busy(Traffic traffic, Time now) const {
  Time time = taken_[static_cast<std::size_t>(traffic)];
  for (std::size_t i = 0; i < late_.size(); ++i) {
    const Booking& booking = late_[i];
    if (booking.traffic == traffic && booking.to > now) time -= booking.to - std::max(booking.from, now);
  }
  return time;
}

Time MemoryBus::busy(Time now) const {
  Time time = 0;
  for (std::size_t i = 0; i < kinds; ++i) time += busy(static_cast<Traffic>(i), now);
  return time;
}

void MemoryBus::start_window(Time now) {
  window_ = now;
  taken_ = {};
  for (std::size_t i = 0; i < late_.size(); ++i) count(late_[i].traffic, late_[i].from, late_[i].to);
}

void MemoryBus::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.fraction("utilisation", busy(sink.end()));
  for (std::size_t i = 1; i < kinds; ++i)
    figures.fraction(traffic_names()[i], busy(static_cast<Traffic>(i), sink.end()));
}

void MemoryBus::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->late, name(), "late", 0xffffffff, "nanoseconds that the bus was behind, at the last traffic");
}

void MemoryBus::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->late.set(now, end_ > now ? (end_ - now) / nanosecond : 0);
}

TypeInfo MemoryBus::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "bus";
  info.summary = "Bus and memory of a PC as one resource that each kind of traffic keeps for a time a byte";
  info.source = "PS2, section 6, Table 1";
  info.ports = {{"traffic", calls, "target", "what it carries"}};
  info.statistics = {{"utilisation", "1", "fraction of time that traffic keeps it"},
                     {"memory_read", "1", "fraction of time that reading memory keeps it"},
                     {"disk_read", "1", "fraction of time that transfers from disks keep it"},
                     {"extract", "1", "fraction of time that extraction and projection keep it"},
                     {"merge", "1", "fraction of time that merging keeps it"},
                     {"send", "1", "fraction of time that sending messages keeps it"},
                     {"receive", "1", "fraction of time that receiving messages keeps it"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
