// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/session_table.h>

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using State = Session::State;

std::vector<std::uint32_t> known(SessionTable& table) {
  std::vector<std::uint32_t> numbers;
  table.for_each([&numbers](const Session& session) { numbers.push_back(session.number); });
  return numbers;
}

TEST(SessionTable, forgetsWhatIsOverOnceAllBeforeItAre) {
  SessionTable table;
  for (Time now = 0; now < 3; ++now) EXPECT_EQ(table.create(now).asked, now);
  table.set_state(table.at(1), State::lost);
  table.create(3);
  EXPECT_THAT(known(table), ElementsAre(0, 1, 2, 3));
  table.set_state(table.at(0), State::ended);
  table.create(4);
  EXPECT_THAT(known(table), ElementsAre(2, 3, 4));
  EXPECT_THROW(table.at(1), ModelError);
  EXPECT_THROW(table.at(5), ModelError);
  EXPECT_EQ(table.at(3).number, 3u);
  EXPECT_EQ(table.count(State::asked), 3u);
  EXPECT_EQ(table.count(State::ended), 1u);
  EXPECT_EQ(table.count(State::lost), 1u);
  EXPECT_EQ(table.created(), 5u);
}

TEST(SessionTable, knowsWhichAttemptAUnitPlays) {
  SessionTable table;
  Session& session = table.create(0);
  session.unit = 2;
  session.attempt = 1;
  EXPECT_FALSE(table.plays(0, 2, 1));
  table.set_state(session, State::playing);
  EXPECT_TRUE(table.plays(0, 2, 1));
  EXPECT_FALSE(table.plays(0, 1, 1));
  EXPECT_FALSE(table.plays(0, 2, 0));
  EXPECT_FALSE(table.plays(1, 2, 1));
}

}  // namespace
}  // namespace isochron::testbench
