// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/core/seed.h>
#include <isochron/machine/run/resource_bound.h>
#include <isochron/machine/run/run_size.h>
#include <isochron/machine/run/warning.h>
#include <isochron/observe/instance_overrides.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/replication_record.h>
#include <isochron/observe/trace.h>
#include <isochron/observe/type_registry.h>
#include <isochron/part/topology.h>

namespace isochron {

struct SourcePosition;
struct YamlNode;

/// Parts of a type that carry any load, as a parameter of the machine stands: no result depends on how many there are.
struct UnlimitedParts {
  std::string type;  ///< as in the topology
  std::string path;  ///< of the parameter that would limit them
};

/// A fault that strikes parts during a run, in words.
struct FaultText {
  std::string name;
  std::string kind;   ///< "down"
  std::string parts;  ///< pattern of their paths
  std::size_t count;  ///< of them
  std::string how;    ///< "at: 2 s, for: 500 ms"
};

/// When to measure, all in picoseconds of simulated time. A machine that runs until its work is done has neither
/// warm-up nor duration: both are 0.
struct MeasurePlan {
  std::uint64_t warm_up = 0;
  std::uint64_t duration = 0;
  std::uint64_t seed = 1;  ///< of this replication
  /// Not 0: the run is cut into intervals of this length from its beginning on, and `sample` has what each has
  /// measured. The record of such a run is that of its last interval.
  std::uint64_t every = 0;
  std::function<void(const ReplicationRecord&)> sample = {};
  /// If set, it is called once the machine is built. It may change the seed if nothing has used it.
  std::function<void(Seed&)> built = {};
};

/// The configuration of one kind of machine: knows its parameters, checks them, says what arithmetic says, and runs.
class MachineDescription {
 public:
  virtual ~MachineDescription() = default;

  /// Its checks say whether the parameters fit together.
  virtual ParameterTable parameters() = 0;
  virtual std::vector<ResourceBound> bounds() const = 0;
  /// Bounds of several works that it does side by side, such as traffics; none for a machine that does one.
  virtual std::vector<WorkloadBound> workloads() const { return {}; }
  /// Name and unit of what `ResourceBound::limit` is expressed in, e.g. {"raid.bandwidth", "B/s"}. Where bounds have
  /// several metrics, that of the tightest.
  virtual std::pair<std::string, std::string> driver() const = 0;
  /// The value of the driver that the scenario asks for (bytes/s a RAID controller, say). nullopt: as much as the
  /// machine can give, since all work is requested at once; saturation is the point of the experiment then.
  virtual std::optional<double> demand() const = 0;
  /// For a machine that runs until its work is done: how long that takes, about, in picoseconds of simulated time; an
  /// estimate for the progress line and `explain`. nullopt: it is measured for as long as the scenario says.
  virtual std::optional<std::uint64_t> completes_in() const { return std::nullopt; }
  virtual Topology topology() const = 0;
  /// Estimated cost of a replication. `parts`: those that are not the paper's.
  virtual RunSize size(const MeasurePlan& plan) const = 0;
  /// From now on single parts are as `instances` has them, which must outlive this; nullptr: as the parameters have
  /// all. False: what arithmetic says goes on from the parameters alone.
  virtual bool set_instances(InstanceOverrides* instances) = 0;
  /// Random quantities that bounds take at their mean: "latencies of disks". A window may have a little more
  /// than such a bound.
  virtual std::vector<std::string> drawn_at_random() const { return {}; }
  virtual std::vector<UnlimitedParts> unlimited() const { return {}; }
  /// Warnings that its shape raises.
  virtual std::vector<Warning> warnings() const { return {}; }
  /// Why no value of `parameter`, which counts, has an effect as the machine stands; empty: one may have.
  virtual std::string why_idle(const std::string& parameter) const {
    (void)parameter;
    return {};
  }
  /// Whether it runs until its work is done. This does not depend on the parameters: the reader of a scenario asks a
  /// machine at its defaults, which need not fit together.
  virtual bool until_done() const { return completes_in().has_value(); }
  /// Figures that it has as it stands, beside those of its type.
  virtual std::vector<StatisticInfo> figures() const { return {}; }
  /// From now on it has a metric of this formula over statistics of its parts, named by its text, which stands at
  /// `position`. False: its kind has no such metrics. Throws InputError where the text is no formula; whether it fits
  /// the machine is seen in figures().
  virtual bool ask(const std::string& formula, const SourcePosition& position) {
    (void)formula;
    (void)position;
    return false;
  }
  /// From now on the faults of the section `faults` of a scenario strike it too. Throws InputError.
  virtual void set_faults(const YamlNode& faults) = 0;
  virtual std::vector<FaultText> faults() const { return {}; }
  /// Names of the pictures that a replication keeps.
  virtual std::vector<std::string> picture_names() const { return {}; }

  /// Builds the SystemC model, runs it and collects. Once a process: SystemC allows one simulation.
  /// `progress(simulated picoseconds)` is called now and then; it may be empty. `trace`, if there is one, is opened,
  /// follows the run and is closed.
  /// Throws ModelError (core/error.h) when the model fails, WriteError when the trace cannot be written.
  virtual ReplicationRecord run(const MeasurePlan& plan, const std::function<void(std::uint64_t)>& progress,
                                Trace* trace = nullptr) = 0;
  /// Builds the SystemC model without running it, and lists what can be traced. Not in a process that runs one.
  virtual std::vector<ProbeInfo> probes() const = 0;
};

/// A kind of machine that scenarios can name.
struct MachineType {
  TypeInfo info;
  std::function<std::unique_ptr<MachineDescription>()> make;
  std::vector<std::string> files = {};  ///< that describe it
  std::string sha256 = {};              ///< of their bytes
};

}  // namespace isochron
