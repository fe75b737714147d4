// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/with_statistics.h>

#include <map>
#include <string>

#include <gtest/gtest.h>

#include <isochron/observe/delay_histogram.h>

namespace isochron {
namespace {

/// With a statistic of each kind.
class Gauge final : public WithStatistics<Gauge> {
 public:
  static Statistics<Gauge> statistics() {
    Statistics<Gauge> table;
    table.fraction("busy", &Gauge::busy, "time in it");
    table.fraction("idle", &Gauge::idle, "time out of it");
    table.mean("depth", &Gauge::depth, "level");
    table.mean(
        "filled", &Gauge::depth, [](const Gauge&) { return 4; }, "of four places");
    table.rate("bandwidth", &Gauge::moved, "moved");
    table.bytes("checked", &Gauge::twice_moved, "compared");
    table.mean_time("wait", &Gauge::waited, &Gauge::waits, "mean");
    table.distribution("delay", &Gauge::delays, "samples");
    table.start_anew(&Gauge::unseen);
    table.when(&Gauge::has_clock);
    table.count("ticks", &Gauge::ticks, "of the clock");
    table.time(
        "period", [](const Gauge& gauge) { return gauge.waited / 2; }, "of the clock");
    return table;
  }
  const char* name() const { return "gauge"; }
  Time idle(Time now) const { return now - 1000 - busy.total(now); }
  std::uint64_t twice_moved() const { return 2 * moved; }
  bool has_clock() const { return clock; }

  bool clock = true;
  TimeIn busy;
  LevelOverTime depth;
  std::uint64_t moved = 0;
  Time waited = 0;
  std::uint64_t waits = 0;
  DelayHistogram delays;
  std::uint64_t unseen = 0;
  std::uint64_t ticks = 0;
};

/// What happens to `gauge` within 500 ps from `begin` on.
void work(Gauge& gauge, Time begin) {
  gauge.busy.enter(begin + 100);
  gauge.depth.change(begin + 100, 2);
  gauge.busy.leave(begin + 350);
  gauge.depth.change(begin + 350, -2);
  gauge.moved += 3;
  gauge.waited += 60;
  gauge.waits += 2;
  gauge.delays.add(nanosecond);
  gauge.unseen += 1;
  gauge.ticks += 7;
}

/// Reports the window from 1000 to 2000 ps.
ReplicationRecord report(Gauge& gauge) {
  ReplicationRecord record;
  StatisticSink sink(record, 1000, 2000);
  gauge.report(sink);
  return record;
}

TEST(Statistics, AWindowHasWhatHappensInIt) {
  Gauge gauge;
  work(gauge, 0);  // is forgotten, all of it
  gauge.start_window(1000);
  EXPECT_EQ(gauge.unseen, 0u);
  work(gauge, 1000);
  const ReplicationRecord record = report(gauge);
  // Busy for 250 of 1000 ps, at a level of 2; 3 bytes in 1 ns.
  const std::map<std::string, double> expected = {{"busy", 0.25},    {"idle", 0.75},     {"depth", 0.5},
                                                  {"filled", 0.125}, {"bandwidth", 3e9}, {"checked", 6},
                                                  {"wait", 30e-12},  {"ticks", 7},       {"period", 30e-12}};
  const std::map<std::string, double>& reported = record.components.at("gauge");
  ASSERT_EQ(reported.size(), expected.size());
  for (const auto& [name, value] : expected) EXPECT_DOUBLE_EQ(reported.at(name), value) << name;
  EXPECT_EQ(record.distributions.at("gauge").at("delay")->count(), 1u);
}

TEST(Statistics, OfAConditionThatDoesNotHoldAreLeftOut) {
  Gauge gauge;
  gauge.clock = false;
  gauge.start_window(1000);
  const ReplicationRecord record = report(gauge);
  EXPECT_EQ(record.components.at("gauge").size(), 7u);
  EXPECT_EQ(record.components.at("gauge").count("ticks"), 0u);
}

TEST(Statistics, AreDescribedInTheirOrderAndAsTheyAreReported) {
  Gauge gauge;
  gauge.start_window(1000);
  const ReplicationRecord record = report(gauge);
  std::string names;
  for (const StatisticInfo& info : Gauge::statistics().infos()) {
    names += info.name + " ";
    if (info.distribution)
      EXPECT_EQ(info.unit, "s");
    else
      EXPECT_EQ(record.component_units.at(info.name), info.unit) << info.name;
  }
  EXPECT_EQ(names, "busy idle depth filled bandwidth checked wait delay ticks period ");
  EXPECT_EQ(Gauge::statistics().infos().front().doc, "time in it");
}

}  // namespace
}  // namespace isochron
