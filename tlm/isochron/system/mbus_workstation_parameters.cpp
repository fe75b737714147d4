// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/mbus_workstation_parameters.h>

#include <algorithm>

namespace isochron {

ParameterTable MbusWorkstationParameters::table() {
  const std::string paper = "Gennart et al., section 3.5";
  ParameterTable table, of_cache = cache.parameters();
  of_cache.check([this] { return cache.problems(mbus.line); });
  table.include(processor.program_parameters());
  table.nest("processor", processor.instruction_parameters());
  table.nest("cache", std::move(of_cache));
  table.nest("mbus", mbus.parameters());
  table.choice("io.mode", io, {"none", "disk"}, "disk: a second process reads a disk until the program has ended",
               paper + ", Table 1");
  table.data_rate("io.rate", disk.rate, {8, 8'000'000'000}, "of the disk", paper + ", Table 1");
  table.counts_where(table.is("io.mode", {"disk"}), {"io.rate", "mbus.io_word", "mbus.io_cycles"});
  table.check([this] { return processor.problems(mbus.line); });
  table.check([this]() -> std::vector<ParameterProblem> {
    const double share = mbus.share_of(io_words());
    if (share < 1) return {};
    return {{"io.rate",
             "the bus cannot take the words of this disk, even without a processor",
             "lower io.rate or mbus.io_cycles",
             {"io.rate", "mbus.io_cycles", "io.mode"},
             {{"io.rate", static_cast<std::uint64_t>(static_cast<double>(disk.rate) / share * 0.9)}}}};
  });
  add_bus_model(table, bus_model);
  return table;
}

std::vector<ResourceBound> MbusWorkstationParameters::bounds() const {
  const double line = static_cast<double>(mbus.line), clock = static_cast<double>(mbus.clock);
  const auto cycles = static_cast<double>(bus_cycles_per_line());
  const Capacity bus = mbus.capacity(processor.fills(), processor.write_backs());
  const double left = bus.contended * (1 - mbus.share_of(io_words()));
  const double processed = line * clock / (cycles + static_cast<double>(processor.instruction_cycles));
  const double throughput = std::min(left, processed);
  return {{"bus", "MBUS: the program's lines, in the time that the disk's words leave", throughput, left, left},
          {"processor", "processor: instructions, and waiting for its lines", throughput, processed, processed}};
}

RunSize MbusWorkstationParameters::size(const MeasurePlan&, const HardwareParts&, double built) const {
  // A transfer each: fills and write-backs; and the end of instructions that transfers do not hide.
  const auto transfers = processor.fills() + processor.write_backs() + (processor.instruction_cycles > 0 ? 1 : 0);
  RunSize size;
  size.events = static_cast<double>(lines() * transfers) + 2 * io_words() * seconds(*completes_in());
  size.cluster_work = size.events / 2;  // nothing waits long, and little is touched
  size.peak_memory = RunSize::empty_process + built * RunSize::part +
                     static_cast<double>(cache.size) / static_cast<double>(mbus.line) * sizeof(std::uint64_t);
  return size;
}

}  // namespace isochron
