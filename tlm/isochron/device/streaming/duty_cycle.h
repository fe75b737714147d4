// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/device/disk.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// The disk processes of a storage unit: they read blocks of streams into buffers and write full ones, each disk by a
/// duty cycle of slots, one block a slot. Source: Calliope, section 2.2.1; over all disks at once where files are
/// striped: section 2.3.3.
///
/// A buffer is a payload whose tag has the stream and the number of the block; a read command is filled from the disk,
/// a write goes to it.
///  - Pace `slots`: slot k of cycle n begins at (n * slots + k) * cycle / slots. At its slot a stream becomes due. A
///  disk that is
///    free serves the due stream with a buffer for this disk whose slot came first. One whose slot comes again
///    meanwhile has missed one.
///  - Pace `demand`: a disk that is free goes round its seats and serves the next one with a buffer for it.
/// Striped, seat (g, k) is at disk (g + n) mod disks in cycle n: a stream's blocks are on one disk after the other.
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
    /// Of a buffer's tag.
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
    bool elevator = false;  ///< pace demand: the disk has all requests of its streams, and orders them (Disk::Order)

    ParameterTable parameters();
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

  /// Buffers to be filled or written. Held until they are served.
  InletPort buffers;
  /// The same, once they are; read ones have the block's length.
  OutletPort served;
  /// "chunks[i]": chunks that are across adapter i.
  InletPort& chunks(unsigned adapter);

  /// Gives `stream` the free seat whose slot comes first, of those that lead to `disk`, where its first block is;
  /// nullopt: there is none. The wait until then counts as slot_wait.
  std::optional<Seat> seat(std::uint32_t stream, unsigned disk, Time now);
  /// A stream that has a seat goes on with a block on `disk` (another file of the same viewer): the wait for its slot
  /// there counts as slot_wait. Striped, it may get another seat.
  Seat move(std::uint32_t stream, unsigned disk, Time now);
  /// The stream is over. Its buffers that are not at a disk come back by `served` with no bytes; one that is comes back
  /// when it is read.
  void leave(std::uint32_t stream, Time now);
  /// Seats that lead to `disk` and are free.
  std::uint64_t free_seats(unsigned disk) const;
  /// Time of a slot, ps.
  Time slot() const;

  /// Blocks served in this window by a disk.
  std::uint64_t blocks(unsigned disk) const;

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  /// Times that streams waited for their first slot.
  const DelayHistogram& slot_waits() const;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "duty_cycle";
  static TypeInfo type_info();

 private:
  // filled in by its author
};

}  // namespace isochron
