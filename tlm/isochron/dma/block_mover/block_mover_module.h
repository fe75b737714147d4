// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include <isochron/core/implementations.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// The block mover (docs/hardware/block_mover.md) as a SystemC module, whatever is inside. Both implementations have
/// the same registers, descriptors and ports; each direction of a port is a socket of its own, as AXI's are.
class BlockMoverModule : public sc_core::sc_module {
 public:
  enum class Implementation { tlm, rtl };
  enum class Port { a, b, descriptors };

  struct Config {
    std::uint64_t clock = 100'000'000;  ///< hertz
    bool run_ahead = true;              ///< of the kernel, between calls into TLM; false: an event an edge
  };
  // What both are, and the Verilog is made with; the registers say the same.
  static constexpr unsigned data_bytes = 8;
  static constexpr unsigned outstanding = 16;
  static constexpr unsigned commands = 8;
  static constexpr unsigned prefetch = 4;
  static constexpr unsigned descriptors_in_flight = 8;
  static constexpr unsigned buffer_words = 1024;
  static constexpr unsigned max_burst = 256;
  static constexpr std::uint64_t register_bytes = 4096;
  /// Bytes that a message of the domain's pool must hold: a burst, and byte enables as long.
  static constexpr std::size_t pool_capacity = 2ul * max_burst * data_bytes;

  virtual AtTargetBase& registers() = 0;
  virtual AtInitiatorBase& read(Port port) = 0;
  virtual AtInitiatorBase& write(Port port) = 0;
  /// Writes whose bytes are a stream, in and out. The address says how they end.
  static constexpr std::uint64_t stream_ends = 1;       ///< their last byte is a packet's
  static constexpr std::uint64_t stream_is_killed = 2;  ///< ... whose move was killed; out only
  static constexpr std::uint64_t stream_is_empty = 4;   ///< an end without bytes: the write's byte counts for nothing
  virtual AtTargetBase& stream_in() = 0;
  virtual AtInitiatorBase& stream_out() = 0;

  virtual bool interrupt() const = 0;
  virtual const sc_core::sc_event& interrupt_changed() const = 0;
  /// Something is under way inside.
  virtual bool active() const = 0;
  /// Clock cycles simulated one by one; 0 for a model at transaction level.
  virtual std::uint64_t cycles() const = 0;

  /// Adds `impl`, as which of them a part is, to its parameters.
  static void add_choice(ParameterTable& table, Implementation& implementation);
  /// Made for the part `owner`; throws ModelError in its name if this program has no such implementation.
  static std::unique_ptr<BlockMoverModule> make_for(const std::string& owner, Implementation implementation,
                                                    const char* name, const Domain& domain, const Config& config);
  /// nullptr: this program has no such implementation. Its domain keeps to the kernel's time.
  static std::unique_ptr<BlockMoverModule> make(Implementation implementation, const char* name, const Domain& domain,
                                                const Config& config);

 protected:
  explicit BlockMoverModule(const sc_core::sc_module_name& name) : sc_module(name) {}
};

using BlockMoverMaker = std::function<std::unique_ptr<BlockMoverModule>(const char* name, const Domain& domain,
                                                                        const BlockMoverModule::Config& config)>;

/// The block movers of this program: "tlm", which is the library's own, and "rtl" where somebody offers it.
Implementations<BlockMoverMaker>& block_mover_modules();

}  // namespace isochron
