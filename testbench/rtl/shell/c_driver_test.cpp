// SPDX-License-Identifier: Apache-2.0
// The driver in C, as a program in C uses it.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <functional>
#include <vector>

#include <isochron/dma/block_mover/c/block_mover.h>
#include <isochron/dma/block_mover/descriptor.h>
#include <isochron/dma/block_mover/descriptor_ring.h>

#include "c_driver_mapped.h"
#include "expected_memory.h"
#include "random.h"
#include "shell_bench.h"

namespace isochron::rtl {
namespace {

constexpr std::uint64_t ring_base = 0x10000;

/// Accesses that end at the pins of a bench, or fail from a chosen one on.
class CDriver : public ::testing::Test {
 protected:
  CDriver() : bench(3) {
    registers = {this,
                 [](void* self, std::uint32_t offset, std::uint32_t* value) {
                   auto& test = *static_cast<CDriver*>(self);
                   if (test.fails()) return false;
                   const auto answer = test.bench.try_read(offset);
                   *value = answer.data;
                   return answer.response == okay;
                 },
                 [](void* self, std::uint32_t offset, std::uint32_t value) {
                   auto& test = *static_cast<CDriver*>(self);
                   return !test.fails() && test.bench.try_write(offset, value).response == okay;
                 }};
    memory = {this,
              [](void* self, std::uint64_t address, std::uint32_t* value) {
                auto& test = *static_cast<CDriver*>(self);
                *value = test.bench.read_word(address);
                return !test.fails();
              },
              [](void* self, std::uint64_t address, std::uint32_t value) {
                auto& test = *static_cast<CDriver*>(self);
                if (test.fails()) return false;
                test.bench.write_word(address, value);
                return true;
              },
              [](void* self) { ++static_cast<CDriver*>(self)->ordered; }};
    EXPECT_EQ(blmv_open(&device, &registers), 0);
  }
  void TearDown() override { EXPECT_EQ(bench.breaches(), std::vector<std::string>{}); }

  bool fails() { return left == 0 || (left > 0 && --left == 0); }

  blmv_move move_number(std::uint32_t number, std::uint32_t bytes = 100) {
    blmv_move move{};
    move.source_port = static_cast<std::uint8_t>(number % 2);
    move.destination_port = static_cast<std::uint8_t>(number / 2 % 2);
    move.source = 0x400003 + number * 0x1000;
    move.destination = 0x800005 + number * 0x1000;
    move.row_bytes = bytes;
    move.rows = 2;
    move.planes = 1;
    move.source_row_stride = 0x500;
    move.destination_row_stride = 0x600;
    move.tag = static_cast<std::uint8_t>(number);
    return move;
  }
  static block_mover::Move as_model(const blmv_move& move) { return block_mover::move_of(move); }

  blmv_status status() {
    blmv_status status{};
    EXPECT_EQ(blmv_read_status(&device, &status), 0);
    return status;
  }
  void wait_until_idle() {
    for (unsigned i = 0; !status().idle; ++i) ASSERT_LT(i, 5000u);
  }
  std::vector<std::uint64_t> list(unsigned length, std::uint32_t bytes = 100) {
    std::vector<std::uint64_t> addresses;
    for (unsigned i = 0; i < length; ++i) {
      blmv_descriptor descriptor{};
      descriptor.move = move_number(i, bytes);
      descriptor.owned = true;
      descriptor.end_of_list = i + 1 == length;
      addresses.push_back(ring_base + 64 * i);
      descriptor.next = addresses.back() + 64;
      EXPECT_EQ(blmv_store(&memory, addresses.back(), &descriptor), 0);
    }
    return addresses;
  }
  blmv_descriptor load(std::uint64_t address) {
    blmv_descriptor descriptor{};
    EXPECT_EQ(blmv_load(&memory, address, &descriptor), 0);
    return descriptor;
  }

