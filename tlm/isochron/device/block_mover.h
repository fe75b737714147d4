// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include <isochron/core/arrival_queue.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/server_probes.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/request_queue.h>

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
  std::uint64_t row_bytes = 0;  ///< 1 or more
  std::uint64_t rows = 1;       ///< 1 or more
  std::uint64_t planes = 1;     ///< 1 or more
  bool has_data = false;        ///< of stream 0, from the destination's address on (Tag::has_data)
  std::uint64_t sequence = 0;   ///< order among moves of one instant; its transfers on the buses carry it
};

/// The block mover that Gennart et al., section 5.3 wish for: moves data between two ports in one pass over each
/// bus. Port 0 is the local one, port 1 the system bus; a move may have both its ends on one port. It reads in bursts,
/// each of which is written as it came while the next ones are read; a burst never crosses the end of a row. Moves are
/// done one after another, in order.
class BlockMover final : public sc_core::sc_module,
                         public Measured,
                         public Traced,
                         private Region::Activity,
                         private Region::Entrance {
 public:
  static constexpr unsigned local = 0;
  static constexpr unsigned system = 1;

  struct Config {
    std::uint64_t burst = 2048;     ///< bytes, at most the pool's capacity
    std::uint64_t setup = 0;        ///< from taking up a move to its first read, ps
    std::uint64_t outstanding = 2;  ///< bursts between their read request and their write response

    ParameterTable parameters();
  };
  /// Hears of every move whose last byte has been written.
  class Moved {
   public:
    virtual void moved(const Move& move, Time now) = 0;

   protected:
    ~Moved() = default;
  };

  BlockMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Moved& moved);
  ~BlockMover() override;

  AtInitiatorBase& port(unsigned index);

  /// Throws std::invalid_argument for a move of nothing, or through a port that does not exist.
  void submit(const Move& move, Time now);

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  const TimeIn& busy() const { return busy_; }  ///< with a move
  const LevelOverTime& queue_depth() const { return depth_; }
  std::uint64_t bytes() const { return bytes_; }  ///< written in this window

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "block_mover";
  static TypeInfo type_info();

 private:
  class Port;
  friend class AtInitiatorOf<BlockMover>;

  void enter(Time now) override;
  void complete(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);
  void begin(Time now);
  void read_on();
  void write_on();
  /// For whoever traces.
  TransactionId moving() const;
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
