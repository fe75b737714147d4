// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <isochron/machine/analyse/declared_arithmetic.h>
#include <isochron/machine/analyse/machine_analysis.h>
#include <isochron/machine/bus_model.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/faults/failure_rules.h>
#include <isochron/machine/faults/fault_declaration.h>
#include <isochron/machine/faults/link_pairs.h>
#include <isochron/machine/folding.h>
#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/language/parameter_uses.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/machine/run/machine_simulation.h>

namespace isochron {

/// The machine that a file describes, as scenarios see it.
class ComposedMachine final : public MachineDescription {
 public:
  explicit ComposedMachine(std::shared_ptr<const MachineFile> file);

  ParameterTable parameters() override;
  std::vector<ResourceBound> bounds() const override;
  std::vector<WorkloadBound> workloads() const override;
  std::pair<std::string, std::string> driver() const override;
  std::optional<double> demand() const override;
  std::optional<std::uint64_t> completes_in() const override;
  bool set_instances(InstanceOverrides* instances) override;
  std::vector<std::string> drawn_at_random() const override;
  std::vector<UnlimitedParts> unlimited() const override;
  std::vector<Warning> warnings() const override;
  std::string why_idle(const std::string& parameter) const override;
  bool until_done() const override { return file_->until_done; }
  std::vector<StatisticInfo> figures() const override;
  bool ask(const std::string& formula, const SourcePosition& position) override;
  void set_faults(const YamlNode& faults) override;
  std::vector<FaultText> faults() const override;
  std::vector<std::string> picture_names() const override;
  RunSize size(const MeasurePlan& plan) const override;
  Topology topology() const override;
  ReplicationRecord run(const MeasurePlan& plan, const std::function<void(std::uint64_t)>& progress,
                        Trace* trace) override;
  std::vector<ProbeInfo> probes() const override;

  /// Its parts and connections as SystemC modules. Once a process.
  std::unique_ptr<MachineSimulation> build(const Seed& seed) const;

  /// Its parts and connections as they are, with routes. It gives away what has been elaborated, so that the next call
  /// of any of these functions elaborates again.
  Netlist netlist() const;
  /// The same as a machine file.
  std::string flat_file() const;
  /// Analysis of the machine with its current parameters, and single parts as they are counted. It is computed once.
  /// Valid until one of these changes.
  const MachineAnalysis& analysis() const;
  /// Computes what failures of its parts leave of its work, valid as long as analysis(). Throws InputError where that
  /// is not known.
  std::unique_ptr<FailureModel> failures() const;

 private:
  std::vector<StatisticInfo> workload_figures() const;
  /// Whether chains are folded in this machine as its parameters stand.
  Folding folding() const;
  /// What the file says by formulas; nullopt: the workloads' arithmetic decides.
  std::optional<DeclaredArithmetic> declared(const Names& names) const;
  /// Over its parts.
  std::vector<Metric> metrics() const;
  /// Its parts and connections: elaborated when first asked for, and again after parameters or instances have changed.
  const Netlist& elaborated() const;
  /// Drops what has been elaborated, and all that was derived from it.
  void forget() const;
  /// What the machine is with the parameters that `rules` have for a failure; null: what it was.
  std::unique_ptr<Netlist> remaining(const FailureRules& rules, const FlatFault& fault, const Netlist& whole) const;
  /// Of failures that are known at a time, lets the one that became known last leave what all of them do. Throws
  /// InputError where that is not known.
  void combine_failures(Netlist& whole) const;

  std::shared_ptr<const MachineFile> file_;
  ParameterStore store_;
  std::vector<MetricDeclaration> asked_;
  LinkPairs pairs_;
  FailureRules rules_;
  FailureRules rebuilding_;
  PartGroups groups_;
  std::vector<FaultDeclaration> faults_;
  BusModel bus_model_ = BusModel::fast;
  Folding folding_ = Folding::on;
  InstanceOverrides* instances_ = nullptr;  ///< nullptr: nothing is said of single parts
  mutable std::optional<Netlist> netlist_;  ///< until it is analysed
  mutable std::unique_ptr<MachineAnalysis> analysis_;
  mutable std::optional<ParameterUses> uses_;  ///< in it
  mutable Names elaborated_with_;              ///< values of parameters
};

/// The type of the machine that `file` describes. Whether the machine fits together is seen with its parameters as a
/// scenario has them. Throws FileError or InputError.
MachineType composed_machine_type(const std::string& file);

}  // namespace isochron