  ShellBench bench;
  blmv_registers registers{};
  blmv_memory memory{};
  blmv_device device{};
  int left = -1;  ///< accesses until one fails and all behind it; negative: none does
  unsigned ordered = 0;
};

TEST_F(CDriver, knows_what_it_drives) {
  const auto& c = device.capabilities;
  EXPECT_TRUE(c.port_b && c.stream && c.xor_operation);
  EXPECT_EQ(c.id_bits, 4);
  EXPECT_EQ(c.address_bits, 32);
  EXPECT_EQ(c.data_bits, 64);
  EXPECT_EQ(c.commands, 8);
  EXPECT_EQ(c.prefetch, 4);
  EXPECT_EQ(c.descriptors, 8);
  EXPECT_EQ(c.outstanding, 16);
  EXPECT_EQ(c.max_burst, 256);
  EXPECT_EQ(c.buffer_words, 1024u);

  const blmv_registers others{nullptr,
                              [](void*, std::uint32_t, std::uint32_t* value) {
                                *value = 0x12345678;
                                return true;
                              },
                              [](void*, std::uint32_t, std::uint32_t) { return true; }};
  blmv_device other{};
  EXPECT_EQ(blmv_open(&other, &others), BLMV_NOT_OURS);
}

TEST_F(CDriver, sets_the_attributes_of_each_port) {
  const blmv_attributes some[] = {{1, 2, 3, 4, 5, 6}, {15, 14, 7, 6, 15, 15}, {8, 9, 0, 1, 3, 0}};
  for (unsigned port = 0; port < 3; ++port)
    ASSERT_EQ(blmv_set_attributes(&device, static_cast<blmv_bus>(port), &some[port]), 0);
  for (unsigned port = 0; port < 3; ++port) {
    blmv_attributes a{};
    ASSERT_EQ(blmv_read_attributes(&device, static_cast<blmv_bus>(port), &a), 0);
    const auto& b = some[port];
    EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0) << port;
  }
  unsigned seen = 0;
  bench.watch([&](const ShellInputs&, const ShellOutputs& out) {
    if (out.axi[0].arvalid) seen = out.axi[0].read_attributes();
  });
  const auto move = move_number(0);
  ASSERT_EQ(blmv_start(&device, &move), 0);
  EXPECT_EQ(blmv_set_attributes(&device, BLMV_BUS_A, &some[1]), BLMV_BUS_ERROR) << "under way";
  wait_until_idle();
  EXPECT_EQ(seen, 6u << 11 | 5u << 7 | 3u << 4 | 1u);
  for (const auto& wrong :
       {blmv_attributes{16, 0, 0, 0, 0, 0}, blmv_attributes{0, 16, 0, 0, 0, 0}, blmv_attributes{0, 0, 8, 0, 0, 0},
        blmv_attributes{0, 0, 0, 8, 0, 0}, blmv_attributes{0, 0, 0, 0, 16, 0}, blmv_attributes{0, 0, 0, 0, 0, 16}})
    EXPECT_EQ(blmv_set_attributes(&device, BLMV_BUS_A, &wrong), BLMV_BAD_ARGUMENT);
}

TEST_F(CDriver, carries_out_a_direct_command) {
  blmv_result result{};
  EXPECT_EQ(blmv_read_result(&device, &result), BLMV_NOT_YET);
  for (const auto operation : {BLMV_COPY, BLMV_FILL, BLMV_XOR}) {
    ExpectedMemory expected(bench);
    auto move = move_number(40 + operation, 300);
    move.operation = static_cast<std::uint8_t>(operation);
    move.planes = 2;
    move.source_plane_stride = 0x2000;
    move.destination_plane_stride = 0x3000;
    ASSERT_EQ(blmv_start(&device, &move), 0);
    wait_until_idle();
    ASSERT_EQ(blmv_read_result(&device, &result), 0);
    EXPECT_EQ(result.error, BLMV_MOVE_OK);
    EXPECT_EQ(result.tag, move.tag);
    EXPECT_EQ(result.bytes, blmv_bytes(&move));
    expected.apply(as_model(move));
    EXPECT_EQ(expected.difference(), "");
  }
}

TEST_F(CDriver, tells_that_a_command_is_under_way) {
  auto move = move_number(0, 4000);
  ASSERT_EQ(blmv_start(&device, &move), 0);
  EXPECT_EQ(blmv_start(&device, &move), BLMV_BUS_ERROR);
  wait_until_idle();
}

TEST_F(CDriver, tells_what_a_move_failed_of) {
  auto move = move_number(0);
  bench.port(0).faults.add({move.source + 20, move.source + 20, slverr, true, false});
  ASSERT_EQ(blmv_start(&device, &move), 0);
  wait_until_idle();
  blmv_result result{};
  ASSERT_EQ(blmv_read_result(&device, &result), 0);
  EXPECT_EQ(result.error, BLMV_MOVE_READ_SLVERR);
}

TEST_F(CDriver, runs_a_list) {
  ExpectedMemory expected(bench);
  const auto addresses = list(9);
  ASSERT_EQ(blmv_start_list(&device, addresses[0]), 0);
  wait_until_idle();
  for (unsigned i = 0; i < addresses.size(); ++i) {
    const auto descriptor = load(addresses[i]);
    EXPECT_FALSE(descriptor.owned);
    EXPECT_TRUE(descriptor.done);
    EXPECT_EQ(descriptor.result.error, BLMV_MOVE_OK);
    EXPECT_EQ(descriptor.result.tag, i);
    EXPECT_EQ(descriptor.result.bytes, 200u);
    bool done = false;
    EXPECT_EQ(blmv_is_done(&memory, addresses[i], &done), 0);
    EXPECT_TRUE(done);
    expected.apply(as_model(descriptor.move));
  }
  EXPECT_EQ(expected.difference(), "");
  EXPECT_GE(ordered, addresses.size());
}

TEST_F(CDriver, waits_at_the_tail_and_pauses) {
  const auto addresses = list(4, 20);
  ASSERT_EQ(blmv_start_chain(&device, addresses[0], addresses[1]), 0);
  ASSERT_TRUE(bench.run_until([&] { return status().at_tail; }, 5000));
  bool done = true;
  EXPECT_EQ(blmv_is_done(&memory, addresses[2], &done), 0);
  EXPECT_FALSE(done);
  ASSERT_EQ(blmv_pause_chain(&device), 0);
  wait_until_idle();
  std::uint64_t next = 0;
  ASSERT_EQ(blmv_read_next(&device, &next), 0);
  EXPECT_EQ(next, addresses[2]);
  ASSERT_EQ(blmv_start_chain(&device, next, addresses[3]), 0);
  wait_until_idle();
  EXPECT_TRUE(load(addresses[3]).done);
}

TEST_F(CDriver, tells_what_stopped_a_chain) {
  const auto addresses = list(4);
  bench.write_word(addresses[2], 0);
  ASSERT_EQ(blmv_start_list(&device, addresses[0]), 0);
  wait_until_idle();
  EXPECT_TRUE(status().stopped);
  blmv_chain_error error = BLMV_CHAIN_OK;
  std::uint64_t address = 0;
  ASSERT_EQ(blmv_read_chain_stop(&device, &error, &address), 0);
  EXPECT_EQ(error, BLMV_CHAIN_NOT_OWNED);
  EXPECT_EQ(address, addresses[2]);

  ASSERT_EQ(blmv_stop_on_error(&device, true), 0);
  list(4);
  bench.write_word(addresses[1] + 0x28, 0);
  ASSERT_EQ(blmv_start_list(&device, addresses[0]), 0);
  wait_until_idle();
  ASSERT_EQ(blmv_read_chain_stop(&device, &error, &address), 0);
  EXPECT_EQ(error, BLMV_CHAIN_MOVE_FAILED);
  EXPECT_EQ(address, addresses[1]);
  EXPECT_EQ(load(addresses[1]).result.error, BLMV_MOVE_BAD_COMMAND);
}

TEST_F(CDriver, keeps_a_ring_going) {
  ExpectedMemory expected(bench);
  Random random(5);
  blmv_ring ring{};
  EXPECT_EQ(blmv_ring_open(&ring, &device, &memory, ring_base, 2), BLMV_BAD_ARGUMENT);
  EXPECT_EQ(blmv_ring_open(&ring, &device, &memory, ring_base + 32, 8), BLMV_BAD_ARGUMENT);
  ASSERT_EQ(blmv_ring_open(&ring, &device, &memory, ring_base, 5), 0);
  blmv_result result{};
  EXPECT_EQ(blmv_ring_take(&ring, &result), BLMV_NOT_YET);
  unsigned pushed = 0;
  unsigned taken = 0;
  bool was_full = false;
  while (taken < 60) {
    ASSERT_LT(bench.cycle(), 200000u);
    if (pushed < 60 && random.chance(60)) {
      const auto move = move_number(pushed, 1 + static_cast<std::uint32_t>(random.below(600)));
      const int outcome = blmv_ring_push(&ring, &move);
      was_full |= outcome == BLMV_FULL;
      if (outcome == 0) {
        expected.apply(as_model(move));
        ++pushed;
      }
    } else if (blmv_ring_take(&ring, &result) == 0) {
      EXPECT_EQ(result.tag, taken);
      EXPECT_EQ(result.error, BLMV_MOVE_OK);
      ++taken;
    }
  }
  EXPECT_TRUE(was_full);
  EXPECT_EQ(expected.difference(), "");
}

TEST_F(CDriver, does_not_know_what_was_not_written_back) {
  blmv_ring ring{};
  ASSERT_EQ(blmv_ring_open(&ring, &device, &memory, ring_base, 8), 0);
  bench.port(port_d).faults.add({ring_base + 64, ring_base + 127, slverr, false, true});
  for (unsigned i = 0; i < 2; ++i) {
    const auto move = move_number(i);
    ASSERT_EQ(blmv_ring_push(&ring, &move), 0);
  }
  wait_until_idle();
  blmv_result result{};
  EXPECT_EQ(blmv_ring_take(&ring, &result), 0);
  EXPECT_EQ(blmv_ring_take(&ring, &result), BLMV_UNKNOWN);
  EXPECT_EQ(result.tag, 1);
  EXPECT_EQ(blmv_ring_take(&ring, &result), BLMV_NOT_YET);

  block_mover::BlockMoverDriver driver(bench);
  block_mover::DescriptorRing same(driver, bench, ring_base, 8);
  for (unsigned i = 0; i < 2; ++i) same.push(as_model(move_number(i)));
  wait_until_idle();
  EXPECT_TRUE(same.take());
  EXPECT_THROW(same.take(), block_mover::BusError);
  EXPECT_FALSE(same.take());
}

TEST_F(CDriver, coalesces_interrupts) {
  const blmv_interrupts coalesced{false, false, false, true};
  ASSERT_EQ(blmv_enable(&device, &coalesced), 0);
  ASSERT_EQ(blmv_coalesce(&device, 3, 0), 0);
  blmv_ring ring{};
  ASSERT_EQ(blmv_ring_open(&ring, &device, &memory, ring_base, 8), 0);
  auto move = move_number(0);
  move.interrupt = true;
  for (unsigned i = 0; i < 2; ++i) ASSERT_EQ(blmv_ring_push(&ring, &move), 0);
  bench.run(1000);
  EXPECT_FALSE(bench.irq());
  ASSERT_EQ(blmv_ring_push(&ring, &move), 0);
  EXPECT_TRUE(bench.run_until([&] { return bench.irq(); }, 1000));
  blmv_interrupts pending{};
  ASSERT_EQ(blmv_read_pending(&device, &pending), 0);
  EXPECT_TRUE(pending.coalesced && pending.move_done && !pending.error && !pending.chain_end);
  ASSERT_EQ(blmv_acknowledge(&device, &pending), 0);
  EXPECT_FALSE(bench.irq());

  ASSERT_EQ(blmv_coalesce(&device, 0, 300), 0);
  ASSERT_EQ(blmv_ring_push(&ring, &move), 0);
  EXPECT_FALSE(bench.run_until([&] { return bench.irq(); }, 200));
  EXPECT_TRUE(bench.run_until([&] { return bench.irq(); }, 600));
}

TEST_F(CDriver, aborts) {
  for (unsigned port = 0; port < 2; ++port) bench.port(port).timing.latency = 100;
  const auto addresses = list(12, 800);
  ASSERT_EQ(blmv_start_list(&device, addresses[0]), 0);
  ASSERT_TRUE(bench.run_until([&] { return load(addresses[0]).done; }, 5000));
  ASSERT_EQ(blmv_abort(&device), 0);
  while (status().aborting) ASSERT_LT(bench.cycle(), 50000u);
  blmv_chain_error error = BLMV_CHAIN_OK;
  std::uint64_t address = 0;
  ASSERT_EQ(blmv_read_chain_stop(&device, &error, &address), 0);
  EXPECT_EQ(error, BLMV_CHAIN_ABORTED);
  unsigned aborted = 0;
  for (const auto place : addresses) aborted += load(place).result.error == BLMV_MOVE_ABORTED;
  EXPECT_GT(aborted, 0u);
  EXPECT_TRUE(load(addresses.back()).owned);
}

TEST_F(CDriver, resets) {
  ASSERT_EQ(blmv_stop_on_error(&device, true), 0);
  auto move = move_number(0, 2000);
  ASSERT_EQ(blmv_start(&device, &move), 0);
  ASSERT_EQ(blmv_soft_reset(&device), 0);
  while (status().aborting) ASSERT_LT(bench.cycle(), 50000u);
  blmv_result result{};
  EXPECT_EQ(blmv_read_result(&device, &result), BLMV_NOT_YET);
  EXPECT_EQ(device.settings, 0u);
  ASSERT_EQ(blmv_start(&device, &move), 0);
  wait_until_idle();
  EXPECT_EQ(blmv_read_result(&device, &result), 0);
}

TEST_F(CDriver, counts) {
  list(3);
  ASSERT_EQ(blmv_start_list(&device, ring_base), 0);
  wait_until_idle();
  blmv_counters counters{};
  ASSERT_EQ(blmv_read_counters(&device, &counters), 0);
  EXPECT_EQ(counters.bytes, 600u);
  EXPECT_EQ(counters.moves, 3u);
  EXPECT_EQ(counters.errors, 0u);
  EXPECT_EQ(counters.descriptors, 3u);
  EXPECT_GT(counters.busy_cycles, 0u);
  ASSERT_EQ(blmv_clear_counters(&device), 0);
  ASSERT_EQ(blmv_read_counters(&device, &counters), 0);
  EXPECT_EQ(counters.bytes + counters.moves + counters.descriptors + counters.busy_cycles, 0u);
}

/// Every function, with a failure at each of its accesses in turn, says so; with none it does not.
TEST_F(CDriver, passes_on_that_an_access_failed) {
  blmv_ring ring{};
  blmv_result result{};
  blmv_status some_status{};
  blmv_interrupts causes{};
  blmv_counters counters{};
  blmv_chain_error error{};
  blmv_attributes attributes{};
  blmv_descriptor descriptor{};
  std::uint64_t address = 0;
  std::uint32_t count = 0;
  bool done = false;
  auto move = move_number(0, 10);
  ASSERT_EQ(blmv_start(&device, &move), 0);
  wait_until_idle();
  const std::vector<std::function<int()>> calls{
      [&] { return blmv_open(&device, &registers); },
      [&] { return blmv_set_attributes(&device, BLMV_BUS_B, &attributes); },
      [&] { return blmv_read_attributes(&device, BLMV_BUS_B, &attributes); },
      [&] { return blmv_start(&device, &move); },
      [&] { return blmv_read_result(&device, &result); },
      [&] { return blmv_read_next(&device, &address); },
      [&] { return blmv_read_chain_stop(&device, &error, &address); },
      [&] { return blmv_stop_on_error(&device, false); },
      [&] { return blmv_read_status(&device, &some_status); },
      [&] { return blmv_enable(&device, &causes); },
      [&] { return blmv_read_pending(&device, &causes); },
      [&] { return blmv_acknowledge(&device, &causes); },
      [&] { return blmv_coalesce(&device, 0, 0); },
      [&] { return blmv_read_counters(&device, &counters); },
      [&] { return blmv_descriptors_done(&device, &count); },
      [&] { return blmv_clear_counters(&device); },
      [&] { return blmv_store(&memory, ring_base, &descriptor); },
      [&] { return blmv_load(&memory, ring_base, &descriptor); },
      [&] { return blmv_is_done(&memory, ring_base, &done); },
      [&] {
        EXPECT_EQ(blmv_ring_open(&ring, &device, &memory, ring_base, 4), 0);
        return blmv_ring_push(&ring, &move);
      },
      [&] { return blmv_ring_push(&ring, &move); },
      [&] { return blmv_ring_take(&ring, &result); },
      [&] { return blmv_pause_chain(&device); },
      [&] { return blmv_abort(&device); },
      [&] { return blmv_soft_reset(&device); },
  };
  for (std::size_t call = 0; call < calls.size(); ++call) {
    left = 1;
    int outcome = calls[call]();
    EXPECT_EQ(outcome, BLMV_BUS_ERROR) << "call " << call;
    for (int accesses = 2; outcome == BLMV_BUS_ERROR; ++accesses) {
      left = -1;
      bench.run(400);
      left = accesses;
      outcome = calls[call]();
    }
    EXPECT_EQ(outcome, 0) << "call " << call;
    left = -1;
    bench.run(400);
  }
}

TEST(CDriverMapped, reaches_registers_and_descriptors_through_pointers) {
  alignas(8) std::array<std::uint8_t, 4096> page{};
  for (const auto& [offset, value] : std::vector<std::pair<unsigned, std::uint32_t>>{
           {0x00, 0x564d4c42}, {0x04, 0x10000}, {0x08, 0x402007}, {0x34, 0xf}})
    std::memcpy(&page[offset], &value, sizeof value);
  std::array<std::uint32_t, 64> words{};
  MappedUse use{};
  ASSERT_EQ(use_mapped(page.data(), words.data(), 0x40001000, &use), 0);
  EXPECT_EQ(use.data_bits, 64u);
  EXPECT_TRUE(use.pending_error);
  EXPECT_EQ(use.loaded_source, 0x123456789abcu);
  // The second descriptor of the memory, and the end of a list in it.
  EXPECT_EQ(words[16], 0x00000005u);
  EXPECT_EQ(words[22], 0x56789abcu);
  EXPECT_EQ(words[23], 0x1234u);
  std::uint32_t control = 0;
  std::memcpy(&control, &page[0x20], sizeof control);
  EXPECT_EQ(control, 1u);
}

}  // namespace
}  // namespace isochron::rtl
