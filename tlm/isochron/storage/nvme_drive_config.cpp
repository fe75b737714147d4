// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/nvme_drive_config.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <isochron/core/power_of_two.h>

namespace isochron {

namespace {

/// Parameters of a law of times: "law", "mean", "min" and "max".
ParameterTable law_parameters(ServiceLaw& law, const std::string& what) {
  constexpr Range times{0, second};
  ParameterTable table;
  table.choice("law", law.law, {"constant", "uniform", "exponential", "seek"},
               "law of the time that a channel " + what +
                   ": always the same, uniform, exponential, or with a density that falls from 0 to three times the "
                   "mean");
  table.duration("mean", law.mean, times, "mean time that a channel " + what);
  table.duration("min", law.min, times, "shortest time that a channel " + what);
  table.duration("max", law.max, times, "longest time that a channel " + what);
  table.counts_where(table.is("law", {"constant", "exponential", "seek"}), {"mean"}, {"min", "max"});
  table.counts_where(table.is("law", {"uniform"}), {"min", "max"}, {"mean"});
  table.check([&law]() -> std::vector<ParameterProblem> {
    if (law.law != ServiceLaw::Law::uniform || law.min <= law.max) return {};
    return {{"min", "the shortest time is longer than the longest", "Make min <= max", {"min", "max"}}};
  });
  return table;
}

}  // namespace

ParameterTable NvmeDriveConfig::parameters() {
  ParameterTable table;
  table.count("queue_depth", queue_depth, {1, 65536}, "commands that it works on; others wait",
              "NVM Express Base Specification, Submission Queue Entry");
  table.count("channels", channels, {1, 4096}, "dies or planes of flash that work at once", "our own");
  table.bytes("page", page, {512, 1 << 20}, "that a channel reads or programs at a time, a power of two", "our own");
  table.nest("read", law_parameters(read, "takes to read a page"));
  table.nest("program", law_parameters(program, "takes to program a page"));
  table.data_rate_or("internal_rate", internal_rate, "unlimited", {8, 10'000'000'000'000},
                     "between flash and the link, of reads and writes together");
  table.bytes("mps", mps, {128, 4096}, "maximum payload size of its writes to the host, a power of two",
              "PCI Express Base Specification 3.0, Device Control Register");
  table.bytes("mrrs", mrrs, {128, 4096}, "maximum size of its reads from the host, a power of two",
              "PCI Express Base Specification 3.0, Device Control Register");
  classes.add_to(table);
  table.check([this]() -> std::vector<ParameterProblem> {
    std::vector<ParameterProblem> problems;
    for (const auto& [name, value] :
         {std::pair<const char*, std::uint64_t>{"page", page}, {"mps", mps}, {"mrrs", mrrs}})
      if (!is_power_of_two(value))
        problems.push_back({name, std::string(name) + " is no power of two", "Write a power of two", {name}});
    return problems;
  });
  return table;
}

Capacity NvmeDriveConfig::capacity(std::uint64_t bytes) const {
  // It is not known here what part of the commands writes: pages are counted as what takes less.
  const double page_time = std::min(read.mean_seconds(), program.mean_seconds());
  const std::uint64_t pages = (bytes + page - 1) / page;
  const double of_flash = page_time == 0 ? 0
                                         : static_cast<double>(channels) * static_cast<double>(bytes) /
                                               (static_cast<double>(pages) * page_time);
  const double inside = static_cast<double>(internal_rate) / 8;
  const double all = of_flash == 0 ? inside : inside == 0 ? of_flash : std::min(of_flash, inside);
  return all == 0 ? Capacity::of_rate(0) : Capacity{all, all};
}

double NvmeDriveConfig::least_seconds(bool writes, std::uint64_t bytes) const {
  // Pages of a command move while others of it are read or are on the link.
  const double flash = writes ? program.mean_seconds() : read.mean_seconds();
  if (internal_rate == 0) return flash;
  return flash + static_cast<double>(std::min(bytes, page)) * 8 / static_cast<double>(internal_rate);
}

}  // namespace isochron
