// SPDX-License-Identifier: Apache-2.0
// The driver for Linux, its own source, with the Verilog behind its registers and its ring.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "kernel_bench.h"
#include "random.h"

namespace isochron::rtl {
namespace {

/// A transfer as its client sees it.
struct Sent {
  dma_cookie_t cookie = 0;
  unsigned called = 0;
  unsigned place = 0;  ///< in the order of callbacks, from 1
  dmaengine_result result{};
  unsigned* calls = nullptr;

  static void done(void* parameter, const dmaengine_result* result) {
    auto& sent = *static_cast<Sent*>(parameter);
    ++sent.called;
    sent.place = ++*sent.calls;
    sent.result = *result;
  }
};

class LinuxDriver : public ::testing::Test {
 protected:
  LinuxDriver() : kernel(7) {}
  void SetUp() override { ASSERT_EQ(kernel.probe(), 0); }
  void TearDown() override {
    kernel.remove();
    EXPECT_EQ(kernel.allocated, 0u);
    EXPECT_FALSE(kernel.in_device_tree);
    EXPECT_EQ(kernel.mistakes, std::vector<std::string>{});
    EXPECT_EQ(kernel.bench().breaches(false), std::vector<std::string>{});
  }

  dma_device& dma() { return kernel.dma(); }
  dma_chan* channel() { return kernel.channel(); }
  SparseMemory& memory(unsigned port = 0) { return kernel.bench().memory(port); }

  Sent& submit(dma_async_tx_descriptor* tx) {
    auto& sent = *all.emplace_back(std::make_unique<Sent>());
    sent.calls = &calls;
    EXPECT_NE(tx, nullptr);
    if (!tx) return sent;
    tx->callback_result = Sent::done;
    tx->callback_param = &sent;
    sent.cookie = tx->tx_submit(tx);
    return sent;
  }
  Sent& copy(std::uint64_t destination, std::uint64_t source, std::size_t bytes,
             unsigned long flags = DMA_PREP_INTERRUPT) {
    return submit(dma().device_prep_dma_memcpy(channel(), destination, source, bytes, flags));
  }
  void issue() { dma().device_issue_pending(channel()); }
  dma_status status(const Sent& sent, std::uint32_t* residue = nullptr) {
    dma_tx_state state{};
    const auto status = dma().device_tx_status(channel(), sent.cookie, &state);
    if (residue) *residue = state.residue;
    return status;
  }
  void wait(const Sent& sent, unsigned cycles = 20000) {
    ASSERT_TRUE(kernel.run_until([&] { return sent.called > 0; }, cycles));
  }
  std::vector<std::uint8_t> bytes_at(std::uint64_t address, std::size_t count, unsigned port = 0) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < count; ++i) bytes.push_back(memory(port).read(address + i));
    return bytes;
  }

  KernelBench kernel;
  std::vector<std::unique_ptr<Sent>> all;
  unsigned calls = 0;
};

TEST_F(LinuxDriver, says_what_the_hardware_can) {
  const auto can = [&](dma_transaction_type type) { return (dma().cap_mask.bits >> type & 1) != 0; };
  EXPECT_TRUE(can(DMA_MEMCPY) && can(DMA_MEMSET) && can(DMA_INTERLEAVE) && can(DMA_SLAVE));
  EXPECT_EQ(dma().directions, 7u);
  EXPECT_EQ(kernel.dma_mask, 0xffffffffu);
  EXPECT_EQ(kernel.max_segment, 1u << 24);
  EXPECT_TRUE(kernel.in_device_tree);
  EXPECT_STREQ(stand_in_driver->driver.of_match_table[0].compatible, "isochron,block-mover");
}

TEST_F(LinuxDriver, copies) {
  const auto source = bytes_at(0x400003, 1000);
  const auto before = bytes_at(0x800000, 5);
  auto& sent = copy(0x800005, 0x400003, 1000);
  EXPECT_EQ(status(sent), DMA_IN_PROGRESS);
  kernel.run(300);
  EXPECT_EQ(sent.called, 0u) << "before it is issued";
  issue();
  wait(sent);
  EXPECT_EQ(bytes_at(0x800005, 1000), source);
  EXPECT_EQ(bytes_at(0x800000, 5), before);
  EXPECT_EQ(sent.result.result, DMA_TRANS_NOERROR);
  EXPECT_EQ(sent.result.residue, 0u);
  EXPECT_EQ(status(sent), DMA_COMPLETE);
  kernel.run(1000);
  EXPECT_EQ(sent.called, 1u);
  EXPECT_EQ(kernel.allocated, 0u);
}

