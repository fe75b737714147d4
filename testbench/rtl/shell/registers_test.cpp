// SPDX-License-Identifier: Apache-2.0
// The registers are those of block_mover.rdl, bit by bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "random.h"
#include "register_table.h"
#include "shell_bench.h"

namespace isochron::rtl {
namespace {

constexpr unsigned space = 1 << 12;

const RegisterRow& row(const std::string& name) {
  for (const auto& register_row : register_table())
    if (name == register_row.name) return register_row;
  throw std::out_of_range(name);
}

std::uint32_t merged(std::uint32_t old, std::uint32_t value, unsigned strobes) {
  for (unsigned i = 0; i < 4; ++i) {
    const auto byte = 0xffu << 8 * i;
    if (strobes >> i & 1) old = (old & ~byte) | (value & byte);
  }
  return old;
}

/// A write to these starts something: they have tests of their own.
bool starts(const RegisterRow& register_row) {
  return std::string("CONTROL") == register_row.name;
}

class Registers : public ::testing::TestWithParam<unsigned> {
 protected:
  Registers() : bench(GetParam() + 1) { bench.registers().stall = GetParam(); }
  void TearDown() override { EXPECT_EQ(bench.breaches(), std::vector<std::string>{}); }

  ShellBench bench;
};

TEST_P(Registers, have_the_reset_values_of_the_description) {
  for (const auto& r : register_table()) {
    const auto answer = bench.try_read(r.address);
    EXPECT_EQ(answer.response, okay) << r.name;
    EXPECT_EQ(answer.data, r.reset) << r.name;
  }
}

TEST_P(Registers, take_the_bytes_that_are_strobed) {
  Random random(GetParam() + 11);
  std::map<std::string, std::uint32_t> values;
  for (const auto& r : register_table()) values[r.name] = r.reset;
  for (unsigned i = 0; i < 400; ++i) {
    const auto& r = register_table()[random.below(register_table().size())];
    if (!r.writable() || starts(r)) continue;
    const auto value = static_cast<std::uint32_t>(random.next()) & ~(r.set_by_one | r.pulse);
    const auto strobes = static_cast<std::uint8_t>(random.below(16));
    ASSERT_EQ(bench.try_write(r.address, value, strobes).response, okay) << r.name;
    auto& expected = values[r.name];
    expected = (expected & ~r.plain) | (merged(expected, value, strobes) & r.plain);
    ASSERT_EQ(bench.try_read(r.address).data, expected)
        << fmt::format("{} written {:#x} strobes {:#x}", r.name, value, strobes);
  }
  // No write reached another register.
  for (const auto& r : register_table()) EXPECT_EQ(bench.try_read(r.address).data, values[r.name]) << r.name;
}

TEST_P(Registers, that_are_read_only_refuse_writes) {
  for (const auto& r : register_table()) {
    if (r.writable()) continue;
    EXPECT_EQ(bench.try_write(r.address, ~r.reset).response, slverr) << r.name;
    EXPECT_EQ(bench.try_read(r.address).data, r.reset) << r.name;
  }
}

TEST_P(Registers, leave_holes_that_answer_with_an_error) {
  std::set<std::uint32_t> known;
  for (const auto& r : register_table()) known.insert(r.address);
  for (std::uint32_t address = 0; address < space; address += 4) {
    if (known.count(address)) continue;
    const auto answer = bench.try_read(address);
    ASSERT_EQ(answer.response, slverr) << fmt::format("{:#x}", address);
    ASSERT_EQ(answer.data, 0u) << fmt::format("{:#x}", address);
    ASSERT_EQ(bench.try_write(address, 0xffffffff).response, slverr) << fmt::format("{:#x}", address);
  }
  for (const auto& r : register_table()) EXPECT_EQ(bench.try_read(r.address).data, r.reset) << r.name;
}

TEST_P(Registers, are_words_whatever_the_low_address_bits) {
  bench.write(row("COALESCE_TIMEOUT").address, 0x12345678);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(bench.read(row("COALESCE_TIMEOUT").address + i), 0x12345678u);
  bench.write(row("COALESCE_TIMEOUT").address + 3, 0x9abcdef0);
  EXPECT_EQ(bench.read(row("COALESCE_TIMEOUT").address), 0x9abcdef0u);
}

TEST_P(Registers, can_be_read_while_they_are_written) {
  const auto enable = row("INTERRUPT_ENABLE").address;
  const auto timeout = row("COALESCE_TIMEOUT").address;
  auto& master = bench.registers();
  for (std::uint32_t i = 0; i < 50; ++i) {
    master.read(static_cast<std::uint16_t>(enable));
    master.write(static_cast<std::uint16_t>(timeout), i, 15);
    ASSERT_TRUE(bench.run_until([&] { return !master.reading() && !master.writing(); }, 500));
    EXPECT_EQ(master.read_answer().data, 0u);
    EXPECT_EQ(master.write_answer().response, okay);
    EXPECT_EQ(bench.read(timeout), i);
  }
}

TEST_P(Registers, are_reset_by_a_soft_reset) {
  Random random(GetParam() + 5);
  for (const auto& r : register_table())
    if (r.writable() && !starts(r)) bench.write(r.address, static_cast<std::uint32_t>(random.next()) & r.plain);
  bench.write(row("CONTROL").address, 4);
  ASSERT_TRUE(bench.run_until([&] { return !(bench.read(row("CONTROL").address) & 4); }, 500));
  for (const auto& r : register_table()) EXPECT_EQ(bench.try_read(r.address).data, r.reset) << r.name;
}

TEST_P(Registers, do_not_block_while_a_move_waits_for_ever) {
  // From a stream that never comes.
  bench.source().stall = 100;
  bench.write(row("DIRECT_DESTINATION_LOW").address, 0x1000);
  bench.write(row("DIRECT_ROW_BYTES").address, 64);
  bench.write(row("DIRECT_COUNTS").address, 0x10001);
  bench.write(row("DIRECT_CONTROL").address, 0x201);
  bench.run(100);
  for (const auto& r : register_table()) EXPECT_EQ(bench.try_read(r.address).response, okay) << r.name;
  EXPECT_EQ(bench.read(row("STATUS").address), 0x8u);
  // The command under way is not disturbed, and says so.
  for (const auto& r : register_table()) {
    if (std::string(r.name).rfind("DIRECT_", 0)) continue;
    const auto before = bench.read(r.address);
    EXPECT_EQ(bench.try_write(r.address, 0xffffffff).response, slverr) << r.name;
    EXPECT_EQ(bench.read(r.address), before) << r.name;
  }
  bench.write(row("CONTROL").address, 2);
  ASSERT_TRUE(bench.run_until([&] { return bench.read(row("STATUS").address) == 2; }, 500));
  EXPECT_EQ(bench.read(row("DIRECT_STATUS").address), 0x61u);
}

TEST_P(Registers, of_control_refuse_writes_during_an_abort) {
  bench.source().stall = 100;
  // A read that is answered late keeps the abort under way.
  bench.port(0).timing.latency = 3000;
  bench.write(row("DIRECT_DESTINATION_LOW").address, 0x1000);
  bench.write(row("DIRECT_ROW_BYTES").address, 64);
  bench.write(row("DIRECT_COUNTS").address, 0x10001);
  bench.write(row("DIRECT_CONTROL").address, 0x01);
  bench.run(40);
  bench.write(row("CONTROL").address, 2);
  EXPECT_EQ(bench.read(row("CONTROL").address), 2u);
  EXPECT_EQ(bench.read(row("STATUS").address), 0x28u);
  EXPECT_EQ(bench.try_write(row("CONTROL").address, 1).response, slverr);
  EXPECT_EQ(bench.try_write(row("DIRECT_CONTROL").address, 1).response, slverr);
  EXPECT_EQ(bench.try_write(row("INTERRUPT_ENABLE").address, 5).response, okay);
  ASSERT_TRUE(bench.run_until([&] { return bench.read(row("STATUS").address) == 2; }, 5000));
  EXPECT_EQ(bench.read(row("CONTROL").address), 0u);
}

TEST_P(Registers, start_no_direct_command_during_an_abort) {
  // A chain that reads late keeps the abort under way; no direct command is there.
  for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.latency = 2000;
  bench.write(row("CHAIN_HEAD_LOW").address, 0x1000);
  bench.write(row("CONTROL").address, 1);
  bench.run(20);
  bench.write(row("CONTROL").address, 2);
  EXPECT_EQ(bench.try_write(row("DIRECT_CONTROL").address, 1).response, slverr);
  EXPECT_EQ(bench.read(row("DIRECT_CONTROL").address), 0u);
  ASSERT_TRUE(bench.run_until([&] { return bench.read(row("STATUS").address) == 6; }, 5000));
  EXPECT_EQ(bench.read(row("CHAIN_ERROR").address), 11u);
}

TEST_P(Registers, refuse_every_write_during_a_soft_reset) {
  for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.latency = 3000;
  bench.write(row("CHAIN_HEAD_LOW").address, 0x1000);
  bench.write(row("CONTROL").address, 1);
  bench.run(20);
  bench.write(row("CONTROL").address, 4);
  for (const auto& r : register_table()) EXPECT_EQ(bench.try_write(r.address, 0xffffffff).response, slverr) << r.name;
  EXPECT_EQ(bench.read(row("CONTROL").address), 4u);
  ASSERT_TRUE(bench.run_until([&] { return bench.read(row("STATUS").address) == 2; }, 5000));
  for (const auto& r : register_table()) EXPECT_EQ(bench.try_read(r.address).data, r.reset) << r.name;
}

INSTANTIATE_TEST_SUITE_P(Stalls, Registers, ::testing::Values(0u, 60u),
                         [](const auto& stalls) { return fmt::format("{}_percent", stalls.param); });

}  // namespace
}  // namespace isochron::rtl
