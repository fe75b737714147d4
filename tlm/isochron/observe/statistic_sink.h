// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <isochron/observe/level_over_time.h>
#include <isochron/observe/replication_record.h>
#include <isochron/observe/stage_statistics.h>
#include <isochron/observe/time_in.h>

namespace isochron {

/// Takes what parts report of a window, under their paths and in the units of results.
class StatisticSink {
 public:
  /// Of the window between two picoseconds of simulated time; `record` must outlive this object.
  StatisticSink(ReplicationRecord& record, Time from, Time to);

  /// What one part reports.
  class Part {
   public:
    /// The fraction of the window spent in a condition, "1".
    void fraction(const std::string& statistic, const TimeIn& time);
    void fraction(const std::string& statistic, Time time);
    /// The mean of a level over the window, "1".
    void mean(const std::string& statistic, const LevelOverTime& level);
    /// ... whose integral over the window is known.
    void mean(const std::string& statistic, Time integral);
    /// ... of each of `places` that make up the level, "1".
    void mean(const std::string& statistic, const LevelOverTime& level, std::uint64_t places);
    /// Bytes of the window, over its length, "B/s".
    void rate(const std::string& statistic, std::uint64_t bytes);
    /// Bytes of each interval since the simulation began, "B/s".
    void rates(const std::string& statistic, Time interval, const std::vector<std::uint64_t>& bytes);
    void bytes(const std::string& statistic, std::uint64_t number);
    void count(const std::string& statistic, std::uint64_t number);
    /// A length of time, "s".
    void time(const std::string& statistic, Time length);
    /// The mean of `number` lengths of time that add up to `sum`, "s"; 0 of none.
    void mean_time(const std::string& statistic, Time sum, std::uint64_t number);
    void put(const std::string& statistic, const std::string& unit, double value);
    /// Samples of the window, "s", of which metrics have percentiles. Results do not list them part by part.
    void distribution(const std::string& statistic, const DelayHistogram& samples);
    /// utilisation, wait_link and wait_buffer of a link or of a place on a bus.
    void stage(const StageStatistics& stage);

   private:
    friend class StatisticSink;
    Part(StatisticSink& sink, const std::string& path)
        : sink_(sink), component_(*sink.record_.components.try_emplace(path).first) {}
    StatisticSink& sink_;
    std::pair<const std::string, std::map<std::string, double>>& component_;
  };
  /// The part at `path`, which may report in several goes.
  Part part(const std::string& path) { return Part(*this, path); }
  /// Of the window.
  Time end() const { return to_; }

 private:
  ReplicationRecord& record_;
  Time to_;
  double window_;  ///< ps
};

}  // namespace isochron
