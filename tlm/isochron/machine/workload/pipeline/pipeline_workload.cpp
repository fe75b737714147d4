// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/pipeline/pipeline_workload.h>
#include <isochron/machine/workload/self/flat_work.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <isochron/part/hand_over_part.h>
#include <isochron/part/handed_work.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

const FlatWork* handed(const Netlist& netlist) {
  const auto found = std::find_if(
      netlist.workloads.of<FlatWork>().begin(), netlist.workloads.of<FlatWork>().end(),
      [&netlist](const FlatWork& one) { return netlist.parts[one.part].config->as<HandedWork>() != nullptr; });
  return found == netlist.workloads.of<FlatWork>().end() ? nullptr : &*found;
}

}  // namespace

bool hands_work_over(const Netlist& netlist) {
  return handed(netlist) != nullptr;
}

std::size_t worker_of(const Netlist& netlist) {
  return handed(netlist)->part;
}

PipelineWorkload::PipelineWorkload(const Netlist& netlist, const PartShares& taken)
    : netlist_(netlist), taken_(taken), worker_(worker_of(netlist)) {
  for (HandedWork::Rounds& rounds : work().rounds(Connections(netlist, worker_))) add_rounds(std::move(rounds));
}

void PipelineWorkload::add_rounds(HandedWork::Rounds rounds) {
  last_ = std::move(rounds);
  loads_.clear();
  waiting_ = 0;
  follow(worker_, last_.begin);
  double slowest = 0;
  for (const auto& [key, load] : loads_) slowest = std::max(slowest, load.seconds / load.instances);
  slowest_ += slowest * last_.count;
}

void PipelineWorkload::take(std::size_t part, const char* kind, double instances, const Payloads& payloads,
                            double seconds) {
  if (seconds <= 0 || payloads.count <= 0) return;
  Load& load = loads_.try_emplace({part, kind}, Load{instances, 0, {}}).first->second;
  load.seconds += payloads.count * seconds;
  const auto& [by, input] = under_way_.back();
  load.shares[{by, input.group}] += payloads.share;
}

void PipelineWorkload::follow(std::size_t number, const std::vector<Leaving>& leaving) {
  const FlatPart& part = netlist_.parts[number];
  for (const Leaving& one : leaving) {
    const FlatConnection* const to = netlist_.behind(number, one.output);
    if (to == nullptr)
      throw InputError(part.position,
                       fmt::format("nobody takes what leaves `{}` by `{}`", part.path, part.port_name(one.output)),
                       "Join the port to one that takes payloads, such as `in` of a task");
    const std::pair<std::size_t, PortRef> end{to->to, to->input};
    if (std::find(under_way_.begin(), under_way_.end(), end) != under_way_.end())
      throw InputError(to->position, fmt::format("what `{}` hands on comes back to it for ever", part.path),
                       "Join the port to another part");
    const FlatPart& next = netlist_.parts[to->to];
    under_way_.push_back(end);
    if (const HandOverPart* const taken_by = next.config->as<HandOverPart>())
      follow(to->to, taken_by->pass(to->input, one.payloads, Connections(netlist_, to->to), *this));
    under_way_.pop_back();
  }
}

std::vector<ResourceBound> PipelineWorkload::bounds() const {
  std::vector<ResourceBound> bounds;
  std::map<std::string, std::size_t> places;
  double tightest = std::numeric_limits<double>::infinity();
  for (const auto& [key, load] : loads_) {
    const double left = left_of(taken_[key.first]);
    const std::string within = key.second.empty() ? "" : "." + key.second;
    ResourceBound bound{netlist_.resource_name(key.first, within), netlist_.resource_text(key.first, within)};
    double share = 0;
    for (const auto& [input, of_input] : load.shares) share = std::max(share, of_input);
    bound.limit = last_.done * load.instances * left / load.seconds;
    bound.capacity = last_.bytes * share * left / load.seconds;
    tightest = std::min(tightest, bound.limit);
    const auto [place, is_new] = places.emplace(bound.resource, bounds.size());
    if (is_new) bounds.push_back(bound);
    // The tightest of those with one name.
    ResourceBound& shown = bounds[place->second];
    shown = std::min(shown, bound, [](const ResourceBound& a, const ResourceBound& b) { return a.limit < b.limit; });
  }
  for (ResourceBound& bound : bounds) bound.load = bound.capacity * tightest / bound.limit;
  return bounds;
}

std::optional<double> PipelineWorkload::completes_in() const {
  return slowest_ * 1.1;
}

double PipelineWorkload::memory(double) const {
  return work().memory_of_rounds(Connections(netlist_, worker_)) + waiting_;
}

}  // namespace isochron
