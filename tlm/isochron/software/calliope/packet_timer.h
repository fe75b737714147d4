// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/core/region.h>
#include <isochron/core/ring.h>
#include <isochron/core/split_mix.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// The timer of an operating system, by whose interrupts a process that sleeps is woken: every `interval`, from 0. At
/// random times its interrupts are held up for a while, and come at the end of that. Source: Calliope, section 2.2.1
/// (10 ms) and 3.1 (late interrupts); how often and how long they are late is our own assumption: between two stalls is
/// an exponential time. Where nobody sleeps it costs nothing.
class PacketTimer final : public sc_core::sc_module, public Measured, public Traced, private Region::Activity {
 public:
  class Sleeper {
   public:
    /// It may sleep again in the call.
    virtual void woken(Time now) = 0;

   protected:
    ~Sleeper() = default;
  };
  struct Config {
    std::uint64_t interval = 10 * millisecond;
    std::uint64_t stall_interval = 0;                 ///< mean time between stalls, exponential; 0: there are none
    std::uint64_t stall_longest = 100 * millisecond;  ///< a stall is uniform in [0, stall_longest)

    ParameterTable parameters();
  };

  PacketTimer(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, std::uint64_t seed);
  ~PacketTimer() override;

  /// Wakes `sleeper` once, at the first interrupt at `due` or later, and not before now; one that a stall holds up
  /// counts from when it comes. One sleeper at a time; a new call takes the place of the one before.
  void sleep_until(Time due, Sleeper& sleeper, Time now);

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "packet_timer";
  static constexpr const char* calls = "sleep";
  static TypeInfo type_info();

 private:
  struct Probes;
  /// In which no interrupt comes; one that would have comes at `to`.
  struct Stall {
    Time from = 0;
    Time to = 0;
  };

  void complete(Time now) override;
  /// The first interrupt at `time` or later. Draws the stalls until then.
  Time interrupt_at(Time time);
  /// The first tick at `time` or later.
  Time tick_at(Time time) const { return (time + config_.interval - 1) / config_.interval * config_.interval; }
  void draw_stall();
  /// Stalls that are over by `now` are only of interest to the statistics.
  void forget_stalls(Time now);

  Region& region_;
  Config config_;
  SplitMix64 random_;
  Sleeper* sleeper_ = nullptr;
  Time tick_ = 0;         ///< at which the sleeper would be woken if there were no stalls
  Ring<Stall> stalls_;    ///< drawn and, as far as anybody has asked, not over
  Time drawn_until_ = 0;  ///< end of the last of all stalls drawn
  Time window_ = 0;       ///< when the window began
  Time stalled_ = 0;      ///< within stalls of the window that are forgotten
  std::uint64_t wakes_ = 0;
  std::uint64_t late_ = 0;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
