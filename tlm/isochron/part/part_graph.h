// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>

#include <isochron/part/port_ref.h>

namespace isochron {

class PartConfig;
struct PartPlan;

/// The parts of a machine by their numbers, and what joins them, as parts see it.
class PartGraph {
 public:
  virtual const std::string& path_of(std::size_t part) const = 0;
  virtual const PartConfig& config_of(std::size_t part) const = 0;
  virtual const PartPlan& plan_of(std::size_t part) const = 0;
  /// Whether there is a connection at the port.
  virtual bool is_joined(std::size_t part, const PortRef& port) const = 0;
  /// The input that `output` is joined to; nullopt: none.
  virtual std::optional<PortOfPart> input_behind(std::size_t part, const PortRef& output) const = 0;
  /// To be thrown where the part does not fit into the machine.
  virtual std::exception_ptr refusal(std::size_t part, const std::string& cause, const std::string& remedy) const = 0;

 protected:
  ~PartGraph() = default;
};

}  // namespace isochron
