// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/endpoint/io_interval.h>
#include <isochron/endpoint/io_sizes.h>
#include <isochron/endpoint/request_load.h>
#include <isochron/endpoint/traced_io.h>
#include <isochron/storage/lost_units.h>

namespace isochron {

/// I/Os that a MessageSource asks for, and when. A machine decides it for its sources.
struct SourceLoad {
  enum class Arrivals {
    constant,  ///< at a constant interval, the first at time 0
    poisson,   ///< gaps between I/Os are exponential, the one before the first too
    on_off,    ///< at a constant interval while it is on; on and off last exponential times
    closed,    ///< `outstanding` at time 0, and one whenever one has arrived
    at_start,  ///< `io_limit` at time 0
    trace,     ///< those of `trace`, each at its time
    following  ///< each when SourceTraffic::ask() is called
  };

  Arrivals arrivals = Arrivals::constant;
  /// The (mean) interval between I/Os: the time that `io` bytes take at this rate, times numerator / denominator. 0:
  /// arrivals that have a rate never come.
  std::uint64_t bits_per_second = 0;
  std::uint64_t interval_numerator = 1;
  std::uint64_t interval_denominator = 1;
  std::uint64_t io = 131072;      ///< bytes, 1 to 2^40; of all that have one size
  std::uint64_t message = 1024;   ///< bytes, at most an I/O; an I/O's last one may be shorter
  std::uint64_t outstanding = 1;  ///< closed: I/Os under way, 1 or more
  /// on_off: mean lengths, ps; `on` is 1 or more. While it is on it asks at bits_per_second x (on + off) / on, so that
  /// the mean is bits_per_second. Where it begins is drawn, on with probability on / (on + off).
  Time on = 0;
  Time off = 0;
  std::uint64_t io_limit = 0;  ///< I/Os that it asks for; 0: no end, but for at_start, which needs one. A trace that is
                               ///< not repeated has its own
  std::uint64_t seed = 1;      ///< with component() the key of its random draws
  std::string draws = {};      ///< see component(); or empty
  /// Sizes that are drawn in place of `io`, their mean in place of it in the interval; not at_start. Null: none.
  std::shared_ptr<const IoSizes> sizes = {};
  LostUnits lost_units = {};       ///< I/Os that are parts of units to be rebuilt
  std::uint8_t traffic_class = 0;  ///< of its messages, 0 to 7: Tag::traffic_class
  /// trace: what is asked for, in order of time.
  std::shared_ptr<const std::vector<TracedIo>> trace = {};
  Time repeat = 0;                           ///< after which the trace begins again, no shorter than it; 0: it does not
  std::optional<RequestLoad> requests = {};  ///< its I/Os are requests; nullopt: they are data that it sends

  /// Its arrivals have a rate, and it is 0.
  bool is_silent() const {
    const bool rated = arrivals == Arrivals::constant || arrivals == Arrivals::poisson || arrivals == Arrivals::on_off;
    return rated && bits_per_second == 0;
  }
  /// Key of its random draws: `draws`, or the source's path.
  std::string component(const std::string& path) const { return draws.empty() ? path : draws; }
  /// The mean interval between I/Os, of arrivals with a rate; of on and off while it is on. nullopt: longer than
  /// IoInterval::longest, or no ratio of numbers that fit.
  std::optional<IoInterval> interval() const;
  /// Bytes that the source at `path` asks for in all; 0 where there is no end, or none.
  std::uint64_t total(const std::string& path) const;
  /// Whether it ends at all: it has a limit, or is a trace that is sent once.
  bool has_end() const { return io_limit > 0 || is_silent() || (arrivals == Arrivals::trace && repeat == 0); }
};

}  // namespace isochron
