// SPDX-License-Identifier: Apache-2.0
#include "mover_measurement.h"

#include <fmt/format.h>

#include "segments.h"

namespace isochron::rtl {
namespace {

constexpr unsigned word_bytes = 8;
constexpr unsigned can_rows = 1u << 1;

BenchMove row_of(const BenchMove& move, std::uint32_t row) {
  BenchMove one = move;
  one.src += row * static_cast<std::uint32_t>(move.src_stride);
  one.dst += row * static_cast<std::uint32_t>(move.dst_stride);
  one.rows = 1;
  return one;
}

std::uint64_t words(std::uint32_t address, std::uint32_t length, std::uint32_t rows, std::int32_t stride) {
  if (static_cast<std::uint32_t>(stride) == length)
    return Segment{address, std::uint64_t{length} * rows}.words(word_bytes);
  std::uint64_t sum = 0;
  for (std::uint32_t row = 0; row < rows; ++row)
    sum += Segment{address + row * static_cast<std::uint32_t>(stride), length}.words(word_bytes);
  return sum;
}

}  // namespace

Measured measure(BenchDut& dut, const std::vector<BenchMove>& moves, const AxiTiming& timing, std::uint64_t seed) {
  Measured result;
  SparseMemory memory(seed);
  SparseMemory expected(seed);
  AxiMemory port(word_bytes, memory, seed);
  AxiChecker::Rules rules;
  rules.aligned = rules.always_ready = false;
  AxiChecker checker("AXI", rules);

  BenchInputs in;
  BenchOutputs out;
  in.rst = true;
  for (unsigned i = 0; i < 8; ++i) {
    dut.settle(in, out);
    dut.edge();
  }
  in.rst = false;
  for (unsigned i = 0; i < 8; ++i) {
    dut.settle(in, out);
    dut.edge();
  }
  port.timing = timing;

  std::vector<BenchMove> commands;
  for (const auto& move : moves) {
    result.smallest_read_beats += words(move.src, move.length, move.rows, move.src_stride);
    result.smallest_write_beats += words(move.dst, move.length, move.rows, move.dst_stride);
    for (std::uint32_t row = 0; row < move.rows; ++row) {
      const auto one = row_of(move, row);
      for (std::uint32_t i = 0; i < move.length; ++i) expected.write(one.dst + i, expected.read(one.src + i));
      if (!(out.cap & can_rows)) commands.push_back(one);
    }
    if (out.cap & can_rows) commands.push_back(move);
  }

  std::size_t next = 0;
  std::size_t done = 0;
  bool started = false;
  std::uint64_t start = 0;
  const std::uint64_t limit = 100000 + 40 * (result.smallest_read_beats + result.smallest_write_beats) +
                              commands.size() * 20 * (timing.latency + 10u);
  std::uint64_t cycle = 0;
  for (; done < commands.size() && cycle < limit; ++cycle) {
    in.cmd_valid = next < commands.size();
    if (in.cmd_valid) {
      const auto& c = commands[next];
      in.src = c.src;
      in.dst = c.dst;
      in.length = c.length;
      in.rows = c.rows;
      in.src_row_stride = c.src_stride;
      in.dst_row_stride = c.dst_stride;
      in.tag = static_cast<std::uint8_t>(next);
    }
    in.axi = port.pins();
    dut.settle(in, out);
    checker.clock(out.axi, in.axi);
    port.clock(out.axi);
    if (out.cmd_start && !started) {
      started = true;
      start = cycle;
    }
    if (out.done_valid) {
      result.cycles = cycle - start + 1;
      if (out.done_tag != static_cast<std::uint8_t>(done))
        result.failures.push_back(fmt::format("status {} has tag {}", done, out.done_tag));
      if (out.done_error)
        result.failures.push_back(fmt::format("command {} ended with error {}", done, out.done_error));
      ++done;
    }
    if (in.cmd_valid && out.cmd_ready) ++next;
    dut.edge();
  }
  if (done < commands.size())
    result.failures.push_back(fmt::format("hangs after {} of {} commands", done, commands.size()));
  result.failures.insert(result.failures.end(), checker.breaches().begin(), checker.breaches().end());
  if (const auto address = SparseMemory::first_difference(memory, expected))
    result.failures.push_back(fmt::format("the byte at {:#x} is wrong", *address));
  result.counts = checker.counts();
  return result;
}

}  // namespace isochron::rtl
