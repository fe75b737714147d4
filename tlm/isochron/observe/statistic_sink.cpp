// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/statistic_sink.h>

#include <isochron/observe/delay_histogram.h>

namespace isochron {

StatisticSink::StatisticSink(ReplicationRecord& record, Time from, Time to)
    : record_(record), to_(to), window_(static_cast<double>(to - from)) {}

void StatisticSink::Part::put(const std::string& statistic, const std::string& unit, double value) {
  ComponentUnits& units = sink_.record_.component_units;
  if (units.emplace(statistic, unit).first->second != unit) units[component_.first + "/" + statistic] = unit;
  component_.second[statistic] = value;
}

void StatisticSink::Part::distribution(const std::string& statistic, const DelayHistogram& samples) {
  sink_.record_.distributions[component_.first][statistic] = std::make_shared<const DelayHistogram>(samples);
}

void StatisticSink::Part::fraction(const std::string& statistic, const TimeIn& time) {
  fraction(statistic, time.total(sink_.to_));
}

void StatisticSink::Part::fraction(const std::string& statistic, Time time) {
  put(statistic, "1", static_cast<double>(time) / sink_.window_);
}

void StatisticSink::Part::mean(const std::string& statistic, const LevelOverTime& level) {
  mean(statistic, level, 1);
}

void StatisticSink::Part::mean(const std::string& statistic, Time integral) {
  put(statistic, "1", static_cast<double>(integral) / sink_.window_);
}

void StatisticSink::Part::mean(const std::string& statistic, const LevelOverTime& level, std::uint64_t places) {
  put(statistic, "1", static_cast<double>(level.integral(sink_.to_)) / (sink_.window_ * static_cast<double>(places)));
}

void StatisticSink::Part::rate(const std::string& statistic, std::uint64_t bytes) {
  put(statistic, "B/s", static_cast<double>(bytes) / (sink_.window_ * 1e-12));
}

void StatisticSink::Part::rates(const std::string& statistic, Time interval, const std::vector<std::uint64_t>& bytes) {
  SeriesSample& series = sink_.record_.amounts[component_.first][statistic];
  series = {"B/s", seconds(interval), {}};
  series.values.assign(bytes.begin(), bytes.end());
  series.values.resize(static_cast<std::size_t>(sink_.to_ / interval), 0);
}

void StatisticSink::Part::bytes(const std::string& statistic, std::uint64_t number) {
  put(statistic, "B", static_cast<double>(number));
}

void StatisticSink::Part::count(const std::string& statistic, std::uint64_t number) {
  put(statistic, "1", static_cast<double>(number));
}

void StatisticSink::Part::time(const std::string& statistic, Time length) {
  put(statistic, "s", seconds(length));
}

void StatisticSink::Part::mean_time(const std::string& statistic, Time sum, std::uint64_t number) {
  put(statistic, "s", number == 0 ? 0 : seconds(sum) / static_cast<double>(number));
}

void StatisticSink::Part::stage(const StageStatistics& stage) {
  fraction("utilisation", stage.busy);
  fraction("wait_link", stage.wait_link);
  fraction("wait_buffer", stage.wait_buffer);
}

}  // namespace isochron
