// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/app/trace_selection.h>
#include <isochron/scenario/input_error.h>

#include "support/expect_error.h"

namespace isochron {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<ProbeInfo> infos = {{"node[0].bus", "owner", SignalKind::text, 0, false, ""},
                                      {"node[0].bus.device[0]", "phase", SignalKind::text, 0, false, ""},
                                      {"node[1].bus", "owner", SignalKind::text, 0, false, ""}};

TEST(SelectProbes, takesAllWithoutScopes) {
  EXPECT_THAT(select_probes(infos, {}), ElementsAre(true, true, true));
}

TEST(SelectProbes, takesAPartWithAllBelowIt) {
  EXPECT_THAT(select_probes(infos, {"node[0]"}), ElementsAre(true, true, false));
  EXPECT_THAT(select_probes(infos, {"node[0].bus.device[0]"}), ElementsAre(false, true, false));
}

TEST(SelectProbes, takesASignalAlone) {
  EXPECT_THAT(select_probes(infos, {"node[0].bus.owner"}), ElementsAre(true, false, false));
}

TEST(SelectProbes, takesPatternsAndSeveralScopes) {
  EXPECT_THAT(select_probes(infos, {"*.owner"}), ElementsAre(true, false, true));
  EXPECT_THAT(select_probes(infos, {"*.phase", "node[1]"}), ElementsAre(false, true, true));
}

TEST(SelectProbes, refusesAScopeThatHoldsNothing) {
  const auto text = [](const std::string& scope) {
    return test::message_of<InputError>([&] { select_probes(infos, {"node[0]", scope}); });
  };
  EXPECT_THAT(text("node[2]"), HasSubstr("`node[2]` matches no signal. Did you mean `node[0]`?"));
  EXPECT_THAT(text("node[0].bus.ovner"), HasSubstr("Did you mean `node[0].bus.owner`?"));
  EXPECT_THAT(text("bus"), HasSubstr("Known: node[0], node[0].bus, "));
}

}  // namespace
}  // namespace isochron
