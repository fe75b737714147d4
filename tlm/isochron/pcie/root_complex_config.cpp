// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/root_complex_config.h>

#include <vector>

#include <isochron/core/power_of_two.h>

namespace isochron {

ParameterTable RootComplexConfig::parameters() {
  static constexpr const char* completions = "PCI Express Base Specification 3.0, Data Return for Read Requests";
  constexpr Range times{0, 100 * microsecond};
  ParameterTable table;
  table.count("ports", ports, {1, 64}, "root ports");
  table.duration("latency", latency, times,
                 "from the arrival of a read request to its first completion, of data in the last-level cache");
  table.duration("memory_latency", memory_latency, times, "in addition, of data in memory");
  table.duration("remote_latency", remote_latency, times, "in addition, of data at another socket");
  table.duration("jitter", jitter, times, "that a latency is shorter or longer at most, uniformly drawn");
  table.choice("data", data, {"cache", "memory"},
               "where data are read: in the last-level cache, as far as it reaches, or in memory");
  table.bytes("llc", llc, {0, std::uint64_t{1} << 40}, "last-level cache: addresses below this may be in it");
  table.bytes("boundary", boundary, {64, 128}, "read completion boundary: 64 B or 128 B", completions);
  table.bytes("mps", mps, {128, 4096}, "maximum payload size of completions, a power of two", completions);
  table.choice(
      "completion_merge", merge, completion_merge_names,
      "completions of a read: one for each line, two lines and a third for the rest, or as few as `mps` allows",
      completions);
  table.data_rate_or("write_rate", write_rate, "unlimited", {8, 10'000'000'000'000}, "at which it takes writes");
  table.count("bus_accesses", bus_accesses, {1, 65536},
              "of masters at `bus` under way at once; the next one waits until one of them ends");
  table.nest("buffers", buffers.parameters());
  table.check([this]() -> std::vector<ParameterProblem> {
    std::vector<ParameterProblem> problems;
    if (boundary != 64 && boundary != 128)
      problems.push_back(
          {"boundary", "the read completion boundary is neither 64 B nor 128 B", "Write 64 B or 128 B", {"boundary"}});
    if (!is_power_of_two(mps))
      problems.push_back({"mps", "mps is no power of two", "Write 128 B, 256 B, 512 B or more", {"mps"}});
    if (jitter > latency)
      problems.push_back(
          {"jitter", "the jitter is longer than the latency", "Lower jitter, or raise latency", {"jitter", "latency"}});
    return problems;
  });
  return table;
}

}  // namespace isochron
