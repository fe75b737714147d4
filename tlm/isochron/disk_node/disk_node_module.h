// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include <isochron/core/implementations.h>
#include <isochron/disk_node/disk_channel.h>
#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// The disk-node interface (docs/hardware/disk_node.md) as a SystemC module, whatever is inside. Both implementations
/// have the same registers, rings and ports; each direction of a port is a socket of its own, as AXI's are. Reads of
/// disks only.
class DiskNodeModule : public sc_core::sc_module {
 public:
  enum class Implementation { tlm, rtl };
  enum class Port { a, b, rings };

  struct Config {
    std::uint64_t clock = 50'000'000;  ///< hertz
    bool run_ahead = true;             ///< of the kernel, between calls into TLM; false: an event an edge
    bool stands = true;                ///< the clock, while only others can go on; false: never
  };
  // What both are, and the Verilog is made with; the registers say the same.
  static constexpr unsigned data_bytes = 8;
  static constexpr unsigned disks = 8;
  static constexpr unsigned tags = 8;
  static constexpr unsigned requests = 8;
  static constexpr unsigned block_bytes = 512;
  static constexpr unsigned slot_blocks = 4;
  static constexpr unsigned outstanding = 16;
  static constexpr unsigned max_burst = 64;
  static constexpr std::uint64_t register_bytes = 4096;
  /// Bytes that a message of the domain's pool must hold: a burst, and byte enables as long.
  static constexpr std::size_t pool_capacity = 2ul * max_burst * data_bytes;

  virtual AtTargetBase& registers() = 0;
  virtual AtInitiatorBase& read(Port port) = 0;
  virtual AtInitiatorBase& write(Port port) = 0;
  /// Every block of a command is in the channel's buffer.
  virtual void arrived(std::uint64_t number, Time now) = 0;

  virtual bool interrupt() const = 0;
  virtual const sc_core::sc_event& interrupt_changed() const = 0;
  /// Clock cycles simulated one by one; 0 for a model at transaction level.
  virtual std::uint64_t cycles() const = 0;

  /// nullptr: this program has no such implementation. Its domain keeps to the kernel's time.
  static std::unique_ptr<DiskNodeModule> make(Implementation implementation, const char* name, const Domain& domain,
                                              const Config& config, DiskChannel& channel);

 protected:
  explicit DiskNodeModule(const sc_core::sc_module_name& name) : sc_module(name) {}
};

using DiskNodeMaker = std::function<std::unique_ptr<DiskNodeModule>(
    const char* name, const Domain& domain, const DiskNodeModule::Config& config, DiskChannel& channel)>;

/// The disk-node interfaces of this program: "tlm", which is the library's own, and "rtl" where somebody offers it.
Implementations<DiskNodeMaker>& disk_node_modules();

}  // namespace isochron
