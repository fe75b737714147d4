// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <isochron/observe/parameter_table.h>
#include <isochron/part/part_plan.h>

namespace isochron {

/// A bus or crossbar between the parts that work on jobs and what they read, write or send to: how long a transfer
/// holds it depends on who makes the transfer.
class Interconnect {
 public:
  /// What a connection to the input may say of the part behind it, of this object; empty: nothing.
  virtual ParameterTable at_port(const PortRef& input) {
    (void)input;
    return {};
  }
  /// The output that what comes in at `input` reads or writes by; nullopt: each transfer has an output of its own.
  virtual std::optional<PortRef> way_of(const PortRef& input, bool write) const = 0;
  /// That a transfer of `bytes` by `input` holds it.
  virtual double seconds_of(const PortRef& input, bool write, std::uint64_t bytes) const = 0;
  /// Times that it is held for a transfer of `bytes`.
  virtual double turns_of(std::uint64_t bytes) const {
    (void)bytes;
    return 1;
  }
  /// A transfer holds an input and an output, and not all of it.
  virtual bool has_lanes() const { return false; }

 protected:
  ~Interconnect() = default;
};

}  // namespace isochron
