// SPDX-License-Identifier: Apache-2.0
// Prints a timing diagram as WaveDrom's JSON, from a simulation: block_mover_waves direct | chain | writeback
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/descriptor_memory.h>

#include "shell_bench.h"
#include "wave_recorder.h"

namespace isochron::rtl {
namespace {

constexpr std::uint64_t base = 0x1000;

std::string beat_label(unsigned beat) {
  return fmt::format("{}", beat);
}

/// Records one AXI master's read and write channels; counts their beats.
class AxiRows {
 public:
  AxiRows(std::string prefix, bool read, bool write) : prefix_(std::move(prefix)), read_(read), write_(write) {}

  void record(WaveRecorder& waves, const AxiMasterPins& m, const AxiSlavePins& s) {
    if (read_) {
      waves.level(prefix_ + "arvalid", m.arvalid);
      waves.bus(prefix_ + "araddr", m.arvalid, fmt::format("{:x}", m.araddr));
      waves.level(prefix_ + "rvalid", s.rvalid);
      waves.bus(prefix_ + "rdata", s.rvalid, beat_label(read_beat_));
      if (s.rvalid) read_beat_ = s.rlast ? 0 : read_beat_ + 1;
    }
    if (write_) {
      waves.level(prefix_ + "awvalid", m.awvalid);
      waves.bus(prefix_ + "awaddr", m.awvalid, fmt::format("{:x}", m.awaddr));
      waves.level(prefix_ + "wvalid", m.wvalid);
      waves.bus(prefix_ + "wdata", m.wvalid, beat_label(write_beat_));
      waves.level(prefix_ + "bvalid", s.bvalid);
      if (m.wvalid && s.wready) write_beat_ = m.wlast ? 0 : write_beat_ + 1;
    }
  }

 private:
  std::string prefix_;
  bool read_;
  bool write_;
  unsigned read_beat_ = 0;
  unsigned write_beat_ = 0;
};

block_mover::Move small_move() {
  block_mover::Move move;
  move.source = 0x4000;
  move.destination = 0x8000;
  move.row_bytes = 32;
  move.interrupt = true;
  return move;
}

void build_chain(ShellBench& bench, unsigned length) {
  block_mover::DescriptorMemory memory(bench);
  for (unsigned i = 0; i < length; ++i) {
    block_mover::Descriptor descriptor;
    descriptor.move = small_move();
    descriptor.next = base + 64 * (i + 1);
    descriptor.end_of_list = i + 1 == length;
    memory.store(base + 64 * i, descriptor);
  }
}

constexpr unsigned latency = 2;

/// A move of 32 bytes on port A from the write that starts it to its interrupt.
std::string direct() {
  ShellBench bench(1);
  block_mover::BlockMoverDriver driver(bench);
  bench.port(0).timing.latency = latency;
  driver.enable({true, false, false, false});
  WaveRecorder waves;
  AxiRows rows("m_axi_a_", true, true);
  std::uint64_t first = 0, cycle = 0;
  bench.watch([&](const ShellInputs& in, const ShellOutputs& out) {
    const bool starts = in.registers.awvalid && in.registers.awaddr == 0x80;
    if (starts && !first) first = cycle;
    waves.level("s_axil_awvalid", in.registers.awvalid);
    waves.bus("s_axil_awaddr", in.registers.awvalid, fmt::format("{:x}", in.registers.awaddr));
    waves.level("s_axil_wvalid", in.registers.wvalid);
    waves.level("s_axil_bvalid", out.registers.bvalid);
    rows.record(waves, out.axi[0], in.axi[0]);
    waves.level("irq", out.irq);
    waves.next_cycle();
    ++cycle;
  });
  driver.start(small_move());
  bench.run_until([&] { return bench.irq(); }, 200);
  bench.run(2);
  return waves.json(fmt::format("Direct command: 32 bytes within port A, memory latency {}", latency), first,
                    {"s_axil_awvalid", "m_axi_a_arvalid", "m_axi_a_awvalid", "irq"});
}

/// What chains show from some place on until the interrupt of their end.
std::string chain(bool fetch) {
  ShellBench bench(1);
  block_mover::BlockMoverDriver driver(bench);
  for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.latency = latency;
  driver.enable({false, true, false, false});
  build_chain(bench, fetch ? 3 : 2);
  WaveRecorder waves;
  AxiRows descriptors("m_axi_d_", fetch, !fetch);
  AxiRows data("m_axi_a_", fetch, !fetch);
  std::uint64_t first = 0, cycle = 0;
  bool end = false;
  bench.watch([&](const ShellInputs& in, const ShellOutputs& out) {
    if (end) return;
    const bool begins = fetch ? out.axi[port_d].arvalid : out.axi[0].wvalid;
    if (begins && !first) first = cycle - 1;
    descriptors.record(waves, out.axi[port_d], in.axi[port_d]);
    data.record(waves, out.axi[0], in.axi[0]);
    if (!fetch) waves.level("irq", out.irq);
    waves.next_cycle();
    ++cycle;
    // Of the fetches: until the second descriptor's move reads.
    end = fetch ? bench.counts(0).read_bursts == 2 && !out.axi[0].arvalid : false;
  });
  driver.start_chain(base);
  bench.run_until([&] { return end || bench.irq(); }, 400);
  if (!fetch) bench.run(2);
  return fetch ? waves.json(fmt::format("Chain: fetches ahead of the moves, memory latency {}", latency), first,
                            {"m_axi_d_arvalid", "m_axi_a_arvalid"})
               : waves.json(fmt::format("Chain: moves, write-backs, interrupt of the end, memory latency {}", latency),
                            first, {"m_axi_d_awvalid", "m_axi_a_awvalid", "irq"});
}

}  // namespace
}  // namespace isochron::rtl

int main(int argc, char** argv) {
  const std::string which = argc == 2 ? argv[1] : "";
  if (which == "direct") {
    std::fputs(isochron::rtl::direct().c_str(), stdout);
  } else if (which == "chain") {
    std::fputs(isochron::rtl::chain(true).c_str(), stdout);
  } else if (which == "writeback") {
    std::fputs(isochron::rtl::chain(false).c_str(), stdout);
  } else {
    std::fputs("block_mover_waves direct | chain | writeback\n", stderr);
    return 2;
  }
}