TEST_F(LinuxDriver, is_done_for_who_polls) {
  auto& sent = copy(0x800005, 0x400003, 64);
  issue();
  for (unsigned i = 0; status(sent) != DMA_COMPLETE; ++i) {
    ASSERT_LT(i, 200u);
    kernel.bench().run(10);
  }
  EXPECT_EQ(bytes_at(0x800005, 64), bytes_at(0x400003, 64));
}

TEST_F(LinuxDriver, fills) {
  auto& sent = submit(dma().device_prep_dma_memset(channel(), 0x800003, 0xa5, 77, DMA_PREP_INTERRUPT));
  const auto behind = memory().read(0x800003 + 77);
  issue();
  wait(sent);
  EXPECT_EQ(bytes_at(0x800003, 77), std::vector<std::uint8_t>(77, 0xa5));
  EXPECT_EQ(memory().read(0x800003 + 77), behind);
}

TEST_F(LinuxDriver, keeps_many_in_flight) {
  Random random(3);
  struct Copy {
    std::uint64_t destination;
    std::vector<std::uint8_t> bytes;
    Sent* sent;
  };
  std::vector<Copy> copies;
  while (copies.size() < 200) {
    const auto number = copies.size();
    const auto bytes = 1 + random.below(random.chance(10) ? 900 : 60);
    const auto source = 0x400000 + number * 0x1000 + random.below(64);
    const auto destination = 0x800000 + number * 0x1000 + random.below(64);
    copies.push_back({destination, bytes_at(source, bytes), &copy(destination, source, bytes)});
    if (random.chance(20)) issue();
    if (random.chance(20)) kernel.run(static_cast<unsigned>(random.below(100)));
  }
  issue();
  wait(*copies.back().sent, 100000);
  for (std::size_t i = 0; i < copies.size(); ++i) {
    EXPECT_EQ(copies[i].sent->place, i + 1);
    EXPECT_EQ(bytes_at(copies[i].destination, copies[i].bytes.size()), copies[i].bytes) << i;
  }
}

TEST_F(LinuxDriver, waits_for_what_a_transfer_depends_on) {
  kernel.bench().port(0).timing.latency = 80;
  const auto source = bytes_at(0x400000, 512);
  copy(0x500000, 0x400000, 512);
  auto& second = copy(0x600000, 0x500000, 512, DMA_PREP_INTERRUPT | DMA_PREP_FENCE);
  issue();
  wait(second);
  EXPECT_EQ(bytes_at(0x600000, 512), source);
}

TEST_F(LinuxDriver, cuts_long_copies_into_moves) {
  kernel.bench().port(0).timing.stall_ar = 100;
  auto& sent = copy(0x4000001, 0x1000003, 0x2000000 + 5);
  issue();
  const std::uint32_t rows[] = {1u << 24, 1u << 24, 5};
  std::uint32_t offset = 0;
  for (unsigned i = 0; i < 3; ++i) {
    const auto place = kernel.ring + 64 * i;
    EXPECT_EQ(kernel.shared_word(place) & 0x3335u, 1u);
    EXPECT_EQ(kernel.shared_word(place) >> 1 & 1, i == 2) << "the last one interrupts";
    EXPECT_EQ(kernel.shared_word(place + 0x10), kernel.ring + 64 * (i + 1));
    EXPECT_EQ(kernel.shared_word(place + 0x18), 0x1000003 + offset);
    EXPECT_EQ(kernel.shared_word(place + 0x20), 0x4000001 + offset);
    EXPECT_EQ(kernel.shared_word(place + 0x28), rows[i]);
    EXPECT_EQ(kernel.shared_word(place + 0x2c), 0x10001u);
    offset += rows[i];
  }
  std::uint32_t residue = 0;
  EXPECT_EQ(status(sent, &residue), DMA_IN_PROGRESS);
  EXPECT_EQ(residue, 0x2000005u);
  kernel.bench().port(0).timing = {};
  EXPECT_EQ(dma().device_terminate_all(channel()), 0);
}

/// A template with room for its chunks.
struct Template {
  explicit Template(std::vector<data_chunk> chunks)
      : words((sizeof(dma_interleaved_template) + chunks.size() * sizeof(data_chunk)) / 8 + 1) {
    xt = new (words.data()) dma_interleaved_template;
    *xt = {0x400003, 0x800005, DMA_MEM_TO_MEM, true, true, true, true, 1, chunks.size()};
    std::memcpy(xt->sgl, chunks.data(), chunks.size() * sizeof(data_chunk));
  }
  std::vector<std::uint64_t> words;
  dma_interleaved_template* xt;
};

