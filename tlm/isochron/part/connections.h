// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <optional>
#include <string>

#include <isochron/part/configured.h>
#include <isochron/part/part_config.h>
#include <isochron/part/part_graph.h>

namespace isochron {

/// A part of a machine, and what it can see of those around it.
class Connections {
 public:
  /// `graph` must outlive it.
  Connections(const PartGraph& graph, std::size_t part) : graph_(graph), part_(part) {}

  std::size_t number() const { return part_; }
  const std::string& path() const { return graph_.path_of(part_); }
  const PartConfig& config() const { return graph_.config_of(part_); }
  const PartPlan& plan() const { return graph_.plan_of(part_); }
  bool is_joined(const PortRef& port) const { return graph_.is_joined(part_, port); }
  /// The part that it calls by `output`; nullopt: nothing is there.
  std::optional<Connections> called(const PortRef& output) const {
    const auto found = plan().calls.find(output);
    if (found == plan().calls.end()) return std::nullopt;
    return Connections(graph_, found->second.part);
  }
  /// The input behind `output`; nullopt: it is joined to nothing.
  std::optional<PortOfPart> input_behind(const PortRef& output) const { return graph_.input_behind(part_, output); }
  /// The part behind `output`.
  std::optional<Connections> behind(const PortRef& output) const {
    const std::optional<PortOfPart> input = input_behind(output);
    if (!input) return std::nullopt;
    return Connections(graph_, input->part);
  }
  /// What the part is as a `Seen`; nullptr: it is none.
  template <class Seen>
  const Seen* as() const {
    return config().as<Seen>();
  }
  /// What the part that it calls by `output`, and that must be there, is configured as.
  template <class Config>
  const Config& config_of(const PortRef& output) const {
    return called(output)->as<Configured<Config>>()->config();
  }
  /// Throws because the part does not fit into the machine.
  [[noreturn]] void refuse(const std::string& cause, const std::string& remedy) const {
    std::rethrow_exception(graph_.refusal(part_, cause, remedy));
  }

 private:
  const PartGraph& graph_;
  std::size_t part_;
};

}  // namespace isochron
