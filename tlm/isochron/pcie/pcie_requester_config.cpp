// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/pcie_requester_config.h>

#include <string>
#include <vector>

#include <isochron/core/power_of_two.h>

namespace isochron {

ParameterTable PcieRequesterConfig::parameters() {
  constexpr Range times{0, 100 * microsecond};
  ParameterTable table;
  table.count("tags", tags, {1, 1024}, "read requests that have not been answered",
              "PCI Express Base Specification 3.0, Transaction Descriptor");
  table.bytes("mrrs", mrrs, {128, 4096}, "maximum read request size, a power of two",
              "PCI Express Base Specification 3.0, Device Control Register");
  table.bytes("mps", mps, {128, 4096}, "maximum payload size of writes, a power of two",
              "PCI Express Base Specification 3.0, Device Control Register");
  table.count("writes", writes, {1, 65536}, "packets that write and have not arrived");
  table.duration("own_latency", own_latency, times, "of a read, in which it has no tag: before it is asked, and after");
  table.data_rate_or("push_rate", push_rate, "unlimited", {8, 10'000'000'000'000},
                     "of the device's memory, which takes all that was read in the end, and gives all that is written "
                     "in the beginning");
  table.duration("issue", issue, times, "from a read request to the next one at least");
  table.duration("odd_issue", odd_issue, times,
                 "from the last request of a read that is no multiple of 4 B to the next request");
  table.duration("odd_stall", odd_stall, times, "that no answer is taken after a read that is no multiple of 4 B");
  table.duration("split_stall", split_stall, times, "that no answer is taken after a read of two requests");
  table.fraction("split_more", split_more, {0, 10 * whole}, "of split_stall, for each further request of the read");
  table.fraction("aligned_stall", aligned_stall, {0, whole},
                 "of that, where the read begins and ends, rounded up to 64 B, at multiples of `mps`");
  table.fraction("whole_stall", whole_stall, {0, whole},
                 "of that, where a read of three requests or more begins and ends so at multiples of `mrrs`");
  table.duration("write_overhead", write_overhead, times,
                 "of a write; also on the link, of one that does not end, rounded up to 64 B, at a multiple of 512 B");
  table.duration("write_chunk", write_chunk, times, "of each 128 B of a write, before the link");
  table.duration("turnaround", turnaround, times,
                 "of the link, for each 128 B of a write while reads have not been answered");
  table.count("turnaround_chunks", turnaround_chunks, {1, 32}, "chunks of a write for which that is so");
  table.check([this]() -> std::vector<ParameterProblem> {
    std::vector<ParameterProblem> problems;
    for (const auto& [name, value] : {std::pair<const char*, std::uint64_t>{"mrrs", mrrs}, {"mps", mps}})
      if (!is_power_of_two(value))
        problems.push_back(
            {name, std::string(name) + " is no power of two", "Write 128 B, 256 B, 512 B or more", {name}});
    return problems;
  });
  return table;
}

}  // namespace isochron
