// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/storage/disk.h>

namespace isochron {

/// The disk processes of a storage unit: they read blocks of streams into buffers and write full ones, each disk by a
/// duty cycle of slots, one block a slot. Source: Calliope, section 2.2.1; over all disks at once where files are
/// striped: section 2.3.3. A write takes as long as a read: our assumption.
///
/// A buffer is a payload whose tag has the stream and the number of the block; a read command is filled from the disk,
/// a write goes to it. A stream's blocks go to the disks in the order of their numbers where they come in one instant,
/// else as they come, one at a time.
///  - Pace `slots`: slot k of cycle n begins at (n * slots + k) * cycle / slots. At its slot a stream becomes due. A
///    disk that is free serves the due stream with a buffer for this disk whose slot came first. One whose slot comes
///    again meanwhile has missed one, and is due by the later one.
///  - Pace `demand`: a disk that is free goes round its seats and serves the next one with a buffer for it.
/// Striped, seat (g, k) is at disk (g + n) mod disks in cycle n: a stream's blocks are on one disk after the other. A
/// stream that is behind has its block read though its seat is at another disk by then.
///
/// Service is decided at the end of an instant. A buffer of a stream that has no seat by then comes back with no
/// bytes.
class DutyCycle final : public sc_core::sc_module,
                        public Measured,
                        public Traced,
                        private Region::Activity,
                        private Region::Update {
 public:
  enum class Pace { slots, demand };
  struct Place {
    unsigned disk = 0;
    std::uint64_t position = 0;  ///< bytes
  };
  /// Where the blocks of streams are.
  class Directory {
   public:
    /// The place that a buffer's tag names.
    virtual Place place(const Tag& tag) const = 0;

   protected:
    ~Directory() = default;
  };
  struct Config {
    Pace pace = Pace::slots;
    std::uint64_t slots = 1;       ///< of a disk
    std::uint64_t cycle = second;  ///< ps, in which each slot of a disk comes once
    std::uint64_t block = 256ull * 1024;
    bool striped = false;
    bool keeps_slot = false;  ///< a stream that moves to another file of its disk waits for its own slot
    bool elevator = false;    ///< pace demand: the disk has a request of each stream, and orders them (Disk::Order)
  };
  /// A stream's place in the cycle.
  struct Seat {
    std::uint64_t number = 0;  ///< of all seats of the unit: disk (striped: group) * slots + slot
    Time turn = 0;             ///< when its slot comes next at the disk of its first block; pace demand: at once
  };

  /// `adapters`: that chunks come from. Disks and directory must outlive it.
  DutyCycle(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned adapters,
            std::vector<Disk*> disks, const Directory& directory);
  ~DutyCycle() override;

  /// Buffers to be filled or written. Held until they are served. Throws ModelError if the block is on no disk.
  InletPort buffers;
  /// The same, once they are; read ones have the block's length.
  OutletPort served;
  /// "chunks[i]": chunks that are across adapter i.
  InletPort& chunks(unsigned adapter);

  /// Gives `stream` the free seat whose slot comes first, of those that lead to `disk`, where its first block is;
  /// nullopt: there is none. Pace demand: the free one with the lowest number, whose turn is now. The wait until its
  /// turn counts as slot_wait. Throws ModelError if the stream has one.
  std::optional<Seat> seat(std::uint32_t stream, unsigned disk, Time now);
  /// Moves a stream that has a seat to a block on `disk` (another file of the same viewer). It gives its seat back and
  /// gets the free one whose slot comes first, which may be its own. The wait for that slot counts as slot_wait. With
  /// `keeps_slot`, or pace demand, a stream keeps its seat where its disk stays the same and files are not striped. Its
  /// buffers come back as with leave(). Throws ModelError if it has no seat, or if none is free at `disk` (free_seats).
  Seat move(std::uint32_t stream, unsigned disk, Time now);
  /// The stream is over. Its buffers that are not at a disk come back by `served` with no bytes; one that is comes back
  /// when it is read.
  void leave(std::uint32_t stream, Time now);
  /// The unit fails: all streams leave.
  void fail(Time now);
  /// Seats that lead to `disk` and are free.
  std::uint64_t free_seats(unsigned disk) const;
  /// Time of a slot, ps.
  Time slot() const;

  /// Blocks served in this window by a disk.
  std::uint64_t blocks(unsigned disk) const { return drives_.at(disk).blocks; }
  /// Slots of this window that came while a buffer of their stream still waited for the one before.
  std::uint64_t missed() const { return missed_; }
  /// Blocks of this window that went to their disk more than a slot after their own began.
  std::uint64_t late() const { return late_; }
  /// Buffers that it has.
  std::uint64_t held() const { return held_; }

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  /// Times that streams waited for their first slot.
  const DelayHistogram& slot_waits() const { return slot_waits_; }
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "duty_cycle";
  static constexpr const char* calls = "seats of streams";
  static TypeInfo type_info();

 private:
  class Chunks;
  struct Probes;

  static constexpr std::uint64_t none = ~std::uint64_t{0};

  struct Buffer {
    Payload* payload = nullptr;
    Place place;
  };
  struct Stream {
    std::uint64_t seat = none;
    std::uint64_t at_disk = none;  ///< request of its present seat that is at a disk
    ArrivalQueue<Buffer> waiting;
  };
  /// State of a seat; its number is disk or group * slots + slot.
  struct Turns {
    std::uint32_t stream = 0;
    bool taken = false;
    std::uint64_t next = none;  ///< its next slot, counted over all cycles: cycle * slots + slot
    Time due = end_of_time;     ///< when the slot came by which it is due; end_of_time: it is not
  };
  struct Request {
    std::uint64_t number = 0;
    Payload* payload = nullptr;
    std::uint64_t bytes = 0;  ///< that are across
  };
  struct Drive {
    Disk* disk = nullptr;
    std::vector<Request> requests;  ///< that it has
    std::uint64_t last = 0;         ///< seat that was served last; pace demand
    std::uint64_t blocks = 0;
    std::uint64_t bytes = 0;
  };

  void complete(Time now) override;
  void update(Time now) override;
  void accept(Payload& payload, Time now);
  void chunk(Payload& payload, Time now);
  /// It is the turn of this seat's stream, and it has a buffer.
  bool wants(std::uint64_t seat) const;
  /// Where the block of that buffer is.
  const Place& next_place(std::uint64_t seat) const;
  /// Order of two seats that a drive may serve.
  bool before(std::uint64_t one, std::uint64_t other, const Drive& drive) const;
  void start(std::uint64_t seat, Time now);
  void give_back(Time now);

  Stream& stream_of(std::uint32_t stream);
  void take_seat(std::uint32_t stream, const Seat& seat, std::uint64_t turn, Time now);
  void free_seat(Stream& stream, Time now);
  void drop_buffers(Stream& stream);
  bool leads_to(std::uint64_t seat, unsigned disk) const;
  /// The first slot of `seat` at `disk` that begins at `now` or later, counted over all cycles.
  std::uint64_t next_turn(std::uint64_t seat, unsigned disk, Time now) const;
  /// When it begins.
  Time begins(std::uint64_t turn) const;
  void schedule();
  void show(Time now);

  Region& region_;
  Config config_;
  const Directory& directory_;
  std::vector<std::unique_ptr<Chunks>> chunks_;
  std::vector<Drive> drives_;
  std::vector<Turns> turns_;           ///< by seat
  std::deque<Stream> streams_;         ///< by number
  std::vector<Payload*> returning_;    ///< that nobody waits for any more, until the end of the instant
  std::vector<std::uint64_t> chosen_;  ///< for each disk the seat that it serves next; scratch of update()
  std::uint64_t requests_ = 0;         ///< so far
  std::uint64_t held_ = 0;
  std::uint64_t missed_ = 0;
  std::uint64_t late_ = 0;
  LevelOverTime taken_;
  LevelOverTime waiting_;
  DelayHistogram slot_waits_;
  InletOf<DutyCycle> accepted_{*this, &DutyCycle::accept};
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
