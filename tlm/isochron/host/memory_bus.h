// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <isochron/core/ring.h>
#include <isochron/core/time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// Bus and memory of a PC as one resource: each kind of traffic keeps it for a time a byte, and what does not fit into
/// the time in which it moved is late. Source: PS2, section 6, Table 1, which adds bus times in the same way.
///
/// It is told of traffic when that is over. Bus time is given out in the order of the calls: of the time in which the
/// traffic moved the earliest that is not taken, and then what comes behind all that was given out. So nothing is late
/// before the bus is full.
class MemoryBus final : public sc_core::sc_module, public Measured, public Traced {
 public:
  enum class Traffic { none, memory_read, disk_read, extract, merge, send, receive };
  /// What Traffic can be, in its order.
  static const std::vector<std::string>& traffic_names();

  /// Bus time of a byte, ps.
  struct Config {
    std::uint64_t memory_read = 14'000;
    std::uint64_t disk_read = 14'400;
    std::uint64_t extract = 319'200;  ///< of a byte produced
    std::uint64_t merge = 36'200;
    std::uint64_t send = 56'000;
    std::uint64_t receive = 98'000;

    ParameterTable parameters();
    std::uint64_t of(Traffic traffic) const;
  };

  MemoryBus(const sc_core::sc_module_name& name, const Config& config);
  ~MemoryBus() override;

  /// `bytes` that moved between `from` and `now`, `from` <= `now`; other traffic may have moved meanwhile. Returns when
  /// the bus has carried them: `now`, or later if it is behind. `now` is not before that of the call before.
  Time carry(Traffic traffic, std::uint64_t bytes, Time from, Time now);

  /// Bus time that was taken from the window's start to `now`, ps. Traffic of which it has not been told is not in it.
  Time busy(Time now) const;
  Time busy(Traffic traffic, Time now) const;

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "memory_bus";
  static constexpr const char* calls = "traffic";  ///< as descriptions and machine files have it
  static TypeInfo type_info();

 private:
  struct Probes;

  static constexpr std::size_t kinds = 7;
  /// Of time that nobody took, so many pieces are remembered; the oldest is forgotten first. Traffic that moved since
  /// before more pieces than this ago may be called late though there was free time.
  static constexpr std::size_t most_gaps = 64;

  struct Gap {
    Time from = 0;
    Time to = 0;
  };
  /// What was given out behind all else, and may not be over.
  struct Booking {
    Traffic traffic = Traffic::none;
    Time from = 0;
    Time to = 0;
  };

  void add_gap(Time from, Time to);
  /// Gives out of the gaps behind `from` up to `cost`, and returns what is left of it.
  Time fill_gaps(Traffic traffic, Time cost, Time from);
  void count(Traffic traffic, Time from, Time to);

  std::array<std::uint64_t, kinds> costs_ = {};  ///< ps a byte
  std::vector<Gap> gaps_;                        ///< before end_, in their order
  Time end_ = 0;                                 ///< behind it nothing is given out
  Time window_ = 0;                              ///< its start
  std::array<Time, kinds> taken_ = {};           ///< in the window, all that is given out
  Ring<Booking> late_;                           ///< that end after the last call's `now`
  Probes* probes_ = nullptr;                     ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
