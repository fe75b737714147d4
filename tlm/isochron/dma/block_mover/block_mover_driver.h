// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <isochron/dma/block_mover/c_access.h>
#include <isochron/dma/block_mover/move.h>
#include <isochron/dma/block_mover/port_attributes.h>
#include <isochron/dma/block_mover/register_access.h>

namespace isochron::block_mover {

/// What the parameters of a block mover are.
struct Capabilities {
  bool port_b = false;
  bool stream = false;
  bool combine = false;
  unsigned id_bits = 0;
  unsigned address_bits = 0;
  unsigned data_bits = 0;
  unsigned commands = 0;
  unsigned prefetch = 0;
  unsigned descriptors = 0;
  unsigned outstanding = 0;
  unsigned max_burst = 0;
  unsigned buffer_words = 0;
};

struct Status {
  bool running = false;
  bool idle = false;
  bool stopped = false;
  bool core_busy = false;
  bool at_tail = false;
  bool aborting = false;
};

/// The AXI4 ports: A, B, and the one that reads and writes descriptors.
enum class BusPort : std::uint8_t { a = 0, b = 1, descriptors = 2 };

/// Causes of interrupts; both what is enabled and what is pending.
struct Interrupts {
  bool move_done = false;
  bool chain_end = false;
  bool error = false;
  bool coalesced = false;
};

struct Counters {
  std::uint64_t bytes = 0;
  std::uint32_t moves = 0;
  std::uint32_t errors = 0;
  std::uint32_t descriptors = 0;
  std::uint32_t busy_cycles = 0;
  std::uint32_t stall_read_cycles = 0;
  std::uint32_t stall_write_cycles = 0;
  std::uint32_t stall_address_cycles = 0;
};

/// CHAIN_ERROR
enum class ChainError : std::uint8_t {
  none = 0,
  misaligned = 1,
  out_of_range = 2,
  not_owned = 3,
  reserved = 4,
  itself = 5,
  fetch_slverr = 6,
  fetch_decerr = 7,
  write_slverr = 8,
  write_decerr = 9,
  move_failed = 10,
  aborted = 11
};

struct ChainStop {
  ChainError error = ChainError::none;
  std::uint64_t address = 0;
};

/// The registers of a block mover as operations: the C driver (c/block_mover.h) with exceptions and results. Nothing
/// here waits for the hardware: what is under way is asked for.
class BlockMoverDriver {
 public:
  /// Throws std::runtime_error when the registers are not those of a block mover that this driver knows.
  explicit BlockMoverDriver(RegisterAccess& registers);
  BlockMoverDriver(const BlockMoverDriver&) = delete;
  BlockMoverDriver& operator=(const BlockMoverDriver&) = delete;

  const Capabilities& capabilities() const { return capabilities_; }

  /// What the transactions of a port carry from now on; of moves, those that start later. Throws std::invalid_argument
  /// when a value is out of its range, and BusError unless status().idle: a port has one ID at a time.
  void set_attributes(BusPort port, const PortAttributes& attributes);
  PortAttributes attributes(BusPort port);

  /// The direct command. Throws BusError while one is under way.
  void start(const Move& move);
  /// Its result, once it has ended.
  std::optional<MoveResult> result();

  /// Chains: `start_chain` begins at a descriptor; with a tail the chain waits after that descriptor until the tail
  /// moves.
  void start_chain(std::uint64_t head);
  void start_chain(std::uint64_t head, std::uint64_t tail);
  void move_tail(std::uint64_t tail);
  /// After the descriptors that the core has; `next` says where to go on.
  void pause_chain();
  std::uint64_t next();
  ChainStop chain_stop();
  void stop_on_error(bool stop);

  /// Ends everything; until status().aborting falls.
  void abort();
  void soft_reset();
  Status status();

  void enable(const Interrupts& causes);
  Interrupts pending();
  void acknowledge(const Interrupts& causes);
  /// 0: not by count, not by time.
  void coalesce(std::uint16_t count, std::uint32_t timeout_cycles);

  Counters counters();
  /// Descriptors written back and answered, modulo 2^32.
  std::uint32_t descriptors_done();
  void clear_counters();

 private:
  friend class DescriptorRing;

  /// Throws when a function of the C driver could not do what it should; what an access threw, if it was that.
  int checked(int outcome);

  CRegisters registers_;
  blmv_device device_{};
  Capabilities capabilities_;
};

}  // namespace isochron::block_mover
