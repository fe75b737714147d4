// SPDX-License-Identifier: Apache-2.0
// Calliope with fake units: the paper's arithmetic (section 3.3), queueing theory, and what failures leave of the
// books.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/machine/composed_machine.h>
#include <isochron/net/ethernet_config.h>

#include "support/temporary_machine.h"
#include "systems/calliope/calliope_accounts.h"
#include "systems/calliope/calliope_run.h"

namespace isochron::testbench {
namespace {

/// Of units that play nothing.
Settings requests_a_second(double rate) {
  return {{"unit", "fake"}, {"coordinator.rate", per_second(rate)}, {"coordinator.streams_a_unit", "10000"}};
}

double waiting(const Figures& figures) {
  return figures.at("coordinator.waiting.sum") / figures.at("coordinator.waiting.count");
}

// M/D/1, Pollaczek and Khinchin: rho / (1 - rho) of half a service time. What the network has spread already, less than
// 2 % of it, does not wait again.
TEST(Calliope, requestsWaitAsBeforeOneServerOfConstantTime) {
  constexpr double service = 2.33e-3;
  for (const double rate : {50., 100., 200., 300., 360.}) {
    const double load = rate * service, theory = load * service / (2 * (1 - load));
    const Figures f = simulate(calliope, requests_a_second(rate), for_seconds(10, 1500));
    EXPECT_NEAR(waiting(f), theory, 0.05 * theory) << rate;
    EXPECT_NEAR(f.at("coordinator.processor.mean"), load, 0.01 * load) << rate;
  }
}

// 1 / 2.33 ms = 429.2.
TEST(Calliope, theCoordinatorBreaksAtItsProcessor) {
  for (const double rate : {440., 600., 900.})
    EXPECT_NEAR(simulate(calliope, requests_a_second(rate), for_seconds(5, 60)).at("sessions.mean"), 429, 0.03 * 429)
        << rate;
  EXPECT_NEAR(simulate(calliope, requests_a_second(415), for_seconds(5, 200)).at("sessions.mean"), 415, 0.03 * 415);
}

// 50 x 2.33 ms = 11.65 % and 50 x 1250 B of 1.25 MB/s = 5 %; at 60 a second 13.98 and 6 %.
TEST(Calliope, processorAndNetworkAreArithmetic) {
  for (const double rate : {50., 60.}) {
    Settings p = requests_a_second(rate);
    p["coordinator.arrivals"] = "constant";
    const Figures f = simulate(calliope, p, for_seconds(1, 100));
    EXPECT_NEAR(f.at("coordinator.processor.mean"), rate * 2.33e-3, 1e-6);
    EXPECT_NEAR(f.at("coordinator.network.mean"), rate * 1e-3, 1e-6);
    EXPECT_NEAR(f.at("sessions.mean"), rate, 1e-9);
  }
}

// 10,000 requests at 60 a second with two units of 50 ms: three sessions are there on the mean (Little), and messages
// of a third of 1250 B, 0.33 ms, more. Units that played one after the other would end 40 a second.
TEST(Calliope, sessionsAtAUnitOverlap) {
  Settings p = requests_a_second(60);
  p["coordinator.requests"] = "10000";
  const Figures f = simulate(calliope, p, for_seconds(0, 200));
  EXPECT_EQ(f.at("sessions.requested.mean"), 10'000);
  EXPECT_EQ(f.at("sessions.ended.mean"), 10'000);
  EXPECT_EQ(f.at("sessions.playing.mean"), 0);
  EXPECT_EQ(f.at("unit[0].fake.ended") + f.at("unit[1].fake.ended"), 10'000);
  const double in_units = (f.at("unit[0].fake.sessions") + f.at("unit[1].fake.sessions")) * 200;
  EXPECT_NEAR(in_units, 10'000 * 50e-3, 1e-6);
  EXPECT_NEAR(f.at("streams.playing.mean") * 200, 10'000 * (50e-3 + 2 * 417 * 0.8e-6), 0.5);
}

/// Ten units of 20 streams, sessions of a minute of 100 items; unit 3 fails at 300 s.
Settings that_fails(double load, std::uint64_t copies) {
  Settings p = requests_a_second(load * 10 * 20 / 60);
  p["coordinator.units"] = "10";
  p["coordinator.streams_a_unit"] = "20";
  p["coordinator.copies"] = std::to_string(copies);
  p["coordinator.fake"] = "session";
  p["coordinator.failures"] = "[3]";
  p["coordinator.fail_at"] = "300 s";
  p["coordinator.return_at"] = "420 s";
  return p;
}

struct Outcome {
  Figures figures;
  Figures without;  ///< if no unit fails
};

Outcome of_failure(const Settings& p) {
  const CalliopeAccounts accounts(p);
  CalliopeRun run = for_seconds(200, 800);
  run.step = 50 * millisecond;
  run.look = [&accounts](Time now) { accounts.check(now); };
  Settings whole = p;
  whole["coordinator.failures"] = "[]";
  return {simulate(calliope, p, run), simulate(calliope, whole, for_seconds(200, 800))};
}

// With one copy the sessions of unit 3 are lost, and nobody else notices: other units end what they end without it.
TEST(Calliope, aFailureTouchesNoOtherUnitWithOneCopy) {
  for (const double load : {0.6, 0.95})
    for (const char* const policy : {"end", "resume"}) {
      Settings p = that_fails(load, 1);
      p["coordinator.policy"] = policy;
      const Outcome outcome = of_failure(p);
      const Figures& f = outcome.figures;
      EXPECT_GT(f.at("sessions.lost.mean"), 0.5 * load * 20);
      EXPECT_LE(f.at("sessions.lost.mean"), 20);
      EXPECT_EQ(f.at("sessions.lost.mean"), f.at("streams.lost.mean"));
      EXPECT_EQ(f.at("sessions.resumed.mean"), 0);
      EXPECT_EQ(outcome.without.at("sessions.lost.mean"), 0);
      for (unsigned unit = 0; unit < 10; ++unit) {
        const std::string ended = "unit[" + std::to_string(unit) + "].fake.ended";
        if (unit == 3) {
          EXPECT_LT(f.at(ended), outcome.without.at(ended));
        } else {
          EXPECT_EQ(f.at(ended), outcome.without.at(ended)) << unit;
        }
      }
      // What asks for its items waits: in two minutes a tenth of all requests, 24 or 38 on the mean.
      EXPECT_GT(f.at("queue.longest.mean"), 0.6 * load * 20 * 2) << load;
    }
}

// With two copies nothing is lost that can go on elsewhere, and what is asked for waits only where there is no room.
TEST(Calliope, sessionsGoOnWithTwoCopies) {
  for (const double load : {0.6, 0.95}) {
    Settings p = that_fails(load, 2);
    p["coordinator.policy"] = "resume";
    const Figures f = of_failure(p).figures;
    EXPECT_EQ(f.at("sessions.lost.mean"), 0);
    EXPECT_GT(f.at("sessions.resumed.mean"), 0.5 * load * 20);
    EXPECT_LE(f.at("sessions.resumed.mean"), 20);
    EXPECT_LT(f.at("queue.mean"), 0.5 * of_failure(that_fails(load, 1)).figures.at("queue.mean"));
  }
}

// Those that were at the unit are lost in the end, though others have copies.
TEST(Calliope, thePolicyMayEndThemWithTwoCopies) {
  for (const double load : {0.6, 0.95}) {
    const Figures f = of_failure(that_fails(load, 2)).figures;
    EXPECT_GT(f.at("sessions.lost.mean"), 0.5 * load * 20);
    EXPECT_EQ(f.at("sessions.resumed.mean"), 0);
  }
}

// A session that goes on elsewhere plays what is left: without waiting, all of them play a minute each, and what passes
// between failure and its detection.
TEST(Calliope, aResumedSessionPlaysWhatIsLeft) {
  Settings p = that_fails(0.3, 2);
  p["coordinator.policy"] = "resume";
  p["coordinator.requests"] = "500";
  p["coordinator.arrivals"] = "constant";
  p["coordinator.rate"] = "1 /s";
  const Figures f = simulate(calliope, p, for_seconds(0, 700));
  EXPECT_EQ(f.at("sessions.ended.mean"), 500);
  EXPECT_GT(f.at("sessions.resumed.mean"), 0);
  double played = 0;
  for (unsigned unit = 0; unit < 10; ++unit) played += f.at("unit[" + std::to_string(unit) + "].fake.sessions") * 700;
  EXPECT_NEAR(played, 500 * 60, 1e-6);
}

std::uint64_t message_of(const Netlist& netlist, const std::string& part) {
  const ParameterTable table = part_of(netlist, part).config->parameters();
  return std::get<std::uint64_t>(table.find("message")->get());
}

// The three messages of a session take what they are to take, whatever the frames' overhead.
RC_GTEST_PROP(CalliopeParameters, threeFramesTakeTheBytesOfASession, ()) {
  EthernetConfig network;
  network.mtu = *rc::gen::element<std::uint64_t>(1500, 576, 60);
  network.headers = *rc::gen::element<std::uint64_t>(40, 0, 5, 50);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 5000);
  const auto machine = library_machine(calliope, {{"unit", "fake"},
                                                  {"network.mtu", std::to_string(network.mtu) + " B"},
                                                  {"network.headers", std::to_string(network.headers) + " B"},
                                                  {"coordinator.bytes", std::to_string(bytes) + " B"}});
  const std::uint64_t shortest = 38 + std::max<std::uint64_t>(46, network.headers), longest = 38 + network.mtu;
  const bool possible = bytes >= 3 * shortest && bytes <= 3 * longest;
  RC_ASSERT(machine->parameters().problems().empty() == possible);
  if (!possible) return;
  const Netlist netlist = dynamic_cast<const ComposedMachine&>(*machine).netlist();
  std::uint64_t sum = 0;
  for (const char* const sender : {"clients", "coordinator", "unit[0].fake"}) {
    const std::uint64_t data = message_of(netlist, sender);
    RC_ASSERT(network.frames(data) == 1u);
    sum += network.wire_bytes(data);
  }
  RC_ASSERT(sum == bytes);
}

/// The parameter that is wrong in a machine with these beside its defaults; "": none.
std::string blamed(Settings settings) {
  settings["unit"] = "fake";
  const std::vector<ParameterProblem> found = problems_of(calliope, settings);
  return found.empty() ? "" : found.front().path;
}

TEST(CalliopeParameters, whatCannotBeIsRefused) {
  EXPECT_EQ(blamed({}), "");
  EXPECT_EQ(blamed({{"coordinator.bytes", "251 B"}}), "coordinator.bytes");
  Settings copies{{"coordinator.copies", "3"}};
  EXPECT_EQ(blamed(copies), "coordinator.copies");
  copies["coordinator.units"] = "4";
  EXPECT_EQ(blamed(copies), "");
  copies["coordinator.stride"] = "2";  // units 0, 2 and 0 again
  EXPECT_EQ(blamed(copies), "coordinator.copies");
  EXPECT_EQ(blamed({{"coordinator.failures", "[0, 2]"}}), "coordinator.failures");
  // When they fail, at 10 s, and what detection takes: 100 ms.
  EXPECT_EQ(blamed({{"coordinator.failures", "[0]"}, {"coordinator.return_at", "10.1 s"}}), "coordinator.return_at");
  EXPECT_EQ(blamed({{"coordinator.composite", "0.000001"}, {"coordinator.streams_a_unit", "1"}}),
            "coordinator.streams_a_unit");
}

}  // namespace
}  // namespace isochron::testbench
