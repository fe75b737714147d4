// SPDX-License-Identifier: Apache-2.0
// What clients ask for, and when.
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/software/calliope/session_clients.h>

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

class Asked final : private Inlet {
 public:
  explicit Asked(const SessionClients::Config& config, std::uint64_t seed = 1)
      : clients("clients", domain, config, sessions, seed) {
    clients.requests.bind(in);
  }
  std::vector<Time> at;
  std::vector<Session> asked;
  SessionTable sessions;
  Region region{"region"};
  MessagePool pool{1000};
  Domain domain{region, pool, Phases::shortcut};
  SessionClients clients;
  InletPort in{"in", *this};

 private:
  void accept(Payload& payload, Time now) override {
    EXPECT_EQ(SessionPost::kind_of(payload), SessionPost::Kind::request);
    at.push_back(now);
    asked.push_back(sessions.at(SessionPost::session_of(payload)));
    sessions.set_state(sessions.at(SessionPost::session_of(payload)), Session::State::ended);
  }
};

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Request n at n / 3 s, rounded down, until there are four.
TEST(SessionClients, askAtAConstantRateUntilTheyStop) {
  SessionClients::Config config;
  config.rate = 3'000'000;
  config.arrivals = SessionClients::Arrivals::constant;
  config.requests = 4;
  Asked bench(config);
  simulate_to(bench.region, 10 * second);
  EXPECT_THAT(bench.at, ElementsAre(333'333'333'333, 666'666'666'666, second, 1'333'333'333'333));
  EXPECT_EQ(bench.asked.front().length, 60 * second);
  EXPECT_EQ(bench.pool.outstanding(), 0u);
}

// Gaps of a Poisson process: mean 1 / rate, standard deviation the same, a fraction 1/e longer than the mean.
TEST(SessionClients, askAsAPoissonProcess) {
  SessionClients::Config config;
  config.rate = 100'000'000;
  Asked bench(config);
  simulate_to(bench.region, 1000 * second);
  std::vector<double> gaps, squares, longer;
  for (std::size_t i = 1; i < bench.at.size(); ++i) {
    const double gap = 100 * seconds(bench.at[i] - bench.at[i - 1]);
    gaps.push_back(gap);
    squares.push_back(gap * gap);
    longer.push_back(gap > 1 ? 1 : 0);
  }
  // 100,000 gaps: 1 % is more than three standard deviations of each.
  EXPECT_NEAR(mean_of(gaps), 1, 0.01);
  EXPECT_NEAR(mean_of(squares), 2, 0.05);
  EXPECT_NEAR(mean_of(longer), std::exp(-1), 0.01);
}

// Zipf with 4 items and exponent 1: 12, 6, 4 and 3 of 25. Lengths are exponential, a quarter are composite, a tenth
// record with twice their length as estimate.
TEST(SessionClients, drawItemsLengthsAndKinds) {
  SessionClients::Config config;
  config.rate = 1'000'000'000;
  config.contents = 4;
  config.zipf = 1'000'000;
  config.session = 10 * second;
  config.lengths = SessionClients::Lengths::exponential;
  config.composite = 250'000;
  config.recordings = 100'000;
  config.estimate = 2'000'000;
  Asked bench(config);
  simulate_to(bench.region, 100 * second);
  std::vector<double> items(4), composite, records, lengths, longer;
  for (const Session& session : bench.asked) {
    items.at(session.content) += 25.0 / static_cast<double>(bench.asked.size());
    composite.push_back(session.members - 1);
    records.push_back(session.records ? 1 : 0);
    lengths.push_back(seconds(session.length));
    longer.push_back(session.length > 20 * second ? 1 : 0);
    ASSERT_EQ(session.estimate, 2 * session.length);
  }
  EXPECT_NEAR(items[0], 12, 0.2);
  EXPECT_NEAR(items[1], 6, 0.2);
  EXPECT_NEAR(items[2], 4, 0.2);
  EXPECT_NEAR(items[3], 3, 0.2);
  EXPECT_NEAR(mean_of(composite), 0.25, 0.01);
  EXPECT_NEAR(mean_of(records), 0.1, 0.01);
  EXPECT_NEAR(mean_of(lengths), 10, 0.2);
  EXPECT_NEAR(mean_of(longer), std::exp(-2), 0.01);
}

}  // namespace
}  // namespace isochron::testbench
