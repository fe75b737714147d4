// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <isochron/machine/elaborate/configured.h>
#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// What a part of a machine can see of those around it.
class Connections {
 public:
  /// `netlist` must outlive it.
  Connections(const Netlist& netlist, std::size_t part) : netlist_(netlist), part_(part) {}

  std::size_t number() const { return part_; }
  const FlatPart& part() const { return netlist_.parts[part_]; }
  /// The neighbours of the part that it calls by `output`; nullopt: nothing is there.
  std::optional<Connections> called(const PortRef& output) const {
    const auto found = part().plan.calls.find(output);
    if (found == part().plan.calls.end()) return std::nullopt;
    return Connections(netlist_, found->second.part);
  }
  /// What `output` is joined by; nullptr: it is not.
  const FlatConnection* connection(const PortRef& output) const {
    const auto& joined = part().joined;
    if (output.group >= joined.size() || output.index >= joined[output.group].size()) return nullptr;
    return netlist_.behind(part_, output);
  }
  /// Those of the part behind `output`.
  std::optional<Connections> behind(const PortRef& output) const {
    const FlatConnection* const joined = connection(output);
    if (joined == nullptr) return std::nullopt;
    return Connections(netlist_, joined->to);
  }
  /// What the part is as a `Seen`; nullptr: it is none.
  template <class Seen>
  const Seen* as() const {
    return dynamic_cast<const Seen*>(part().config.get());
  }
  /// What the part that it calls by `output`, and that must be there, is configured as.
  template <class Config>
  const Config& config_of(const PortRef& output) const {
    return called(output)->as<Configured<Config>>()->config();
  }

 private:
  const Netlist& netlist_;
  std::size_t part_;
};

}  // namespace isochron
