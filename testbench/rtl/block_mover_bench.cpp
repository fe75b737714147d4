// SPDX-License-Identifier: Apache-2.0
// block_mover_bench [--json]: cycles, share of the bus, hold-up and beats of the block mover, on a memory that answers
// after L cycles. Beside them what other DMA engines took on the same moves and memory.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "Vbench_dut.h"
#include "mover_measurement.h"
#include "mover_model.h"
#include "verilated_bench_dut.h"

using namespace isochron::rtl;

namespace {

constexpr std::uint32_t from = 0x00010000;
constexpr std::uint32_t to = 0x00800000;
constexpr std::array<unsigned, 3> latencies{0, 10, 50};
constexpr std::array<unsigned, 2> long_latencies{200, 500};

struct Row {
  const char* name;
  BenchMove move;
  const char* cdma;
  const char* idma;
};

// 64 bit: CDMA of verilog-axi with bursts of 256, iDMA with 32 outstanding.
const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      {"128 B", {from, to, 128, 1, 128, 128}, "24 / 44 / 124", "20 / 40 / 120"},
      {"1 KB", {from, to, 1024, 1, 1024, 1024}, "136 / 156 / 236", "132 / 152 / 232"},
      {"4 KB", {from, to, 4096, 1, 4096, 4096}, "521 / 541 / 621", "516 / 536 / 616"},
      {"128 KB", {from, to, 131072, 1, 131072, 131072}, "16455 / 16475 / 16555", "16388 / 16408 / 16488"},
      {"4 KB, 3 -> 5", {from + 3, to + 5, 4096, 1, 4096, 4096}, "525 / 545 / 625", "519 / 539 / 619"},
      {"4 KB, 5 -> 3", {from + 5, to + 3, 4096, 1, 4096, 4096}, "", ""},
      {"32 x 32 B", {from, to, 32, 32, 64, 64}, "167 / 337 / 1017", "132 / 152 / 232"},
      {"32 x 32 B, 3 -> 5", {from + 3, to + 5, 32, 32, 37, 37}, "hangs / 362 / 1042", "161 / 181 / 261"},
      {"same, 1001, 1503", {from + 3, to + 5, 32, 32, 1001, 1503}, "", ""},
      {"same, 5 -> 3", {from + 5, to + 3, 32, 32, 1001, 1503}, "", ""},
      {"32 x 32 B, joined", {from, to, 32, 32, 32, 32}, "", ""},
      {"joined, 3 -> 5", {from + 3, to + 5, 32, 32, 32, 32}, "", ""},
  };
  return all;
}

class Bench {
 public:
  Measured run(const std::vector<BenchMove>& moves, const AxiTiming& timing, std::uint64_t seed = 1) {
    VerilatedBenchDut<Vbench_dut> dut;
    auto measured = measure(dut, moves, timing, seed);
    for (const auto& failure : measured.failures) {
      std::fprintf(stderr, "block_mover_bench: %s\n", failure.c_str());
      failed = true;
    }
    return measured;
  }

  bool failed = false;
};

AxiTiming after(unsigned latency, unsigned stall = 0) {
  AxiTiming timing;
  timing.latency = latency;
  timing.stall_all(stall);
  return timing;
}

std::vector<BenchMove> repeated(unsigned count, std::uint32_t bytes) {
  std::vector<BenchMove> moves;
  const auto stride = static_cast<std::int32_t>(bytes);
  for (unsigned i = 0; i < count; ++i) moves.push_back({from + i * bytes, to + i * bytes, bytes, 1, stride, stride});
  return moves;
}

/// Beats one after another when each write beat goes behind the last read beat that it needs: what no engine beats.
std::uint64_t in_series(const BenchMove& move) {
  Command command;
  command.src = move.src;
  command.dst = move.dst;
  command.row_bytes = move.length;
  command.rows = move.rows;
  command.src_row_stride = move.src_stride;
  command.dst_row_stride = move.dst_stride;
  return MoverModel({}, 0).dependent_beats(command);
}

double share(const Measured& measured) {
  return static_cast<double>(measured.smallest_write_beats) / static_cast<double>(measured.cycles);
}

