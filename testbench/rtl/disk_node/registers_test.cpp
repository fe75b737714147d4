// SPDX-License-Identifier: Apache-2.0
// The registers are those of disk_node.rdl, bit by bit, and refuse what cannot be.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "node_bench.h"
#include "node_register_table.h"
#include "random.h"

namespace isochron::rtl {
namespace {

const RegisterRow& row(const std::string& name) {
  for (const auto& register_row : node_register_table())
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

bool is_one_of(const RegisterRow& r, const std::set<std::string>& names) {
  return names.count(r.name);
}

/// Their values are checked: they have tests of their own.
bool checked(const RegisterRow& r) {
  return is_one_of(r,
                   {"CONTROL", "SETTINGS", "REQUEST_BASE_LOW", "REQUEST_BASE_HIGH", "REQUEST_SIZE", "REQUEST_TAIL",
                    "COMPLETION_BASE_LOW", "COMPLETION_BASE_HIGH", "COMPLETION_SIZE", "COMPLETION_HEAD", "SLOT_TICKS"});
}

/// Not readable.
bool write_only(const RegisterRow& r) {
  return !std::string(r.name).rfind("DIRECT_WORD", 0);
}

/// Not the same at each reading.
bool runs(const RegisterRow& r) {
  return std::string(r.name) == "TIME";
}

class NodeRegisters : public ::testing::TestWithParam<unsigned> {
 protected:
  NodeRegisters() : bench(GetParam() + 1) { bench.registers().stall = GetParam(); }
  void TearDown() override { EXPECT_EQ(bench.breaches(), std::vector<std::string>{}); }

  void write(const char* name, std::uint32_t value) { bench.write(row(name).address, value); }
  std::uint32_t read(const char* name) { return bench.read(row(name).address); }
  /// The write is refused, and the register keeps its value.
  void refuse(const char* name, std::uint32_t value, std::uint8_t strobes = 15) {
    const auto before = read(name);
    EXPECT_EQ(bench.try_write(row(name).address, value, strobes).response, slverr) << name << " " << value;
    EXPECT_EQ(read(name), before) << name;
  }

  NodeBench bench;
};

TEST_P(NodeRegisters, have_the_reset_values_of_the_description) {
  for (const auto& r : node_register_table()) {
    const auto answer = bench.try_read(r.address);
    EXPECT_EQ(answer.response, write_only(r) ? slverr : okay) << r.name;
    if (!runs(r)) {
      EXPECT_EQ(answer.data, r.reset) << r.name;
    }
  }
}

TEST_P(NodeRegisters, take_the_bytes_that_are_strobed) {
  Random random(GetParam() + 11);
  std::map<std::string, std::uint32_t> values;
  for (const auto& r : node_register_table()) values[r.name] = r.reset;
  for (unsigned i = 0; i < 300; ++i) {
    const auto& r = node_register_table()[random.below(node_register_table().size())];
    if (!r.writable() || checked(r) || write_only(r)) continue;
    const auto value = static_cast<std::uint32_t>(random.next()) & ~(r.set_by_one | r.pulse);
    const auto strobes = static_cast<std::uint8_t>(random.below(16));
    ASSERT_EQ(bench.try_write(r.address, value, strobes).response, okay) << r.name;
    auto& expected = values[r.name];
    expected = (expected & ~r.plain) | (merged(expected, value, strobes) & r.plain);
    ASSERT_EQ(bench.try_read(r.address).data, expected)
        << fmt::format("{} written {:#x} strobes {:#x}", r.name, value, strobes);
  }
  // No write reached another register.
  for (const auto& r : node_register_table())
    if (!write_only(r) && !runs(r)) {
      EXPECT_EQ(bench.try_read(r.address).data, values[r.name]) << r.name;
    }
}

TEST_P(NodeRegisters, that_are_read_only_refuse_writes) {
  for (const auto& r : node_register_table()) {
    if (r.writable()) continue;
    EXPECT_EQ(bench.try_write(r.address, ~r.reset).response, slverr) << r.name;
    if (!runs(r)) {
      EXPECT_EQ(bench.try_read(r.address).data, r.reset) << r.name;
    }
  }
}

TEST_P(NodeRegisters, leave_holes_that_answer_with_an_error) {
  std::set<std::uint32_t> known;
  for (const auto& r : node_register_table()) known.insert(r.address);
  for (std::uint32_t address = 0; address < 0x800; address += 4) {
    if (known.count(address)) continue;
    const auto answer = bench.try_read(address);
    ASSERT_EQ(answer.response, slverr) << fmt::format("{:#x}", address);
    ASSERT_EQ(answer.data, 0u) << fmt::format("{:#x}", address);
    ASSERT_EQ(bench.try_write(address, 0xffffffff).response, slverr) << fmt::format("{:#x}", address);
  }
  for (const auto& r : node_register_table())
    if (!write_only(r) && !runs(r)) {
      EXPECT_EQ(bench.try_read(r.address).data, r.reset) << r.name;
    }
}

TEST_P(NodeRegisters, of_the_slot_table_keep_every_word) {
  Random random(GetParam());
  std::vector<std::uint32_t> words(512);
  for (unsigned i = 0; i < words.size(); ++i) {
    words[i] = static_cast<std::uint32_t>(random.next());
    bench.write(0x800 + 4 * i, words[i]);
  }
  for (unsigned i = 0; i < words.size(); ++i) ASSERT_EQ(bench.read(0x800 + 4 * i), words[i]) << i;
  EXPECT_EQ(bench.try_write(0x804, 0, 7).response, slverr);
  EXPECT_EQ(bench.read(0x804), words[1]);
}

TEST_P(NodeRegisters, of_the_slot_table_are_read_and_written_at_once) {
  auto& master = bench.registers();
  bench.write(0x900, 77);
  for (std::uint32_t i = 0; i < 50; ++i) {
    master.read(0x900);
    master.write(0xa00, i, 15);
    ASSERT_TRUE(bench.run_until([&] { return !master.reading() && !master.writing(); }, 500));
    EXPECT_EQ(master.read_answer().data, 77u);
    EXPECT_EQ(bench.read(0xa00), i);
  }
}

TEST_P(NodeRegisters, of_the_rings_refuse_what_cannot_be) {
  refuse("REQUEST_BASE_LOW", 0x1020);
  refuse("COMPLETION_BASE_LOW", 0x1010);
  refuse("REQUEST_BASE_HIGH", 1);
  refuse("COMPLETION_BASE_HIGH", 1);
  write("REQUEST_SIZE", 4);
  write("COMPLETION_SIZE", 15);
  refuse("REQUEST_TAIL", 16);
  refuse("REQUEST_TAIL", 0xffffffff);
  refuse("REQUEST_TAIL", 0x10003);
  refuse("REQUEST_TAIL", 3, 1);
  refuse("COMPLETION_HEAD", 0x8000);
  write("REQUEST_TAIL", 15);
  write("COMPLETION_HEAD", 0x7fff);
  EXPECT_EQ(read("REQUEST_TAIL"), 15u);
  EXPECT_EQ(read("COMPLETION_HEAD"), 0x7fffu);
  // A new size begins anew.
  write("REQUEST_SIZE", 3);
  write("COMPLETION_SIZE", 3);
  EXPECT_EQ(read("REQUEST_TAIL"), 0u);
  EXPECT_EQ(read("COMPLETION_HEAD"), 0u);
  refuse("SETTINGS", 0x100);
  refuse("SETTINGS", 0x10000);
  refuse("SETTINGS", 0x10001, 7);
  write("SETTINGS", 0x00030001);
  EXPECT_EQ(read("SETTINGS"), 0x00030001u);
  refuse("SLOT_TICKS", 0);
  write("SLOT_TICKS", 7);

  write("CONTROL", 3);
  for (const auto* name : {"REQUEST_BASE_LOW", "REQUEST_BASE_HIGH", "REQUEST_SIZE", "COMPLETION_BASE_LOW",
                           "COMPLETION_BASE_HIGH", "COMPLETION_SIZE", "SLOTS", "SLOT_TICKS"})
    refuse(name, 0);
  write("CONTROL", 0);
  write("REQUEST_BASE_LOW", 0x40);
  EXPECT_EQ(read("REQUEST_BASE_LOW"), 0x40u);
}

/// Whatever the size, a pointer lies within the ring, and is written whole.
TEST_P(NodeRegisters, of_the_rings_refuse_pointers_beyond_each_size) {
  for (const std::string ring : {"REQUEST", "COMPLETION"}) {
    const auto pointer = ring + (ring == "REQUEST" ? "_TAIL" : "_HEAD");
    for (unsigned size = 1; size <= 15; ++size) {
      write((ring + "_SIZE").c_str(), size);
      write(pointer.c_str(), 0);
      for (unsigned bit = 0; bit < 32; ++bit) {
        if (bit >= size) {
          refuse(pointer.c_str(), 1u << bit);
          continue;
        }
        write(pointer.c_str(), 1u << bit);
        EXPECT_EQ(read(pointer.c_str()), 1u << bit);
        for (unsigned byte = 0; byte < 4; ++byte)
          refuse(pointer.c_str(), 1, static_cast<std::uint8_t>(15 ^ 1u << byte));
      }
    }
  }
}

TEST_P(NodeRegisters, of_sizes_take_every_single_bit) {
  for (unsigned bit = 0; bit < 32; ++bit) {
    const auto one = 1u << bit;
    write("SLOT_TICKS", one);
    EXPECT_EQ(read("SLOT_TICKS"), one);
    if (bit >= 8 && bit < 16) continue;
    const auto settings = bit < 8 ? one | 0x10000 : one | 1;
    write("SETTINGS", settings);
    EXPECT_EQ(read("SETTINGS"), settings);
  }
}

TEST_P(NodeRegisters, of_the_rings_take_every_single_bit) {
  const auto each = [&](const std::string& name, unsigned least, unsigned most) {
    for (unsigned bit = least; bit <= most; ++bit) {
      write(name.c_str(), 1u << bit);
      EXPECT_EQ(read(name.c_str()), 1u << bit) << name;
    }
  };
  for (const std::string ring : {"REQUEST", "COMPLETION"}) {
    each(ring + "_BASE_LOW", 6, 31);
    each(ring + "_SIZE", 0, 3);
    write((ring + "_SIZE").c_str(), 15);
    each(ring + (ring == "REQUEST" ? "_TAIL" : "_HEAD"), 0, 14);
  }
}

TEST_P(NodeRegisters, count_time_in_ticks) {
  write("TICK", 7);
  bench.run(100);
  const auto began = read("TIME");
  const auto cycle = bench.cycle();
  bench.run(7000);
  EXPECT_NEAR(read("TIME") - began, static_cast<double>(bench.cycle() - cycle) / 7, 3);
}

INSTANTIATE_TEST_SUITE_P(Stalls, NodeRegisters, ::testing::Values(0u, 60u),
                         [](const auto& stalls) { return fmt::format("{}_percent", stalls.param); });

}  // namespace
}  // namespace isochron::rtl
