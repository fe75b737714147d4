// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/transaction_id.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/at_initiator.h>

namespace isochron {

/// A move of planes x rows x bytes; source and destination each have strides from row to row and from plane to plane,
/// in bytes, which may be negative.
struct Move {
  struct End {
    unsigned port = 0;  ///< BlockMover::local or BlockMover::system
    std::uint64_t address = 0;
    std::int64_t row_stride = 0;
    std::int64_t plane_stride = 0;
  };
  End source;
  End destination;
  std::uint64_t row_bytes = 0;    ///< 1 or more
  std::uint64_t rows = 1;         ///< 1 or more
  std::uint64_t planes = 1;       ///< 1 or more
  bool has_data = false;          ///< of stream 0, from `data_offset` on (Tag::has_data)
  std::uint64_t data_offset = 0;  ///< of the first byte that is written
  std::uint64_t sequence = 0;     ///< order among moves of one instant; its transfers on the buses carry it
};

/// The block mover that Gennart et al., section 5.3 wish for: moves data between two ports in one pass over each
/// bus. Port 0 is the local one, port 1 the system bus; a move may have both its ends on one port. Moves are done in
/// order.
///
/// It is a model whose times are the buses' rates (RateBlockMover), or one that counts clock edges (ClockedBlockMover):
/// the registers and descriptors of rtl/block_mover at transaction level, or its Verilog.
class BlockMover : public sc_core::sc_module, public Measured {
 public:
  static constexpr unsigned local = 0;
  static constexpr unsigned system = 1;
  using Implementation = BlockMoverModule::Implementation;
  enum class Timing { rate, clocked };

  struct Config {
    Implementation implementation = Implementation::tlm;
    Timing timing = Timing::rate;                    ///< of a model; the Verilog has its clock
    std::uint64_t clock = 50'000'000;                ///< hertz
    std::uint64_t memory_latency = 50 * nanosecond;  ///< ps, of the descriptors' memory
    std::uint64_t burst = 2048;                      ///< bytes, at most the pool's capacity
    std::uint64_t setup = 0;                         ///< from taking up a move to its first read, ps
    std::uint64_t outstanding = 2;                   ///< bursts between their read request and their write response

    /// It counts clock edges.
    bool clocked() const { return implementation == Implementation::rtl || timing == Timing::clocked; }
    /// Bytes that it reads or writes at a time.
    std::uint64_t burst_bytes() const;
    ParameterTable parameters();
    /// The same at a place where strands are moved whole by default: bursts do not count there.
    ParameterTable strand_parameters();
    /// Those of a model by rates.
    ParameterTable rate_parameters();
  };
  /// Hears of every move whose last byte has been written.
  class Moved {
   public:
    virtual void moved(const Move& move, Time now) = 0;

   protected:
    ~Moved() = default;
  };

  /// What `config` says. Throws ModelError if this program does not have it.
  static std::unique_ptr<BlockMover> make(const char* name, const Domain& domain, const Config& config, Moved& moved);

  virtual AtInitiatorBase& port(unsigned index) = 0;

  /// Throws std::invalid_argument for a move of nothing, or through a port that does not exist, or that the block mover
  /// cannot be told.
  void submit(const Move& move, Time now);

  virtual const TimeIn& busy() const = 0;  ///< with a move
  virtual const LevelOverTime& queue_depth() const = 0;
  virtual std::uint64_t bytes() const = 0;  ///< written in this window

  /// Bytes written that were compared with what was read, and clock cycles of Verilog, since the simulation began.
  virtual std::uint64_t checked_bytes() const { return 0; }
  /// Payloads of its own on the machine's buses, which must be none once its moves are done.
  virtual std::size_t outstanding() const { return 0; }
  virtual std::uint64_t cycles() const { return 0; }

  static constexpr const char* type = "block_mover";
  static TypeInfo type_info();

 protected:
  explicit BlockMover(const sc_core::sc_module_name& name) : sc_module(name) {}

  virtual void submit_checked(const Move& move, Time now) = 0;
  /// For whoever traces.
  static TransactionId transaction_of_move(const Move& move);
};

}  // namespace isochron
