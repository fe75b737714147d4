// SPDX-License-Identifier: Apache-2.0
// Calliope's storage unit beside a second simulation of it (testbench/oracle/unit_*.h), which shares no code with the
// machine, and what holds of its streams whatever they are.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/unit_programs.h"
#include "oracle/unit_streams.h"
#include "support/sanitizers.h"
#include "systems/calliope/calliope_run.h"

namespace isochron::testbench {
namespace {

using oracle::UnitConfig;
using oracle::UnitPrograms;
using oracle::UnitStreams;

constexpr double ps = 1e-12;

UnitConfig config_of(const Settings& settings) {
  const auto machine = library_machine(calliope_msu, settings);
  const auto number = [&machine](const char* path) { return static_cast<double>(number_of(*machine, path)); };
  UnitConfig config;
  config.adapter_of.clear();
  for (const std::uint64_t adapter : value_of<std::vector<std::uint64_t>>(*machine, "adapter_of"))
    config.adapter_of.push_back(static_cast<unsigned>(adapter));
  config.block = number("block");
  config.chunk = number("disk.chunk");
  config.packet = number("streams.packet");
  config.host_packet = number("host.packet") * ps;
  config.host_byte = number("host.byte") * ps;
  config.server_packet = number("host.server_packet") * ps;
  config.memory_byte = 8 / number("memory.write");
  config.stolen_byte = number("host.dma") * ps;
  config.stops = value_of<bool>(*machine, "adapter.stops_host");
  config.hold = number("adapter.hold") * ps;
  config.while_sending = number("adapter.while_sending") * ps;
  config.shared_rate = number("adapter.shared_rate") * 1e-6;
  config.on_medium = number("disk.private") * ps;
  config.seek_least = number("disk.seek.least") * ps;
  config.seek_full = number("disk.seek.full") * ps;
  config.rotation = number("disk.rotation") * ps;
  config.capacity = number("disk.capacity");
  return config;
}

Settings disks_on(const std::vector<std::uint64_t>& adapter_of) {
  std::string list;
  std::uint64_t adapters = 1;
  for (const std::uint64_t adapter : adapter_of) {
    list += (list.empty() ? "" : ", ") + std::to_string(adapter);
    adapters = std::max(adapters, adapter + 1);
  }
  return {{"disks", std::to_string(adapter_of.size())},
          {"adapter_of", "[" + list + "]"},
          {"adapters", std::to_string(adapters)}};
}

std::string of_disk(std::size_t disk, const char* what) {
  return "disk[" + std::to_string(disk) + "]." + what;
}

/// One row of Table 1: a unit with its disks on these adapters.
void compare_row(Settings p, UnitPrograms::Sending sending) {
  const bool sends = sending != UnitPrograms::Sending::nothing;
  p["load"] = "baseline";
  p["baseline.send"] = sends ? "true" : "false";
  p["baseline.write"] = sending == UnitPrograms::Sending::written ? "true" : "false";
  ASSERT_TRUE(problems_of(calliope_msu, p).empty());
  const UnitPrograms::Rates expected = UnitPrograms::measure(config_of(p), sending, 5, 800, 7);
  const Figures f = simulate(calliope_msu, p, for_seconds(5, 800));
  if (sends) {
    EXPECT_NEAR(f.at("fddi.throughput.mean"), expected.sent, 0.01 * expected.sent);
  }
  for (std::size_t disk = 0; disk < expected.disks.size(); ++disk)
    EXPECT_NEAR(f.at(of_disk(disk, "throughput")), expected.disks[disk], 0.01 * expected.disks[disk]) << disk;
}

TEST(CalliopeMsu, table1IsThatOfASecondSimulation) {
  using Sending = UnitPrograms::Sending;
  std::vector<std::vector<std::uint64_t>> hardware{{}, {0}, {0, 0}, {0, 1}, {0, 0, 1}, {0, 0, 0}, {0, 1, 2}};
  // Adapters and disks are most of the code.
  if (under_address_sanitizer()) hardware = {{0, 1, 2}};
  for (const std::vector<std::uint64_t>& adapter_of : hardware)
    for (const Sending sending : {Sending::nothing, Sending::packets, Sending::written}) {
      if (adapter_of.empty() && sending == Sending::nothing) continue;
      std::string name;
      for (const std::uint64_t adapter : adapter_of) name += std::to_string(adapter);
      SCOPED_TRACE("disks on adapters " + name + ", sending " + std::to_string(static_cast<int>(sending)));
      compare_row(disks_on(adapter_of), sending);
    }
}

// The second adapter's trouble is mended: each takes its part of the host, and all of its rate.
TEST(CalliopeMsu, mendedAdaptersAreThoseOfASecondSimulation) {
  Settings p = disks_on({0, 1});
  p["adapter.stops_host"] = "false";
  p["adapter.shared_rate"] = "1";
  compare_row(p, UnitPrograms::Sending::packets);
  p["adapter.shared_rate"] = "0.7";
  compare_row(p, UnitPrograms::Sending::packets);
}

struct Lateness {
  double within_50ms = 0;
  double within_150ms = 0;
  double mean = 0;
  double longest = 0;
};

constexpr int runs = 6;

/// Numbers of streams: under AddressSanitizer the least alone, which comes by the same code.
std::vector<std::uint64_t> streams_from(std::uint64_t least, std::uint64_t most) {
  std::vector<std::uint64_t> numbers{least};
  while (!under_address_sanitizer() && numbers.back() < most) numbers.push_back(numbers.back() + 1);
  return numbers;
}

Lateness of_oracle(const Settings& p) {
  const auto machine = library_machine(calliope_msu, p);
  const auto number = [&machine](const char* path) { return number_of(*machine, path); };
  const std::uint64_t streams = number("streams.count"), disks = number("disks");
  UnitStreams::Plan plan;
  plan.streams = static_cast<unsigned>(streams);
  plan.rate = static_cast<double>(number("streams.rate")) / 8;
  plan.slots = value_of<std::string>(*machine, "duty.pace") == "slots"
                   ? static_cast<unsigned>((streams + disks - 1) / disks)
                   : 0;
  plan.tick = static_cast<double>(number("timer")) * ps;
  plan.stall_interval = static_cast<double>(number("stall.interval")) * ps;
  plan.stall_longest = static_cast<double>(number("stall.longest")) * ps;
  plan.duration = 300;
  Lateness sum;
  for (int seed = 1; seed <= runs; ++seed) {
    const UnitStreams::Lateness one = UnitStreams::measure(config_of(p), plan, static_cast<std::uint64_t>(seed));
    sum.within_50ms += one.within_50ms / runs;
    sum.within_150ms += one.within_150ms / runs;
    sum.mean += one.mean / runs;
    sum.longest = std::max(sum.longest, one.longest);
  }
  return sum;
}

Lateness of_machine(const Settings& p) {
  Lateness sum;
  for (int seed = 1; seed <= runs; ++seed) {
    const Figures f = simulate(calliope_msu, p, for_seconds(2, 300, static_cast<std::uint64_t>(seed)));
    sum.within_50ms += f.at("packets.within_50ms.mean") / runs;
    sum.within_150ms += f.at("packets.within_150ms.mean") / runs;
    sum.mean += f.at("lateness.sum") / f.at("lateness.count") / runs;
    sum.longest = std::max(sum.longest, f.at("lateness.max"));
  }
  return sum;
}

/// Tolerances: of fractions in points of one, of times relative.
void compare_lateness(const Settings& p, double fraction, double time) {
  SCOPED_TRACE(p.at("streams.count") + " streams");
  const Lateness expected = of_oracle(p), found = of_machine(p);
  EXPECT_NEAR(found.within_50ms, expected.within_50ms, fraction);
  EXPECT_NEAR(found.within_150ms, expected.within_150ms, fraction);
  EXPECT_NEAR(found.mean, expected.mean, time * expected.mean);
  EXPECT_NEAR(found.longest, expected.longest, 0.2 * expected.longest);
}

// With 24 the host has not 0.1 % to spare: each run is another one, from 0.28 to 0.5 within 50 ms.
TEST(CalliopeMsu, graph1IsThatOfASecondSimulation) {
  for (const std::uint64_t streams : streams_from(22, 24)) {
    Settings p = disks_on({0, 0});
    p["streams.count"] = std::to_string(streams);
    compare_lateness(p, streams < 24 ? 1e-4 : 0.04, 0.05);
  }
}

TEST(CalliopeMsu, lateInterruptsAreThoseOfASecondSimulation) {
  for (const std::uint64_t streams : streams_from(22, 23)) {
    Settings p = disks_on({0, 0});
    p["streams.count"] = std::to_string(streams);
    p["stall.interval"] = "5.5 s";
    compare_lateness(p, 0.0015, 0.05);
  }
}

// All streams empty their buffers at about the same time, again and again: who is then served first, which the two
// simulations need not agree on, shows for minutes. So the tolerance is wide.
TEST(CalliopeMsu, roundRobinIsThatOfASecondSimulation) {
  for (const std::uint64_t streams : streams_from(22, 24)) {
    Settings p = disks_on({0, 0});
    p["streams.count"] = std::to_string(streams);
    p["duty.pace"] = "demand";
    compare_lateness(p, 0.08, 0.2);
  }
}

}  // namespace
}  // namespace isochron::testbench