TEST_F(LinuxDriver, moves_frames_of_chunks) {
  for (const bool gaps : {true, false}) {
    Template t({{30, 10, 0, 0}, {7, 0, 0, 3}, {100, 21, 40, 0}});
    t.xt->numf = 5;
    t.xt->dst_sgl = gaps;
    struct Piece {
      std::uint64_t destination;
      std::vector<std::uint8_t> bytes;
    };
    std::vector<Piece> pieces;
    auto source = t.xt->src_start;
    auto destination = t.xt->dst_start;
    for (unsigned frame = 0; frame < 5; ++frame) {
      for (unsigned i = 0; i < 3; ++i) {
        const auto& chunk = t.xt->sgl[i];
        pieces.push_back({destination, bytes_at(source, chunk.size)});
        source += chunk.size + (chunk.src_icg ? chunk.src_icg : chunk.icg);
        destination += chunk.size + (chunk.dst_icg ? chunk.dst_icg : gaps ? chunk.icg : 0);
      }
    }
    auto& sent = submit(dma().device_prep_interleaved_dma(channel(), t.xt, DMA_PREP_INTERRUPT));
    issue();
    wait(sent);
    EXPECT_EQ(sent.result.residue, 0u);
    for (const auto& piece : pieces) EXPECT_EQ(bytes_at(piece.destination, piece.bytes.size()), piece.bytes);
  }
}

TEST_F(LinuxDriver, refuses_what_the_hardware_cannot) {
  const auto prepare = [&](const Template& t) { return dma().device_prep_interleaved_dma(channel(), t.xt, 0); };
  Template t({{16, 0, 0, 0}});
  t.xt->numf = 0;
  EXPECT_EQ(prepare(t), nullptr);
  t.xt->numf = 2;
  t.xt->src_inc = false;
  EXPECT_EQ(prepare(t), nullptr);
  t.xt->src_inc = true;
  t.xt->dst_inc = false;
  EXPECT_EQ(prepare(t), nullptr);
  t.xt->dst_inc = true;
  t.xt->dir = DMA_DEV_TO_DEV;
  EXPECT_EQ(prepare(t), nullptr);
  EXPECT_EQ(prepare(Template({{0, 4, 0, 0}})), nullptr);
  EXPECT_EQ(prepare(Template({{(1u << 24) + 1, 0, 0, 0}})), nullptr);
  EXPECT_EQ(prepare(Template({{16, 0x7fffffff, 0, 0}})), nullptr);
  Template two({{16, 0, 0, 0}, {16, 0, 0, 0}});
  two.xt->dir = DMA_DEV_TO_MEM;
  EXPECT_EQ(prepare(two), nullptr) << "frames of a stream in another order";
  scatterlist entry{0x1000, 0};
  EXPECT_EQ(dma().device_prep_slave_sg(channel(), &entry, 1, DMA_MEM_TO_DEV, 0, nullptr), nullptr);
  entry.length = (1u << 24) + 1;
  EXPECT_EQ(dma().device_prep_slave_sg(channel(), &entry, 1, DMA_MEM_TO_DEV, 0, nullptr), nullptr);
  entry.length = 16;
  EXPECT_EQ(dma().device_prep_slave_sg(channel(), &entry, 1, DMA_MEM_TO_MEM, 0, nullptr), nullptr);
  EXPECT_EQ(dma().device_prep_dma_memcpy(channel(), 0x1000, 0x2000, 0, 0), nullptr);
  kernel.out_of_memory = true;
  EXPECT_EQ(dma().device_prep_dma_memcpy(channel(), 0x1000, 0x2000, 16, 0), nullptr);
  kernel.out_of_memory = false;
  EXPECT_EQ(kernel.allocated, 0u);
}

