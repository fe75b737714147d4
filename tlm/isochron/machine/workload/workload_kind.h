// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/language/effects.h>
#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/workload/workload.h>
#include <isochron/machine/workload/workload_run.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// Reads a file beside the machine's, whose path a node has: its full name and its text. Throws InputError.
using FileReader = std::function<std::pair<std::string, std::string>(const YamlNode&)>;

/// A kind of workload that machines may have. The machine asks this interface alone.
class WorkloadKind {
 public:
  // In machine files. All throw InputError.
  /// The key of its section; empty: it has none, parts bring it.
  virtual const char* section() const { return ""; }
  /// Adds what the section declares to `file`.
  virtual void read(const YamlNode& node, const FileReader& beside, MachineFile& file) const {
    (void)node;
    (void)beside;
    (void)file;
  }
  /// Checks names in what the file declares.
  virtual void check(const MachineFile& file, const Expression::Scope& scope) const {
    (void)file;
    (void)scope;
  }
  /// Works out what the file declares with the values of its parameters, once all parts are joined and their endpoints
  /// known. Kinds before it have been worked out.
  virtual void resolve(const MachineFile& file, const Names& parameters, Netlist& netlist) const = 0;
  /// Adds the parameters that its declarations name.
  virtual void add_uses(const MachineFile& file, const Netlist& netlist, Effects& uses) const {
    (void)file;
    (void)netlist;
    (void)uses;
  }
  /// Section of a flat machine file, or comments; empty: the machine has none of it.
  virtual std::string text(const Netlist& netlist, const Names& parameters) const = 0;

  // In a machine.
  /// Whether the machine has such workloads.
  virtual bool is_in(const Netlist& netlist) const = 0;
  /// Whether they end by themselves.
  virtual bool has_end(const Netlist& netlist) const = 0;
  /// `taken`: by other workloads. All must outlive what is returned.
  virtual std::unique_ptr<Workload> analyse(const Netlist& netlist, const Routes& routes, const Transits& transits,
                                            const PartShares& taken) const = 0;
  /// Figures of a run. Those of workloads that are switched off may be among them.
  virtual std::vector<StatisticInfo> figures(const MachineFile& file, const Netlist& netlist) const = 0;
  /// Whether a workload that is switched off has left the machine without the figure or group of figures `name`.
  virtual bool lacks(const Netlist& netlist, const std::string& name) const {
    (void)netlist;
    (void)name;
    return false;
  }
  /// What the names of figures of one of several workloads begin with: "play".
  virtual std::vector<std::string> names(const MachineFile& file) const {
    (void)file;
    return {};
  }

  /// Plans what its parts do in a run with this seed.
  virtual void plan(Netlist& netlist, const Seed& seed) const {
    (void)netlist;
    (void)seed;
  }
  /// Notes the parts that it adds to the machine's own.
  virtual void place(const Netlist& netlist, Assembly& machine) const {
    (void)netlist;
    (void)machine;
  }
  /// Bytes of the largest payload.
  virtual std::size_t largest_payload(const Netlist& netlist) const = 0;
  virtual std::unique_ptr<WorkloadRun> attach(const WorkloadContext& context) const = 0;

 protected:
  ~WorkloadKind() = default;
};

/// Registers a kind of a program's own, before main(): a static object beside its class.
class WorkloadRegistration {
 public:
  explicit WorkloadRegistration(const WorkloadKind& kind) { registered().push_back(&kind); }
  static std::vector<const WorkloadKind*>& registered() {
    static std::vector<const WorkloadKind*> kinds;
    return kinds;
  }
};

/// All kinds: the library's and those that are registered. Where a machine has several, the driver and the offered load
/// are those of the first that has a driver.
const std::vector<const WorkloadKind*>& workload_kinds();

// One in each folder.
const WorkloadKind& job_kind();
const WorkloadKind& self_kind();
const WorkloadKind& pipeline_kind();
const WorkloadKind& traffic_kind();

}  // namespace isochron
