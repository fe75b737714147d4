// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>

namespace isochron::block_mover {

/// An access that was answered with an error.
class BusError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How the driver reaches the registers: over AXI4-Lite pins, over TLM, or mapped.
class RegisterAccess {
 public:
  virtual ~RegisterAccess() = default;
  /// `offset` is that of a 32-bit register. Throws BusError.
  virtual std::uint32_t read(std::uint32_t offset) = 0;
  virtual void write(std::uint32_t offset, std::uint32_t value) = 0;
};

}  // namespace isochron::block_mover
