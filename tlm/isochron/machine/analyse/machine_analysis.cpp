// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/machine_analysis.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <isochron/machine/elaborate/fold_finder.h>
#include <isochron/machine/route/rerouting.h>
#include <isochron/machine/route/via_router.h>

namespace isochron {

namespace {

std::vector<const WorkloadKind*> kinds_in(const Netlist& netlist) {
  std::vector<const WorkloadKind*> kinds;
  for (const WorkloadKind* const kind : workload_kinds())
    if (kind->is_in(netlist)) kinds.push_back(kind);
  return kinds;
}

}  // namespace

MachineAnalysis::MachineAnalysis(Netlist netlist)
    : netlist_(std::move(netlist)),
      kinds_(kinds_in(netlist_)),
      routes_(find_routes(netlist_)),
      transits_(netlist_),
      workloads_(analyse(std::vector<PartShares>(kinds_.size(), PartShares(netlist_.parts.size(), 0)))) {
  if (kinds_.size() > 1) {
    // What each asks for alone is taken from the others.
    std::vector<PartShares> taken(kinds_.size(), PartShares(netlist_.parts.size(), 0));
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      const PartShares demand = workloads_[k]->demand();
      for (std::size_t other = 0; other < kinds_.size(); ++other)
        for (std::size_t p = 0; p < demand.size() && other != k; ++p) taken[other][p] += demand[p];
    }
    workloads_ = analyse(taken);
  }
  find_bounds();
  routes_.store_address_changes(netlist_);
  netlist_.folds = find_folds(netlist_);
}

Netlist MachineAnalysis::take() {
  routes_.store(netlist_);
  return std::move(netlist_);
}

MachineAnalysis::Workloads MachineAnalysis::analyse(const std::vector<PartShares>& taken) const {
  Workloads workloads;
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    workloads.push_back(kinds_[k]->analyse(netlist_, routes_, transits_, taken[k]));
  return workloads;
}

const Workload& MachineAnalysis::main_workload() const {
  const auto found =
      std::find_if(workloads_.begin(), workloads_.end(), [](const auto& one) { return !one->driver().first.empty(); });
  return found == workloads_.end() ? *workloads_.front() : **found;
}

std::vector<Warning> MachineAnalysis::warnings() const {
  std::vector<Warning> warnings = netlist_.warnings;
  for (const auto& workload : workloads_) {
    const std::vector<Warning> some = workload->warnings();
    warnings.insert(warnings.end(), some.begin(), some.end());
    const std::string driver = workload->driver().first;
    if (workloads_.size() > 1 && !driver.empty() && !workload->offered_load())
      warnings.push_back(
          {fmt::format("work that is measured by `{}` takes all it can get: the bounds of other work hold "
                       "while it rests",
                       driver),
           "Let it ask for a rate to have both counted together"});
  }
  for (Warning& warning : Rerouting::warnings(netlist_, routes_)) warnings.push_back(std::move(warning));
  return warnings;
}

std::unique_ptr<FailureModel> MachineAnalysis::failures() const {
  return workloads_.size() == 1 ? workloads_.front()->failures() : nullptr;
}

void MachineAnalysis::find_bounds() {
  for (const auto& workload : workloads_) {
    for (ResourceBound bound : workload->bounds()) {
      if (kinds_.size() > 1 && bound.metric.empty()) {
        bound.metric = workload->driver().first;
        bound.rate = bound.load / bound.capacity * bound.limit;
      }
      bounds_.push_back(std::move(bound));
    }
  }
  const auto place = [this](const ResourceBound& bound) {
    const auto found = std::find_if(netlist_.resources.begin(), netlist_.resources.end(),
                                    [&bound](const NamedResource& one) { return one.name == bound.resource; });
    return found - netlist_.resources.begin();
  };
  std::stable_sort(bounds_.begin(), bounds_.end(), [&place](const ResourceBound& one, const ResourceBound& other) {
    return place(one) < place(other);
  });
}

}  // namespace isochron
