// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/self/work_model.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include <isochron/core/split_mix.h>
#include <isochron/machine/elaborate/metric_figures.h>
#include <isochron/machine/elaborate/netlist_assembly.h>
#include <isochron/machine/workload/pipeline/handed_work.h>

namespace isochron {

namespace {

std::size_t largest_transfer(const Netlist& netlist) {
  std::uint64_t largest = 1;
  for (const FlatWork& work : netlist.work) {
    for (const JobTransfer& one : work.work.round.transfers) largest = std::max(largest, one.bytes);
    if (const HandedWork* const handed = netlist.parts[work.part].config->handed_work())
      largest = std::max<std::uint64_t>(largest, handed->largest_payload(Connections(netlist, work.part)));
  }
  return static_cast<std::size_t>(largest);
}

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

WorkModel::WorkModel(std::unique_ptr<Netlist> netlist, std::vector<MetricRule> rules, std::uint64_t seed, bool fast,
                     InstanceOverrides& overrides)
    : MachineSimulation(largest_transfer(*netlist), fast ? Phases::shortcut : Phases::explicit_four, overrides),
      own_netlist_(std::move(netlist)),
      netlist_(*own_netlist_),
      rules_(std::move(rules)),
      ledger_(1, 1),
      around_{ledger_, *this, seed, fast} {
  around_.work = this;
  build_parts(netlist_, assembly_, around_);
  bind_parts(netlist_, assembly_);
}

WorkModel::~WorkModel() = default;

void WorkModel::add_work(std::function<std::string()> left) {
  left_.push_back(std::move(left));
}

void WorkModel::add_endless(std::function<void()> stop) {
  stops_.push_back(std::move(stop));
}

void WorkModel::add_figures(std::function<void(ReplicationRecord&)> add) {
  figures_.push_back(std::move(add));
}

void WorkModel::work_done(Time now) {
  ends_ = mix(ends_ ^ now);
  if (++done_ < left_.size()) return;
  completion_ = now;
  for (const auto& stop : stops_) stop();
  // Once the last transfer has ended for everybody.
  region_.call_at(now, [this, now] { take_reports(now); });
}

std::string WorkModel::left_to_do() const {
  if (done_ == left_.size()) return "";
  std::string text;
  for (const auto& left_of : left_) {
    const std::string left = left_of();
    if (!left.empty()) text += (text.empty() ? "" : ", ") + left;
  }
  return text.empty() ? "the end of the last round" : text;
}

std::vector<StatisticInfo> WorkModel::figures() {
  return {{"throughput", "B/s", "bytes of all work, over the time until the last of it is done"},
          {"completion_time", "s", "from the start until all work is done"}};
}

void WorkModel::add_to(ReplicationRecord& record) const {
  for (const auto& add : figures_) add(record);
  if (figures_.empty()) add_own_figures(record);
  add_metric_figures(netlist_, record);
}

void WorkModel::add_own_figures(ReplicationRecord& record) const {
  double bytes = 0;
  for (const FlatWork& work : netlist_.work) {
    bytes += static_cast<double>(work.work.bytes) * static_cast<double>(work.work.rounds);
    record.messages += work.work.rounds * work.work.round.transfers.size();
  }
  single(record, {{"throughput", "B/s", ""}, bytes / seconds(completion_)});
  single(record, {{"completion_time", "s", ""}, seconds(completion_)});
  record.fingerprint = mix(ends_ ^ mix_of(record));
}

}  // namespace isochron
