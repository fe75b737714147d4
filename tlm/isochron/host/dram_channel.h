// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <isochron/core/rate.h>
#include <isochron/core/ring.h>
#include <isochron/core/time.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/timed_memory.h>

namespace isochron {

/// A channel of a Dram: it moves the bytes of one transfer after another, first come, first served, each at the rate
/// that its kind and the one before it allow. Each of the three rates carries its remainder.
class DramChannel final : public WithStatistics<DramChannel> {
 public:
  using Access = TimedMemory::Access;

  /// Bits per second of a transfer after one of its own kind, and of one after the other kind.
  struct Rates {
    std::uint64_t read = 0;
    std::uint64_t write = 0;
    std::uint64_t mixed = 0;
  };

  /// `name`: its path in results.
  DramChannel(std::string name, const Rates& rates);

  /// Time of the last byte of a transfer that comes at `now`, not before the call before it.
  Time move(std::uint64_t bytes, Access access, Time now);

  const char* name() const { return name_.c_str(); }
  /// Picoseconds of the window up to `end` in which it moves bytes.
  Time busy(Time end) const { return busy_ - after(end); }
  std::uint64_t bytes_read() const { return read_; }
  std::uint64_t bytes_written() const { return written_; }

  void start_window(Time now) override;
  static Statistics<DramChannel> statistics();

  void list_probes(ProbeList& list);
  /// Shows the present state. Returns when it changes next; end_of_time: it does not.
  Time show(Time now);

 private:
  static Time take(TransferClock& clock, std::uint64_t bytes);
  void end_transfers(Time now);
  /// Picoseconds from `now` on that are taken already.
  Time after(Time now) const { return free_ > now ? free_ - now : 0; }

  std::string name_;
  std::array<TransferClock, 2> clocks_;  ///< of a transfer that follows one of its own kind
  TransferClock mixed_;
  std::optional<Access> last_;
  Time free_ = 0;  ///< end of the last transfer
  Time busy_ = 0;  ///< of all transfers, from the window's start on
  std::uint64_t read_ = 0;
  std::uint64_t written_ = 0;
  Ring<Time> ends_;  ///< of transfers that had not ended at the last call
  NumberProbe transfers_;
  UtilisationProbe utilisation_;
};

}  // namespace isochron
