// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/dma/block_mover/descriptor.h>
#include <isochron/dma/block_mover/tlm_mover_core.h>

namespace isochron {

/// The block mover at transaction level: registers, descriptor chains and interrupts of block_mover.v, with its
/// latencies in clock edges, round TlmMoverCore. COUNT_STALL_* stay 0: there are no cycles in which to count. The
/// ports' attributes are registers and no more: the base protocol has no place for them.
class TlmBlockMover final : public BlockMoverModule, private TlmMoverCore::Host {
 public:
  TlmBlockMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config);

  AtTargetBase& registers() override { return registers_; }
  AtInitiatorBase& read(Port port) override;
  AtInitiatorBase& write(Port port) override;
  AtTargetBase& stream_in() override { return core_.stream_in(); }
  AtInitiatorBase& stream_out() override { return core_.stream_out(); }
  bool interrupt() const override { return interrupt_; }
  const sc_core::sc_event& interrupt_changed() const override { return interrupt_changed_; }
  bool active() const override { return calls_.pending() || core_.busy() || fetches_ > 0 || write_d_.under_way() > 0; }
  std::uint64_t cycles() const override { return 0; }

 private:
  friend class AtTargetOf<TlmBlockMover>;
  using Tick = TickCalls::Tick;
  enum class Chain { idle, run, stop, drain };
  /// A descriptor from its fetch to the answer to its write-back.
  struct Slot {
    std::uint64_t address = 0;
    block_mover::Descriptor descriptor;
    unsigned verdict = 0;  ///< a value of CHAIN_ERROR
    Tick first = 0;        ///< edge of its first word
    bool here = false;
    bool issued = false;
    bool failed = false;
  };

  // Registers
  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
  bool readable(std::uint32_t offset, std::uint32_t& value) const;
  bool writable(std::uint32_t offset) const;
  void apply(std::uint32_t offset, std::uint32_t value, std::uint32_t mask);
  void control(std::uint32_t value);
  void check_abort();
  void clear();
  bool idle() const;
  bool at_tail() const;

  // Interrupts
  void raise(std::uint32_t causes);
  void count_interrupt();
  void coalesced();
  void update_interrupt();

  // Chain
  void start_chain();
  void decide();
  void fetched(Message& message);
  void offer();
  void issue();
  void stop_chain(unsigned error, std::uint64_t address);
  void check_stopped();
  void check_drained();
  void write_back();
  void written_back(Message& message);

  void core_may_accept() override { issue(); }
  void core_has_done() override { write_back(); }

  TickCalls calls_;
  AtTargetOf<TlmBlockMover> registers_;
  TlmMoverCore core_;
  OrderedPort read_d_;
  OrderedPort write_d_;

  // Control
  bool run_ = false;
  bool aborting_ = false;
  bool soft_reset_ = false;
  std::uint32_t settings_ = 0;
  std::uint32_t interrupt_enable_ = 0;
  std::uint32_t interrupt_status_ = 0;
  bool interrupt_ = false;
  sc_core::sc_event interrupt_changed_{"interrupt_changed"};
  std::uint32_t coalesce_count_ = 0;
  std::uint32_t coalesce_timeout_ = 0;
  std::uint32_t coalesce_pending_ = 0;
  std::uint64_t coalesce_timer_ = 0;  ///< number of the timer that runs; others that were set are void

  static constexpr std::uint32_t attributes_reset = 0x2233;
  std::array<std::uint32_t, 3> attributes_{attributes_reset, attributes_reset, attributes_reset};  ///< of the ports

  // Chain
  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;
  std::uint64_t tail_written_ = 0;
  std::uint64_t next_ = 0;
  unsigned chain_error_ = 0;
  std::uint64_t chain_error_address_ = 0;
  Chain chain_ = Chain::idle;
  bool running_ = false;
  bool paused_ = false;
  std::uint64_t pointer_ = 0;
  std::uint64_t last_fetched_ = 0;
  bool first_ = true;
  bool deciding_ = false;  ///< the next address is known; it waits for room, or for the tail
  bool address_due_ = false;
  bool spoiled_ = false;
  unsigned fetches_ = 0;
  std::deque<Slot> slots_;  ///< fetched and not written back, in their order
  Tick issue_free_ = 0;     ///< edge of the last command
  Tick core_empty_ = 0;
  bool offering_ = false;
  bool offer_due_ = false;
  bool offers_direct_ = false;
  Tick write_back_free_ = 0;
  bool write_back_due_ = false;

  // Direct command
  std::uint32_t direct_control_ = 0;
  std::array<std::uint32_t, 10> direct_place_{};
  bool direct_busy_ = false;
  bool direct_waits_ = false;
  std::uint32_t direct_status_ = 0;
  std::uint32_t direct_bytes_ = 0;

  // Counters
  std::uint64_t count_bytes_ = 0;
  std::uint32_t count_moves_ = 0;
  std::uint32_t count_errors_ = 0;
  std::uint32_t count_descriptors_ = 0;
  std::uint32_t count_busy_ = 0;
  Tick busy_since_ = 0;
};

}  // namespace isochron
