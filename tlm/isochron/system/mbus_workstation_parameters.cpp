// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/mbus_workstation_parameters.h>

#include <algorithm>

namespace isochron {

ParameterTable MbusWorkstationParameters::table() {
  const std::string paper = "Gennart et al., section 3.5";
  ParameterTable table;
  table.choice("program", program, {"read", "write", "copy"},
               "load of each line; store to each line, as memset; load and store, as memcpy", paper + ", Program 1");
  table.bytes("bytes", bytes, {2, 1'000'000'000'000}, "that the program works on; 500 MB in the paper",
              paper + ", Table 1");
  table.count("processor.instruction_cycles", instruction_cycles, {0, 100'000},
              "clocks of a line's instructions that its transfers do not hide", "our calibration");
  table.nest("cache", cache.parameters());
  table.nest("mbus", mbus.parameters());
  table.choice("io.mode", io, {"none", "disk"}, "disk: a second process reads a disk until the program has ended",
               paper + ", Table 1");
  table.data_rate("io.rate", io_rate, {8, 8'000'000'000}, "of the disk", paper + ", Table 1");
  table.counts_where(table.is("io.mode", {"disk"}), {"io.rate", "mbus.io_word", "mbus.io_cycles"});
  table.check([this] { return own_problems(); });
  return table;
}

void MbusWorkstationParameters::apply(InstanceOverrides& overrides) {
  const auto apply_to = [&](const std::string& part, ParameterTable table) {
    table.check([this, part] {
      std::vector<ParameterProblem> found = own_problems();
      for (ParameterProblem& problem : found) {
        const auto within = [&part](std::string& path) {
          if (path.rfind(part + ".", 0) == 0) path.erase(0, part.size() + 1);
        };
        within(problem.path);
        for (std::string& other : problem.others) within(other);
        for (auto& [path, value] : problem.candidates) within(path);
      }
      return found;
    });
    overrides.apply(part, table);
  };
  apply_to("cache", cache.parameters());
  apply_to("mbus", mbus.parameters());
}

std::uint64_t MbusWorkstationParameters::bus_cycles_per_line() const {
  switch (program) {
    case LineProcessor::Program::read:
      return mbus.fill;
    case LineProcessor::Program::write:
      return mbus.fill + mbus.write_back;
    case LineProcessor::Program::copy:
      return 2 * mbus.fill + mbus.write_back;
  }
  return 0;
}

double MbusWorkstationParameters::io_share() const {
  if (io == Io::none) return 0;
  const double words = static_cast<double>(io_rate) / 8 / static_cast<double>(mbus.io_word);
  return words * static_cast<double>(mbus.io_cycles) / static_cast<double>(mbus.clock);
}

namespace {

/// The greatest one that is not above `n`, which is not 0.
std::uint64_t power_of_two_below(std::uint64_t n) {
  std::uint64_t power = 1;
  while (power <= n / 2) power *= 2;
  return power;
}

}  // namespace

std::vector<ParameterProblem> MbusWorkstationParameters::own_problems() const {
  std::vector<ParameterProblem> found;
  const auto text = [](std::uint64_t number) { return std::to_string(number); };
  const std::uint64_t set = cache.ways * mbus.line;
  if (power_of_two_below(mbus.line) != mbus.line)
    found.push_back({"mbus.line",
                     text(mbus.line) + " B are not a power of two",
                     "use a power of two",
                     {"mbus.line"},
                     {{"mbus.line", power_of_two_below(mbus.line)}}});
  else if (!CacheTags::fits(cache.size, mbus.line, cache.ways))
    found.push_back({"cache.size",
                     text(cache.size) + " B are not a power of two of sets of " + text(cache.ways) + " lines of " +
                         text(mbus.line) + " B",
                     "use a power of two times cache.ways times mbus.line",
                     {"cache.size", "cache.ways"},
                     {{"cache.size", set * power_of_two_below(std::max<std::uint64_t>(cache.size / set, 1))}}});
  if (bytes < mbus.line || bytes % mbus.line != 0)
    found.push_back({"bytes",
                     text(bytes) + " B are not whole lines of " + text(mbus.line) + " B",
                     "use a multiple of mbus.line",
                     {"bytes"},
                     {{"bytes", std::max<std::uint64_t>(1, bytes / mbus.line) * mbus.line}}});
  if (io_share() >= 1)
    found.push_back({"io.rate",
                     "the bus cannot take the words of this disk, even without a processor",
                     "lower io.rate or mbus.io_cycles",
                     {"io.rate", "mbus.io_cycles", "io.mode"},
                     {{"io.rate", static_cast<std::uint64_t>(static_cast<double>(io_rate) / io_share() * 0.9)}}});
  return found;
}

std::vector<ResourceBound> MbusWorkstationParameters::bounds() const {
  const double line = static_cast<double>(mbus.line);
  const double bus = line * static_cast<double>(mbus.clock) / static_cast<double>(bus_cycles_per_line());
  const double processor =
      line * static_cast<double>(mbus.clock) / static_cast<double>(bus_cycles_per_line() + instruction_cycles);
  const double left = bus * (1 - io_share());
  const double throughput = left < processor ? left : processor;
  return {{"bus", "MBUS: the program's lines, in the time that the disk's words leave", throughput, left, left},
          {"processor", "processor: instructions, and waiting for its lines", throughput, processor, processor}};
}

}  // namespace isochron
