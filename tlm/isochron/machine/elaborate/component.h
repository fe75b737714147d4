// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/interconnect.h>
#include <isochron/machine/elaborate/message_buffers.h>
#include <isochron/machine/elaborate/part_plan.h>
#include <isochron/machine/run/assembly.h>
#include <isochron/machine/workload/jobs/job_part.h>
#include <isochron/machine/workload/self/own_work.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_problem.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/port.h>

namespace isochron {

class HandOverPart;
class HandedWork;
class Connections;

/// As descriptions and schemas have it: "sender".
const char* name_of(Port::Role role);

/// Ports of a part that have one name: "window[j]".
struct PortGroup {
  std::string name;
  Port::Role role = Port::Role::target;
  bool array = false;
  /// Length of an array; nullopt: as many as are joined, up to `most`.
  std::optional<std::uint64_t> count = {};
  /// Protocol; empty: that of its neighbour, the same at all such ports of the part.
  std::string protocol = {};
  bool buffered = false;  ///< of an output: messages wait in it
  /// A sender drives a line, so a link must follow. At a receiver a line begins.
  bool line = false;
  bool required = true;  ///< there must be a connection
  /// Nothing moves between them: the part at the initiator calls the one at the target, which any number of parts may
  /// call, and which is built before them.
  bool calls = false;
  std::uint64_t most = 1 << 16;  ///< that the part can have
};

/// Why a part does not fit those around it.
struct CompatibilityError {
  std::string cause;
  std::string remedy;
};

/// A port by which a part calls another one, and one at which others call it.
inline PortGroup calling_port(std::string name, std::string protocol) {
  PortGroup group{std::move(name), Port::Role::initiator, false, {}, std::move(protocol)};
  group.calls = true;
  return group;
}
inline PortGroup called_port(std::string name, std::string protocol) {
  PortGroup group{std::move(name), Port::Role::target, false, {}, std::move(protocol)};
  group.calls = true;
  group.required = false;
  return group;
}

/// A part of a machine file as it stands: what a machine needs to know of it beside its parameters.
class PartConfig {
 public:
  virtual ~PartConfig() = default;

  /// Parameters of this object.
  virtual ParameterTable parameters() = 0;
  /// As the parameters stand.
  virtual std::vector<PortGroup> ports() const = 0;
  /// The outputs by which what comes in at port `index` of `group` may leave; none of a part where data end.
  virtual std::vector<PortRef> ways_from(const PortRef& input, const PartPlan& plan) const {
    (void)input;
    (void)plan;
    return {};
  }
  /// It can change the way in the address of a message that leaves by the output: see PartPlan::address_changes.
  virtual bool changes_addresses(const PortRef& output) const {
    (void)output;
    return false;
  }
  /// A message that waits for what is behind it holds it, and nothing else passes meanwhile.
  virtual bool is_held() const { return false; }
  /// Data begin here, and leave by these outputs.
  virtual std::vector<PortRef> sources() const { return {}; }
  /// Data end here.
  virtual bool is_sink() const { return false; }
  /// Bytes/s that it can carry in messages of `message` bytes; nullopt: no limit of its own.
  virtual std::optional<Capacity> capacity(std::uint64_t message) const {
    (void)message;
    return std::nullopt;
  }
  /// Buffers of its output ports, or of a part where data end; nullopt: it takes everything that comes.
  virtual std::optional<MessageBuffers> buffers() const { return std::nullopt; }
  /// Seconds at least that a message of `bytes` crosses it, a link or a bus, with a buffer in the part behind it.
  virtual double least_transit(std::uint64_t bytes, const PartPlan& plan) const {
    (void)bytes;
    (void)plan;
    return 0;
  }
  /// The same of what comes by the input.
  virtual std::optional<Capacity> capacity_from(const PortRef& input, std::uint64_t message) const {
    (void)input;
    return capacity(message);
  }
  /// Random quantity whose mean its capacity is, "latencies of disks"; nullptr: none.
  virtual const char* drawn() const { return nullptr; }
  /// Events of the region that a message costs here.
  virtual double events_per_message() const { return 1; }
  /// Parts inside it that have parameters of their own: name within it, type, parameters.
  using Inner = std::function<void(const std::string& name, const char* type, ParameterTable& table)>;
  virtual void inner(const Inner& visit) { (void)visit; }
  /// Whether it can generate what `load` asks; an empty text, or why not.
  virtual std::string why_not(const SourceLoad& load) const {
    (void)load;
    return "it generates nothing";
  }
  /// Several traffics may ask it, a source, for I/Os.
  virtual bool takes_several_traffics() const { return false; }

  /// Its role for jobs; nullptr: none.
  virtual const JobPart* job_part() const { return nullptr; }
  /// Work of its own; nullopt: none. Known once it has met the parts around it.
  virtual std::optional<OwnWork> own_work() const { return std::nullopt; }
  /// Its role for masters that read and write over it; nullptr: none.
  virtual Interconnect* interconnect() { return nullptr; }
  /// Its role for payloads that parts hand on to each other; nullptr: it takes none.
  virtual const HandOverPart* hand_over_part() const { return nullptr; }
  /// Its own work, if that is payloads that it hands on; nullptr: it is not.
  virtual const HandedWork* handed_work() const { return nullptr; }
  /// Why it does not fit those that it calls or is joined to; nullopt: it fits.
  virtual std::optional<CompatibilityError> compatibility_error(const Connections& around) const {
    (void)around;
    return std::nullopt;
  }
  /// Its contents lie at addresses of its own, PartPlan::address and the memory_bytes from there on.
  virtual bool is_memory() const { return false; }

  /// Bytes of a line, of a cache; nullopt: it is none.
  virtual std::optional<std::uint64_t> cache_line() const { return std::nullopt; }
  /// By its port `port` it is joined to `other`. Returns what does not fit then.
  virtual std::vector<ParameterProblem> meet(const PortRef& port, const PartConfig& other) {
    (void)port;
    (void)other;
    return {};
  }
  /// Bytes of memory that it takes beside what every part does.
  virtual double memory() const { return 0; }

  /// Makes the part `name` in the scope that is open.
  virtual void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const = 0;
};

/// A type that a machine file can use.
struct ComponentType {
  std::function<TypeInfo()> info;
  std::function<std::unique_ptr<PartConfig>()> make;
};

/// All of them by name: the library's, and what a program of its own has added.
const std::map<std::string, ComponentType>& component_types();
/// All types that `isochron describe` knows, but those of machine files with the parameters that their parts have.
const TypeRegistry& part_registry();
/// Those whose parts, as they are at first, `are` so; for remedies.
std::vector<std::string> names_of_types(const std::function<bool(const PartConfig&)>& are);
/// It can stand in a connection, as its link.
bool is_link(const PartConfig& part);

/// Adds a type of a program's own, before any machine file is read, to these and to all that `isochron describe` knows.
/// Its description has the parameters of a part that is made, unless it lists some itself. Throws std::invalid_argument
/// if the name is taken, or if a port is described otherwise than the part has it.
void add_component_type(ComponentType type);

}  // namespace isochron
