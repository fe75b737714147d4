// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/self/flat_work.h>
#include <isochron/machine/workload/self/self_run.h>

#include <cstring>

#include <isochron/core/split_mix.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

namespace {

/// Over every statistic of every part.
std::uint64_t mix_of(const ReplicationRecord& record) {
  std::uint64_t all = 0;
  for (const auto& [path, statistics] : record.components)
    for (const auto& [name, value] : statistics) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      all = mix(all ^ bits);
    }
  return all;
}

}  // namespace

// What links lose is the traffic's.
WorkLosses* SelfRun::losses() {
  return context_.netlist.workloads.of<FlatTraffic>().empty() ? this : nullptr;
}

void SelfRun::work_done(Time now) {
  ends_ = mix(ends_ ^ now);
  if (++done_ == left_.size()) context_.done(now);
}

void SelfRun::stop(Time) {
  for (const auto& stop : stops_) endless_rounds_ += stop();
}

std::string SelfRun::left_to_do() const {
  if (context_.until_done && done_ == left_.size()) return "";
  std::string text;
  for (const auto& left_of : context_.until_done ? left_ : ongoing_) {
    const std::string left = left_of();
    if (!left.empty()) text += (text.empty() ? "" : ", ") + left;
  }
  return text.empty() && context_.until_done ? "the end of the last round" : text;
}

void SelfRun::add_to(ReplicationRecord& record, double window) const {
  if (!figures_.empty()) {
    for (const auto& add : figures_) add(record);
    return;
  }
  if (!has_end()) {
    for (const auto& add : accounts_) add(record);
    return;
  }
  double bytes = 0;
  for (const FlatWork& work : context_.netlist.workloads.of<FlatWork>()) {
    bytes += static_cast<double>(work.work.bytes) * static_cast<double>(work.work.rounds);
    record.messages += work.work.rounds * work.work.round.transfers.size();
  }
  add_figure(record, "throughput", "B/s", bytes / window);
  add_figure(record, "completion_time", "s", window);
  record.messages += endless_rounds_;  // a transfer each
  record.fingerprint = mix(ends_ ^ mix_of(record));
}

}  // namespace isochron