nlohmann::ordered_json measure_all(Bench& bench) {
  nlohmann::ordered_json result;
  for (const auto& row : rows()) {
    auto& entry = result["cycles"][row.name];
    for (const auto latency : latencies) {
      const auto measured = bench.run({row.move}, after(latency));
      entry["ours"].push_back(measured.cycles);
      const auto bound = in_series(row.move) + 2 * latency;
      entry["beyond_beats_and_latencies"].push_back(static_cast<std::int64_t>(measured.cycles) -
                                                    static_cast<std::int64_t>(bound));
      entry["beats"] = std::to_string(measured.counts.read_beats) + " + " + std::to_string(measured.counts.write_beats);
      entry["fewest_beats"] =
          std::to_string(measured.smallest_read_beats) + " + " + std::to_string(measured.smallest_write_beats);
      entry["beats_in_series"] = in_series(row.move);
    }
  }
  for (const auto latency : long_latencies) {
    const auto measured = bench.run({rows()[3].move}, after(latency));
    auto& entry = result["128_KB_at_latency"][std::to_string(latency)];
    entry["cycles"] = measured.cycles;
    entry["share"] = share(measured);
  }
  for (const auto latency : latencies)
    result["share_back_to_back_128B"].push_back(share(bench.run(repeated(16, 128), after(latency))));
  constexpr unsigned seeds = 5;
  double lowest = 1;
  std::uint64_t longest_hold_up = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    lowest = std::min(lowest, share(bench.run({rows()[3].move}, after(10, 25), seed)));
    longest_hold_up = std::max(longest_hold_up, bench.run(repeated(16, 4096), after(10, 25), seed).counts.read_hold_up);
  }
  result["share_128KB_25_percent_stalls"] = lowest;
  result["read_hold_up_16x4KB_25_percent_stalls"] = longest_hold_up;
  return result;
}

void print(const nlohmann::ordered_json& result) {
  const auto list = [](const nlohmann::ordered_json& numbers, const char* format) {
    std::string text;
    for (const auto& number : numbers)
      text += (text.empty() ? "" : " / ") + fmt::format(fmt::runtime(format), number.get<double>());
    return text;
  };
  fmt::print("64 bit, memory that answers after L cycles; cycles from command to status, both counted\n\n");
  fmt::print("{:<18} {:<22} {:<16} {:<13} {:<13} {:<9} {:<21} {}\n", "move", "block mover, L 0/10/50", "beyond + 2 L",
             "beats, r + w", "fewest", "in series", "CDMA (verilog-axi)", "iDMA");
  for (const auto& row : rows()) {
    const auto& entry = result["cycles"][row.name];
    fmt::print("{:<18} {:<22} {:<16} {:<13} {:<13} {:<9} {:<21} {}\n", row.name, list(entry["ours"], "{:.0f}"),
               list(entry["beyond_beats_and_latencies"], "+{:.0f}"), entry["beats"].get<std::string>(),
               entry["fewest_beats"].get<std::string>(), entry["beats_in_series"].get<std::uint64_t>(), row.cdma,
               row.idma);
  }
  fmt::print("\n{:<42} {:<22} {:<22} {}\n", "", "block mover", "CDMA (verilog-axi)", "iDMA");
  fmt::print("{:<42} {:<22} {:<22} {}\n", "16 x 128 B back to back, share, L 0/10/50",
             list(result["share_back_to_back_128B"], "{:.3f}"), ".92 / .86 / .40", ".985 / .91 / .68");
  for (const auto latency : long_latencies) {
    const auto& entry = result["128_KB_at_latency"][std::to_string(latency)];
    fmt::print("{:<42} {:<22}\n", fmt::format("128 KB, L {}: cycles, share", latency),
               fmt::format("{} {:.3f}", entry["cycles"].get<std::uint64_t>(), entry["share"].get<double>()));
  }
  fmt::print("{:<42} {:<22.3f}\n", "128 KB, 25 % stalls, L 10, share (worst of 5)",
             result["share_128KB_25_percent_stalls"].get<double>());
  fmt::print("{:<42} {:<22} {:<22} {}\n", "16 x 4 KB, 25 % stalls, read hold-up cycles",
             result["read_hold_up_16x4KB_25_percent_stalls"].get<std::uint64_t>(), "168", "856");
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = argc == 2 && !std::strcmp(argv[1], "--json");
  if (argc > 1 && !json) {
    std::fprintf(stderr, "usage: block_mover_bench [--json]\n");
    return 2;
  }
  Bench bench;
  const auto result = measure_all(bench);
  if (json)
    std::printf("%s\n", result.dump(2).c_str());
  else
    print(result);
  return bench.failed ? 1 : 0;
}