TEST_F(LinuxDriver, sends_and_takes_packets) {
  scatterlist out[] = {{0x400003, 20}, {0x401000, 8}};
  auto& sent = submit(dma().device_prep_slave_sg(channel(), out, 2, DMA_MEM_TO_DEV, DMA_PREP_INTERRUPT, nullptr));
  issue();
  wait(sent);
  const auto& beats = kernel.bench().sink().beats();
  ASSERT_EQ(beats.size(), 4u);
  EXPECT_FALSE(beats[1].last);
  EXPECT_TRUE(beats[2].last);
  EXPECT_EQ(beats[2].keep, 0x0fu);
  EXPECT_TRUE(beats[3].last);

  Template rows({{6, 50, 0, 0}});
  rows.xt->numf = 4;
  rows.xt->dir = DMA_MEM_TO_DEV;
  auto& framed = submit(dma().device_prep_interleaved_dma(channel(), rows.xt, DMA_PREP_INTERRUPT));
  issue();
  wait(framed);
  EXPECT_EQ(kernel.bench().sink().beats().size(), 8u);

  kernel.bench().source().add({0, {0xff, 0xff, 0x0f}});
  scatterlist in[] = {{0x900001, 20}};
  auto& taken = submit(dma().device_prep_slave_sg(channel(), in, 1, DMA_DEV_TO_MEM, DMA_PREP_INTERRUPT, nullptr));
  issue();
  wait(taken);
  EXPECT_EQ(taken.result.residue, 0u);
  for (unsigned i = 0; i < 20; ++i)
    EXPECT_EQ(memory().read(0x900001 + i), stream_byte(kernel.bench().stream_seed(), i / 8, i % 8));

  // A packet that is shorter than the transfer ends it; what did not come is its residue.
  kernel.bench().source().add({0, {0xff, 0x07}});
  scatterlist longer[] = {{0x901001, 20}};
  auto& ended = submit(dma().device_prep_slave_sg(channel(), longer, 1, DMA_DEV_TO_MEM, DMA_PREP_INTERRUPT, nullptr));
  issue();
  wait(ended);
  EXPECT_EQ(ended.result.result, DMA_TRANS_NOERROR);
  EXPECT_EQ(ended.result.residue, 9u);
}

TEST_F(LinuxDriver, tells_errors) {
  kernel.bench().port(0).faults.add({0x400010, 0x400010, slverr, true, false});
  kernel.bench().port(0).faults.add({0x801010, 0x801010, decerr, false, true});
  auto& read = copy(0x800000, 0x400000, 64);
  auto& write = copy(0x801000, 0x401000, 64);
  auto& wrap = copy(0xfffffff0, 0x402000, 64);
  auto& good = copy(0x803000, 0x403000, 64);
  issue();
  wait(good);
  EXPECT_EQ(read.result.result, DMA_TRANS_READ_FAILED);
  EXPECT_GT(read.result.residue, 0u);
  EXPECT_EQ(write.result.result, DMA_TRANS_WRITE_FAILED);
  EXPECT_EQ(wrap.result.result, DMA_TRANS_ABORTED);
  EXPECT_EQ(good.result.result, DMA_TRANS_NOERROR);
  for (const auto* failed : {&read, &write, &wrap}) EXPECT_EQ(status(*failed), DMA_ERROR);
  EXPECT_EQ(status(good), DMA_COMPLETE);
  EXPECT_EQ(bytes_at(0x803000, 64), bytes_at(0x403000, 64));
}

TEST_F(LinuxDriver, tries_again_what_was_behind_a_descriptor_that_cannot_be_fetched) {
  kernel.bench().port(port_d).faults.add({kernel.ring + 64 * 9, kernel.ring + 64 * 9 + 63, slverr, true, false});
  std::vector<Sent*> sent;
  for (unsigned i = 0; i < 100; ++i) sent.push_back(&copy(0x800000 + 64 * i, 0x400000 + 64 * i, 16));
  issue();
  ASSERT_TRUE(kernel.run_until([&] { return sent[9]->called > 0; }));
  kernel.bench().port(port_d).faults.clear();
  wait(*sent.back());
  for (unsigned i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(sent[i]->place, i + 1);
    EXPECT_EQ(sent[i]->result.result, i == 9 ? DMA_TRANS_ABORTED : DMA_TRANS_NOERROR) << i;
    if (i != 9) {
      EXPECT_EQ(bytes_at(0x800000 + 64 * i, 16), bytes_at(0x400000 + 64 * i, 16)) << i;
    }
  }
  ASSERT_EQ(kernel.errors.size(), 1u);
  EXPECT_NE(kernel.errors[0].find("stopped by error 6"), std::string::npos) << kernel.errors[0];
}

