// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_problem.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/part/assembly.h>
#include <isochron/part/fold_role.h>
#include <isochron/part/message_buffers.h>
#include <isochron/part/part_plan.h>
#include <isochron/protocol/port.h>

namespace isochron {

class Connections;

/// As descriptions and schemas have it: "sender".
const char* name_of(Port::Role role);
/// Throws std::invalid_argument.
Port::Role role_named(const std::string& name);

/// Which direction of a peer a group of ports is. "port.tx" sends, "port.rx" receives.
enum class PeerHalf { none, tx, rx };

/// Ports of a part that have one name: "window[j]". DescribedPorts makes them. Of peers, which carry both directions,
/// there are two groups of this name, so that whatever follows data from port to port sees outputs and inputs only.
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
  std::uint64_t most = 1 << 16;    ///< that the part can have
  bool late = false;               ///< of one that calls: only once all parts are built
  bool closes_gaps = false;        ///< of inputs, as many as are joined: their numbers in the file only order them
  PeerHalf half = PeerHalf::none;  ///< of peers: the direction

  bool is_peer() const { return half != PeerHalf::none; }

  PortGroup counted(std::uint64_t ports) && {
    count = ports;
    return std::move(*this);
  }
  PortGroup unless_needed(bool needed = false) && {
    required = needed;
    return std::move(*this);
  }
  /// Messages wait at it for a link.
  PortGroup driving() && {
    buffered = line = true;
    return std::move(*this);
  }
  PortGroup calling() && {
    calls = true;
    return std::move(*this);
  }
  PortGroup calling_late() && {
    calls = late = true;
    required = false;
    return std::move(*this);
  }
  PortGroup called() && {
    calls = true;
    required = false;
    return std::move(*this);
  }
};

/// Both directions of ports that are peers, for PartConfig::ports(): {..., port.tx, port.rx, ...}. DescribedPorts makes
/// them.
struct PeerGroups {
  PortGroup tx;  ///< a sender
  PortGroup rx;  ///< a receiver

  PeerGroups counted(std::uint64_t ports) && {
    tx.count = rx.count = ports;
    return std::move(*this);
  }
  PeerGroups unless_needed(bool needed = false) && {
    tx.required = rx.required = needed;
    return std::move(*this);
  }
  /// Messages wait at it for a link.
  PeerGroups driving() && {
    tx.buffered = tx.line = true;
    return std::move(*this);
  }
  /// An end of a link: what drives a line may be joined to it.
  PeerGroups of_link() && {
    rx.line = true;
    return std::move(*this);
  }
};

/// What follows from a part's parameters, and is none itself.
struct DerivedValue {
  std::string name;  ///< "streams.mean_rate"
  Quantity quantity = Quantity::count;
  double value = 0;  ///< in stored units
};

/// Why a part does not fit those around it.
struct CompatibilityError {
  std::string cause;
  std::string remedy;
};

/// A part of a machine file as it stands: what a machine needs to know of it beside its parameters.
class PartConfig {
 public:
  virtual ~PartConfig() = default;

  /// Parameters of this object.
  virtual ParameterTable parameters() = 0;
  /// What expressions may name beside the parameters, of a machine that has these as a group.
  virtual std::vector<DerivedValue> derived() const { return {}; }
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
  /// Messages can be addressed to it: data end here, or requests, or their answers.
  virtual bool is_endpoint() const { return is_sink(); }
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
  /// Seconds from the end of a message's transfer across it, a link, until it has arrived. Others are transferred
  /// meanwhile.
  virtual double propagation(std::uint64_t bytes) const {
    (void)bytes;
    return 0;
  }
  /// Seconds that a buffer behind it, a link, is free before its sender knows.
  virtual double credit_latency() const { return 0; }
  /// capacity() of what comes by the input.
  virtual std::optional<Capacity> capacity_from(const PortRef& input, std::uint64_t message) const {
    (void)input;
    return capacity(message);
  }
  /// What comes in at one of its inputs does not hold up what comes in at another: capacity_from() is of each alone.
  virtual bool is_full_duplex() const { return false; }
  /// Random quantity whose mean its capacity is, "latencies of disks"; nullptr: none.
  virtual const char* drawn() const { return nullptr; }
  virtual FoldRole fold_role() const { return FoldRole::none; }
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

  /// What it is beside a part, of the interfaces that a part may have: JobPart, WorkingPart, Interconnect,
  /// HandOverPart, HandedWork, RequesterPart, ResponderPart, CarryingPart; nullptr: it is none. For the time before a
  /// run.
  template <class Role>
  const Role* as() const {
    return dynamic_cast<const Role*>(this);
  }
  template <class Role>
  Role* as() {
    return dynamic_cast<Role*>(this);
  }
  /// Why it does not fit those that it calls or is joined to; nullopt: it fits.
  virtual std::optional<CompatibilityError> compatibility_error(const Connections& around) const {
    (void)around;
    return std::nullopt;
  }
  /// Its contents lie at addresses of its own, PartPlan::address and the memory_bytes from there on.
  virtual bool is_memory() const { return false; }
  /// Whether it hears of requests that fail with a part which it calls, and goes on without what they asked for.
  virtual bool hears_failures() const { return false; }

  /// Bytes of a line, of a cache; nullopt: it is none.
  virtual std::optional<std::uint64_t> cache_line() const { return std::nullopt; }
  /// By its port `port` it is joined to `other`. Returns what does not fit then.
  virtual std::vector<ParameterProblem> meet(const PortRef& port, const PartConfig& other) {
    (void)port;
    (void)other;
    return {};
  }
  /// The type that it is built as, where that is not its own; else nullptr.
  virtual const char* built_type() const { return nullptr; }
  /// Unit of what it counts in a flow, "B", or "1" for pieces; nullptr: it counts nothing. If it does, build() sets
  /// BuildContext::counter.
  virtual const char* flow_unit() const { return nullptr; }
  /// Bytes of memory that it takes beside what every part does.
  virtual double memory() const { return 0; }

  /// Makes the part `name` in the scope that is open.
  virtual void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const = 0;
};

}  // namespace isochron
