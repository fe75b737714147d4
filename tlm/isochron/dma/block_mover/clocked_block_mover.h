// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/clock_grid.h>
#include <isochron/core/ring.h>
#include <isochron/dma/block_mover.h>
#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/dma/block_mover/driver_access.h>
#include <isochron/dma/block_mover/local_memory.h>
#include <isochron/dma/block_mover/move_side.h>
#include <isochron/dma/block_mover/unused_port.h>
#include <isochron/observe/server_probes.h>
#include <isochron/observe/traced.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// A block mover that counts clock edges, as a model or as Verilog, with the processor that runs its driver and a
/// memory for its descriptors. Its port A is the local one, port B the system bus.
///
/// What it moves is real. Where a move's source has no data (Move::has_data), what is read has the bytes of a stream,
/// unless the memory that is read puts its own in their place; whatever the mover writes is compared with what it read.
///
/// The block mover and what surrounds it live in a region of their own, at the kernel's time; moves and buses are the
/// machine's region's.
class ClockedBlockMover final : public BlockMover, public Traced, private Region::Requester {
 public:
  ClockedBlockMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Moved& moved);
  ~ClockedBlockMover() override;

  AtInitiatorBase& port(unsigned index) override { return *ports_.at(index); }
  const TimeIn& busy() const override { return busy_; }
  const LevelOverTime& queue_depth() const override { return depth_; }
  std::uint64_t bytes() const override { return bytes_; }
  std::uint64_t checked_bytes() const override { return checked_bytes_; }
  std::size_t outstanding() const override { return machine_pool_.outstanding(); }
  std::uint64_t cycles() const override { return mover_->cycles(); }

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

 private:
  friend class AtInitiatorOf<ClockedBlockMover>;
  friend class AtTargetOf<ClockedBlockMover>;
  enum Direction : unsigned { reads, writes };
  /// Bytes between a read request and the request of their write: more than the block mover has bursts and buffer for.
  static constexpr std::uint64_t most_between = 1 << 16;

  struct Order {
    Move move;
    Time came = 0;
  };
  /// A move, or a part of one that is longer than a descriptor can say.
  struct Part {
    Move move;
    block_mover::Move format;
    bool last = false;  ///< of its move
    MoveSide sides[2];
    std::uint64_t first_byte = 0;  ///< counted over all parts
  };
  /// A burst of the block mover, and the same on the machine's bus.
  struct Transfer {
    Payload* burst = nullptr;
    Message* on_bus = nullptr;
    AtTargetOf<ClockedBlockMover>* target = nullptr;
    std::uint64_t first_byte = 0;
  };

  void submit_checked(const Move& move, Time now) override;

  // The processor
  void firmware();
  /// When it sees the first order: an edge later, so that orders of one instant have come.
  Time visible() const;
  void split(const Move& move);
  void end(const block_mover::MoveResult& result);

  // The block mover's ports
  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
  Part* part_at(unsigned port, Direction direction);
  Message* to_read(Part& part, const Payload& burst, std::uint64_t& first_byte);
  Message* to_write(Part& part, const Payload& burst);
  Message& on_bus(const Part& part, const MoveBurst& burst, std::uint64_t address);
  void check(const Part& part, const Payload& burst, std::uint64_t first_byte);
  void machine_has_moved();

  // The machine
  void ask_machine();
  void ask(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);
  void change(Time now, int moves);
  TransactionId oldest() const;
  void show(Time now);

  Config config_;
  Moved& moved_;
  Domain machine_;
  MessagePool machine_pool_{MoveSide::chunk};
  Region region_{"region"};
  MessagePool pool_{BlockMoverModule::pool_capacity};
  Domain domain_;
  ClockGrid edges_;
  std::array<std::unique_ptr<AtInitiatorOf<ClockedBlockMover>>, 2> ports_;
  std::array<std::unique_ptr<RequestQueue<ClockedBlockMover>>, 2> outboxes_;
  std::array<std::unique_ptr<AtTargetOf<ClockedBlockMover>>, 4> targets_;  ///< by port and direction
  LocalMemory descriptors_;
  UnusedInitiator no_stream_in_;
  UnusedTarget no_stream_out_;
  TransportRegisterAccess registers_{"registers"};
  std::unique_ptr<BlockMoverModule> mover_;

  ArrivalQueue<Order> orders_;  ///< that the processor has not seen
  KernelEvent work_{"work"};
  bool work_due_ = false;
  Ring<Part> unpushed_;  ///< that have no descriptor
  Ring<Part> parts_;     ///< that the block mover has, in their order
  std::uint64_t first_part_ = 0;
  std::uint64_t next_part_[2][2] = {};                                           ///< by port and direction
  std::uint64_t bytes_asked_ = 0;                                                ///< of all parts
  std::vector<std::uint8_t> between_ = std::vector<std::uint8_t>(most_between);  ///< read and not yet written
  std::uint64_t checked_bytes_ = 0;
  // For the machine
  Ring<Transfer> to_bus_;
  Ring<Move> done_;
  // From the machine
  std::vector<Transfer> on_bus_;
  Ring<Transfer> answers_;
  KernelEvent moved_event_{"moved"};

  ArrivalQueue<Move> under_way_;  ///< handed over and not reported as moved
  LevelOverTime depth_;
  TimeIn busy_;
  std::uint64_t bytes_ = 0;

  struct Probes;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