TEST_F(LinuxDriver, claims_no_success_of_what_was_not_written_back) {
  kernel.bench().port(port_d).faults.add({kernel.ring + 64 * 3, kernel.ring + 64 * 3 + 63, decerr, false, true});
  std::vector<Sent*> sent;
  for (unsigned i = 0; i < 40; ++i) sent.push_back(&copy(0x800000 + 64 * i, 0x400000 + 64 * i, 16));
  issue();
  wait(*sent[3]);
  kernel.bench().port(port_d).faults.clear();
  wait(*sent.back());
  unsigned lost = 0;
  for (unsigned i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(sent[i]->place, i + 1);
    lost += sent[i]->result.result == DMA_TRANS_ABORTED;
    if (i < 3) {
      EXPECT_EQ(sent[i]->result.result, DMA_TRANS_NOERROR);
    }
    if (sent[i]->result.result == DMA_TRANS_NOERROR) {
      EXPECT_EQ(bytes_at(0x800000 + 64 * i, 16), bytes_at(0x400000 + 64 * i, 16)) << i;
    }
  }
  EXPECT_EQ(sent[3]->result.result, DMA_TRANS_ABORTED);
  EXPECT_GT(lost, 1u) << "the chain is stopped";
  ASSERT_EQ(kernel.errors.size(), 1u);
  EXPECT_NE(kernel.errors[0].find("stopped by error 9"), std::string::npos) << kernel.errors[0];
  auto& again = copy(0x800000, 0x400000, 100);
  issue();
  wait(again);
  EXPECT_EQ(again.result.result, DMA_TRANS_NOERROR);
}

TEST_F(LinuxDriver, terminates_what_is_under_way) {
  kernel.bench().port(0).timing.latency = 200;
  std::vector<Sent*> sent;
  for (unsigned i = 0; i < 20; ++i) sent.push_back(&copy(0x800000 + 0x1000 * i, 0x400000 + 0x1000 * i, 2000));
  issue();
  ASSERT_TRUE(kernel.run_until([&] { return sent[2]->called > 0; }));
  const auto called = calls;
  auto& not_issued = copy(0xa00000, 0xb00000, 10);
  dma().device_prep_dma_memcpy(channel(), 0x1000, 0x2000, 16, 0);
  EXPECT_EQ(dma().device_terminate_all(channel()), 0);
  dma().device_synchronize(channel());
  EXPECT_EQ(kernel.allocated, 0u);
  const auto writes = kernel.bench().counts(0).write_beats;
  kernel.run(5000);
  EXPECT_EQ(kernel.bench().counts(0).write_beats, writes) << "writes on";
  EXPECT_EQ(calls, called) << "calls back what is terminated";
  EXPECT_LT(calls, 20u);
  EXPECT_EQ(status(not_issued), DMA_COMPLETE);

  auto& again = copy(0xa00001, 0xb00003, 500);
  issue();
  wait(again);
  EXPECT_EQ(bytes_at(0xa00001, 500), bytes_at(0xb00003, 500));
}

TEST_F(LinuxDriver, keeps_the_memory_of_what_cannot_be_ended) {
  kernel.bench().port(0).timing.stall_r = 100;
  copy(0x800000, 0x400000, 500);
  issue();
  kernel.run(200);
  EXPECT_EQ(dma().device_terminate_all(channel()), -ETIMEDOUT);
  EXPECT_EQ(kernel.errors.size(), 1u);
  EXPECT_EQ(kernel.allocated, 1u);
  EXPECT_EQ(dma().device_prep_dma_memcpy(channel(), 0x1000, 0x2000, 16, 0), nullptr) << "takes more";
  kernel.bench().port(0).timing = {};
  kernel.run(2000);
  EXPECT_EQ(dma().device_terminate_all(channel()), 0);
  EXPECT_EQ(kernel.allocated, 0u);
  auto& again = copy(0x800000, 0x400000, 500);
  issue();
  wait(again);
  EXPECT_EQ(bytes_at(0x800000, 500), bytes_at(0x400000, 500));
}

