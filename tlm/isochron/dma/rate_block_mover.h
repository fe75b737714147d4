// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/ring.h>
#include <isochron/dma/block_mover.h>
#include <isochron/observe/server_probes.h>
#include <isochron/observe/traced.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// A block mover whose times are the rates of its buses: it reads in bursts, each of which is written as it came while
/// the next ones are read; a burst never crosses the end of a row. Moves are done one after another.
class RateBlockMover final : public BlockMover, public Traced, private Region::Activity, private Region::Update {
 public:
  RateBlockMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Moved& moved);
  ~RateBlockMover() override;

  AtInitiatorBase& port(unsigned index) override;

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  const TimeIn& busy() const override { return busy_; }
  const LevelOverTime& queue_depth() const override { return depth_; }
  std::uint64_t bytes() const override { return bytes_; }

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

 private:
  class Port;
  friend class AtInitiatorOf<RateBlockMover>;

  void submit_checked(const Move& move, Time now) override;
  void update(Time now) override;
  void complete(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);
  void begin(Time now);
  void read_on();
  void write_on();
  /// For whoever traces.
  TransactionId moving() const { return moving_ ? transaction_of_move(move_) : TransactionId{}; }
  void show(Time now);
  std::uint64_t address_of(const Move::End& end, std::uint64_t offset_in_row) const;

  Domain domain_;
  Config config_;
  Moved& moved_;
  std::array<std::unique_ptr<Port>, 2> ports_;
  ArrivalQueue<Move> waiting_;
  Move move_;
  bool moving_ = false;
  bool set_up_ = false;
  std::uint64_t plane_ = 0;  ///< of the next burst to read ...
  std::uint64_t row_ = 0;
  std::uint64_t offset_ = 0;  ///< ... and its offset in its row
  bool all_read_ = false;     ///< every read of the move is requested
  std::uint64_t under_way_ = 0;
  Ring<Payload*> read_;  ///< bursts that have come and are to be written
  LevelOverTime depth_;
  TimeIn busy_;
  std::uint64_t bytes_ = 0;

  struct Probes;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
