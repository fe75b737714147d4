// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/self/flat_work.h>
#include <isochron/machine/workload/self/self_workload.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <isochron/core/time.h>
#include <isochron/part/interconnect.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

SelfWorkload::SelfWorkload(const Netlist& netlist, const PartShares& taken)
    : netlist_(netlist), loads_(netlist, taken) {
  for (const FlatWork& work : netlist.workloads.of<FlatWork>())
    if (work.work.has_end())
      add(work);
    else
      add_endless(work);
}

void SelfWorkload::add(const FlatWork& work) {
  const JobWork& round = work.work.round;
  const auto rounds = static_cast<double>(work.work.rounds);
  double held = round.seconds * rounds;
  if (held > 0) rounds_events_ += rounds;
  for (const JobTransfer& one : round.transfers) {
    const auto path = path_to_target(netlist_, work.part, one.port, one.write);
    const double taken = path ? loads_.transfer(*path, one.write, one.bytes, rounds, one.piece) : 0;
    if (round.held) held += taken * rounds;
  }
  loads_.hold(work.part, held);
  const double bytes = static_cast<double>(work.work.bytes) * rounds;
  for (const OwnLimit& limit : work.work.limits) loads_.hold_within(work.part, limit.name, bytes / limit.rate);
  rounds_events_ += work.work.events * rounds;
  ends_ = std::max(ends_, work.work.ends);
  bytes_ += bytes;
}

void SelfWorkload::add_endless(const FlatWork& work) {
  if (work.work.interval == 0) return;
  const double per_second = 1 / work.work.interval;
  endless_events_ += per_second;  // when a round is due
  for (const JobTransfer& one : work.work.round.transfers) {
    const auto path = path_to_target(netlist_, work.part, one.port, one.write);
    if (!path) continue;
    endless_events_ += per_second * static_cast<double>(path->hops.size());
    const auto [share, interconnect] = loads_.disturb(*path, one.write, one.bytes, per_second);
    if (share < 1) continue;
    const FlatPart& part = netlist_.parts[work.part];
    const std::string& bus = netlist_.parts[interconnect].path;
    throw InputError(
        part.position, fmt::format("`{}` cannot take what `{}` moves, even with no work beside it", bus, part.path),
        fmt::format("Let `{}` move less, or let its transfers hold `{}` for a shorter time", part.path, bus));
  }
}

std::vector<ResourceBound> SelfWorkload::bounds() const {
  std::vector<ResourceBound> bounds = loads_.bounds(bytes_, std::nullopt);
  // Who only waits for a bus is taken as long as the bus, and it is the bus that is full.
  std::vector<std::string> interconnects;
  for (std::size_t p = 0; p < netlist_.parts.size(); ++p)
    if (netlist_.parts[p].config->as<Interconnect>() != nullptr) interconnects.push_back(netlist_.resource_name(p));
  std::stable_partition(bounds.begin(), bounds.end(), [&interconnects](const ResourceBound& bound) {
    return std::find(interconnects.begin(), interconnects.end(), bound.resource) != interconnects.end();
  });
  return bounds;
}

std::optional<double> SelfWorkload::completes_in() const {
  double seconds = 0;
  for (const ResourceBound& bound : bounds()) seconds = std::max(seconds, bytes_ / bound.limit);
  return seconds + ends_;
}

double SelfWorkload::events(double within, Folding) const {
  return loads_.events() + rounds_events_ + endless_events_ * within;
}

}  // namespace isochron
