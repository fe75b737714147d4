// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>

#include "axi_faults.h"
#include "axi_pins.h"
#include "random.h"
#include "sparse_memory.h"

namespace isochron::rtl {

/// How a slave lets the two write channels depend on each other; AXI permits all three.
enum class WriteOrder : std::uint8_t { independent, address_first, data_first };

/// How an AXI memory answers.
struct AxiTiming {
  /// Cycles that an answer waits: with 0, the first R beat follows its AR handshake, and B its last W, in the next
  /// cycle.
  unsigned latency = 0;
  /// Probabilities in percent that a channel does nothing in a cycle: ready low, or a valid that could rise stays low.
  unsigned stall_ar = 0, stall_r = 0, stall_aw = 0, stall_w = 0, stall_b = 0;
  WriteOrder write_order = WriteOrder::independent;

  void stall_all(unsigned percent) { stall_ar = stall_r = stall_aw = stall_w = stall_b = percent; }
};

/// Hears of each transfer of an AXI memory in the cycle of its handshake.
class AxiListener {
 public:
  virtual ~AxiListener() = default;
  virtual void read_address(std::uint64_t address, unsigned beats, std::uint64_t cycle) = 0;
  virtual void read_beat(std::uint64_t address, AxiResponse response, std::uint64_t cycle) = 0;
  virtual void write_address(std::uint64_t address, unsigned beats, std::uint64_t cycle) = 0;
  virtual void write_beat(std::uint64_t address, std::uint64_t cycle) = 0;
  /// `bytes`: strobed ones of the burst at `address`.
  virtual void write_response(std::uint64_t address, unsigned beats, std::uint64_t bytes, AxiResponse response,
                              std::uint64_t cycle) = 0;
};

/// An AXI4 slave with registered outputs on a byte-exact memory: any number of transactions, answered in order.
class AxiMemory {
 public:
  AxiMemory(unsigned word_bytes, SparseMemory& memory, std::uint64_t seed);

  /// What it drives until the next clock edge.
  const AxiSlavePins& pins() const { return pins_; }
  /// The clock edge: takes the handshakes between the master's pins and its own, then drives the next cycle.
  void clock(const AxiMasterPins& master);

  void listen(AxiListener& listener) { listener_ = &listener; }

  AxiTiming timing;
  AxiFaults faults;

  unsigned reads_outstanding() const { return static_cast<unsigned>(reads_.size()); }
  unsigned writes_outstanding() const { return static_cast<unsigned>(writes_.size() + answers_.size()); }
  bool idle() const { return reads_.empty() && writes_.empty() && beats_.empty() && answers_.empty(); }
  std::uint64_t cycle() const { return cycle_; }

 private:
  struct Burst {
    std::uint64_t address = 0;  ///< of the next beat
    unsigned beats = 0;         ///< left
    std::uint64_t due = 0;      ///< first cycle of the answer
    std::uint8_t id = 0;
    // Writes only.
    std::uint64_t first = 0;
    unsigned length = 0;  ///< beats in all
    std::uint64_t bytes = 0;
    AxiResponse response = okay;
  };
  struct WriteBeat {
    Word data{};
    std::uint64_t strobes = 0;
    std::uint64_t cycle = 0;  ///< of its handshake
  };

  void take(const AxiMasterPins& master);
  void write_waiting_beats();
  void drive(const AxiMasterPins& master);
  void drive_read();

  unsigned word_bytes_;
  SparseMemory& memory_;
  Random random_;
  AxiListener* listener_ = nullptr;
  AxiSlavePins pins_;
  std::deque<Burst> reads_;
  std::deque<Burst> writes_;     ///< accepted addresses, data not complete
  std::deque<WriteBeat> beats_;  ///< accepted data whose address is not here yet
  std::deque<Burst> answers_;
  std::uint64_t cycle_ = 0;
};

}  // namespace isochron::rtl