TEST_F(LinuxDriver, tells_what_is_left) {
  kernel.bench().port(0).timing.latency = 300;
  Template t({{50, 14, 0, 0}, {60, 4, 0, 0}, {70, 0, 0, 0}, {80, 0, 0, 0}});
  t.xt->numf = 3;
  auto& sent = submit(dma().device_prep_interleaved_dma(channel(), t.xt, DMA_PREP_INTERRUPT));
  std::vector<std::uint32_t> seen;
  const auto look = [&] {
    std::uint32_t residue = 0;
    status(sent, &residue);
    if (seen.empty() || seen.back() != residue) seen.push_back(residue);
  };
  look();
  issue();
  for (unsigned i = 0; !sent.called; ++i) {
    ASSERT_LT(i, 5000u);
    look();
    kernel.run(1);
  }
  look();
  ASSERT_EQ(seen.front(), 780u);
  EXPECT_EQ(seen.back(), 0u);
  EXPECT_GT(seen.size(), 2u) << "nothing between all and nothing";
  for (std::size_t i = 1; i < seen.size(); ++i) EXPECT_LT(seen[i], seen[i - 1]);
}

TEST_F(LinuxDriver, survives_being_unbound_in_the_middle) {
  for (unsigned i = 0; i < 20; ++i) copy(0x800000 + 0x1000 * i, 0x400000 + 0x1000 * i, 2000);
  issue();
  kernel.run(300);
  kernel.remove();
  const auto writes = kernel.bench().counts(0).write_beats;
  kernel.bench().run(3000);
  EXPECT_EQ(kernel.bench().counts(0).write_beats, writes);
  EXPECT_FALSE(kernel.bench().irq());
  ASSERT_EQ(kernel.probe(), 0);
  auto& sent = copy(0x900000, 0x400000, 40);
  issue();
  wait(sent);
  EXPECT_EQ(bytes_at(0x900000, 40), bytes_at(0x400000, 40));
}

TEST(LinuxDriverProbe, uses_the_ports_that_the_device_tree_says) {
  KernelBench kernel(9);
  kernel.properties["isochron,memory-ports"] = {1, 0};
  ASSERT_EQ(kernel.probe(), 0);
  auto* tx = kernel.dma().device_prep_dma_memcpy(kernel.channel(), 0x800000, 0x400000, 8, 0);
  ASSERT_NE(tx, nullptr);
  tx->tx_submit(tx);
  kernel.dma().device_issue_pending(kernel.channel());
  kernel.run(500);
  for (unsigned i = 0; i < 8; ++i)
    EXPECT_EQ(kernel.bench().memory(0).read(0x800000 + i), kernel.bench().memory(1).read(0x400000 + i));
}

TEST(LinuxDriverProbe, lets_caches_be_looked_into_where_the_machine_is_coherent) {
  for (const bool coherent : {false, true}) {
    KernelBench kernel(9);
    kernel.coherent = coherent;
    ASSERT_EQ(kernel.probe(), 0);
    std::array<unsigned, 3> reads{};
    std::array<unsigned, 3> writes{};
    kernel.bench().watch([&](const ShellInputs&, const ShellOutputs& out) {
      for (unsigned port = 0; port < 3; ++port) {
        if (out.axi[port].arvalid) reads[port] = out.axi[port].read_attributes();
        if (out.axi[port].awvalid) writes[port] = out.axi[port].write_attributes();
      }
    });
    auto* tx = kernel.dma().device_prep_dma_memcpy(kernel.channel(), 0x800000, 0x400000, 8, 0);
    ASSERT_NE(tx, nullptr);
    tx->tx_submit(tx);
    kernel.dma().device_issue_pending(kernel.channel());
    kernel.run(500);
    for (const unsigned port : {0u, port_d}) {
      EXPECT_EQ(reads[port], 2u << 4 | (coherent ? 15u : 3u));
      EXPECT_EQ(writes[port], 2u << 4 | (coherent ? 15u : 3u));
    }
  }
}

TEST(LinuxDriverProbe, refuses_what_it_does_not_know) {
  KernelBench kernel(9);
  kernel.wrong_bits = 1;
  EXPECT_EQ(kernel.probe(), -ENODEV);
  EXPECT_EQ(kernel.errors.size(), 1u);
  kernel.wrong_bits = 0;
  kernel.properties["isochron,memory-ports"] = {0, 2};
  EXPECT_EQ(kernel.probe(), -EINVAL);
  kernel.properties.clear();
  kernel.without_interrupt = true;
  EXPECT_EQ(kernel.probe(), -ENXIO);
  kernel.without_interrupt = false;
  kernel.out_of_memory = true;
  EXPECT_EQ(kernel.probe(), -ENOMEM);
  EXPECT_FALSE(kernel.registered());
  kernel.out_of_memory = false;
  kernel.device_tree = false;
  EXPECT_EQ(kernel.probe(), 0);
  EXPECT_FALSE(kernel.in_device_tree);
}

}  // namespace
}  // namespace isochron::rtl
