// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/machine/workload/workload.h>
#include <isochron/part/handed_work.h>

namespace isochron {

/// Whether the machine has a part whose own work is handed from part to part.
bool hands_work_over(const Netlist& netlist);
/// That part, of a machine that has one.
std::size_t worker_of(const Netlist& netlist);

/// Such work, by arithmetic.
class PipelineWorkload final : public Workload, private WorkBook {
 public:
  /// `netlist` has such a part, and must outlive it. `taken`: of each part's time, by other workloads. Throws
  /// InputError where payloads go round in a cycle, or leave by a port that is joined to nothing.
  PipelineWorkload(const Netlist& netlist, const PartShares& taken);

  PartShares demand() const override { return PartShares(netlist_.parts.size(), 0); }
  std::vector<ResourceBound> bounds() const override;
  std::pair<std::string, std::string> driver() const override { return work().driver(); }
  std::optional<double> completes_in() const override;
  double events(double, Folding) const override { return events_; }
  double memory(double) const override;
  std::vector<std::string> pictures() const override { return work().pictures(Connections(netlist_, worker_)); }

 private:
  struct Load {
    double instances;
    double seconds;
    /// Of a round's bytes, that come to it by the inputs of one name of the part that takes them.
    std::map<std::pair<std::size_t, unsigned>, double> shares;
  };

  const HandedWork& work() const { return *netlist_.parts[worker_].config->as<HandedWork>(); }
  void take(std::size_t part, const char* kind, double instances, const Payloads& payloads, double seconds) override;
  void add_events(double events) override { events_ += events * last_.count; }
  void add_memory(double bytes) override { waiting_ += bytes; }
  /// Takes the rounds of one kind; those before are over.
  void add_rounds(HandedWork::Rounds rounds);
  void follow(std::size_t part, const std::vector<Leaving>& leaving);

  const Netlist& netlist_;
  PartShares taken_;
  std::size_t worker_;  ///< the part that begins it
  HandedWork::Rounds last_;
  std::map<std::pair<std::size_t, std::string>, Load> loads_;  ///< of the last rounds
  double slowest_ = 0;                                         ///< seconds that all rounds take where nothing waits
  double events_ = 0;
  double waiting_ = 0;  ///< bytes, in the last rounds
  std::vector<std::pair<std::size_t, PortRef>> under_way_;
};

}  // namespace isochron
