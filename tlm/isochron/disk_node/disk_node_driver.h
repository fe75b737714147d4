// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <isochron/disk_node/request.h>
#include <isochron/dma/block_mover/port_attributes.h>
#include <isochron/dma/block_mover/register_access.h>

namespace isochron::disk_node {

using block_mover::BusError;
using block_mover::PortAttributes;
using block_mover::RegisterAccess;

/// What the parameters of a disk-node interface are.
struct Capabilities {
  unsigned disks = 0;
  unsigned tags = 0;
  unsigned requests = 0;
  unsigned streams = 0;
  unsigned id_bits = 0;
  unsigned address_bits = 0;
  unsigned data_bits = 0;
  unsigned block_bytes = 0;
  unsigned slot_blocks = 0;
  bool port_b = false;
};

struct Status {
  bool idle = false;
  bool ring_error = false;
  bool completion_full = false;
  bool direct_busy = false;
};

/// Why requests are not taken from their ring any more.
enum class RingError : std::uint8_t { none, fetch_slverr, fetch_decerr, write_slverr, write_decerr };

/// The AXI4 ports: A, B, and that of the rings.
enum class BusPort : std::uint8_t { a = 0, b = 1, rings = 2 };

/// Causes of interrupts; both what is enabled and what is pending.
struct Interrupts {
  bool request_done = false;
  bool ring_stopped = false;
  bool error = false;
  bool coalesced = false;
};

struct Counters {
  std::uint32_t requests = 0;
  std::uint32_t errors = 0;
  std::uint32_t stray = 0;
  std::uint32_t underruns = 0;
};

/// A stream of the slot table: in its slot its next blocks go into one buffer, in the next cycle into the other.
struct Stream {
  bool enabled = false;
  bool buffer_b_next = false;
  bool port_b = false;
  unsigned disk = 0;
  std::uint64_t block = 0;     ///< next one
  std::uint16_t turns = 0;     ///< that are left
  std::uint32_t bytes = 0;     ///< a turn
  std::uint64_t buffer_a = 0;  ///< below 2^48
  std::uint64_t buffer_b = 0;
  std::uint16_t late = 0;       ///< turns whose data came after the next slot had begun
  std::uint16_t underruns = 0;  ///< slots that found no new data
};

/// The direct request's result.
struct DirectResult {
  Code code = Code::done;
  std::uint32_t bytes = 0;
};

/// The registers of a disk-node interface as operations. Nothing here waits for the hardware: what is under way is
/// asked for. Every access may throw BusError: the hardware refuses what cannot be.
class DiskNodeDriver {
 public:
  /// Throws std::runtime_error when the registers are not those of a disk-node interface that this driver knows.
  explicit DiskNodeDriver(RegisterAccess& registers);

  const Capabilities& capabilities() const { return capabilities_; }

  /// Commands under way a disk, and blocks of a command at most; neither 0.
  void configure(std::uint8_t depth, std::uint16_t max_blocks);
  /// Clock cycles of a tick; ticks that a request without a deadline has, 0: for ever.
  void set_time(std::uint16_t tick_cycles, std::uint32_t timeout_ticks);
  std::uint32_t now();

  /// What the transactions of a port carry from now on. Throws std::invalid_argument when a value is out of its range,
  /// and BusError while requests are taken from their ring, the duty cycle runs or a request is under way.
  void set_attributes(BusPort port, const PortAttributes& attributes);
  PortAttributes attributes(BusPort port);

  /// The direct request. Throws BusError while one is under way.
  void start(const Request& request);
  std::optional<DirectResult> result();

  /// Rings of 2^log2 entries, whose base is a multiple of 64. Only while nothing runs.
  void set_request_ring(std::uint64_t base, unsigned size_log2);
  void set_completion_ring(std::uint64_t base, unsigned size_log2);
  void move_request_tail(std::uint32_t index);
  std::uint32_t request_head();
  void move_completion_head(std::uint32_t index);
  std::uint32_t completion_tail();
  void run(bool runs);
  RingError ring_error();

  /// The duty cycle: `slots` slots of `ticks` each; slot i is stream i's. Every stream of them must have been written.
  void start_streams(unsigned slots, std::uint32_t ticks);
  void stop_streams();
  void write_stream(unsigned number, const Stream& stream);
  Stream read_stream(unsigned number);

  Status status();
  void enable(const Interrupts& causes);
  Interrupts pending();
  void acknowledge(const Interrupts& causes);
  /// 0: not by count, not by time.
  void coalesce(std::uint16_t count, std::uint32_t timeout_cycles);
  Counters counters();

 private:
  void write_base(std::uint32_t low, std::uint64_t value);
  void write_control();

  RegisterAccess& registers_;
  Capabilities capabilities_;
  bool streams_run_ = false;
};

}  // namespace isochron::disk_node
