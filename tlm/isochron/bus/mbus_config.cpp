// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/mbus_config.h>

#include <isochron/core/power_of_two.h>
#include <isochron/protocol/faulty_station.h>

namespace isochron {

ParameterTable MbusConfig::parameters() {
  const std::string paper = "Gennart et al., section 3.5";
  const Range cycles{1, 100'000};
  ParameterTable table;
  table.frequency("clock", clock, {1'000'000, 1'000'000'000}, "bus clock", paper);
  table.bytes("line", line, {2, 4096}, "a cache line", paper);
  table.count("fill", fill, cycles, "clocks of a line from memory to a cache; the bus is blocked", paper + ", Read");
  table.count("write_back", write_back, cycles, "clocks of a line from a cache to memory", paper + ", Write");
  table.bytes("io_word", io_word, {1, 4096}, "what a device moves at a time", paper + ", Table 1");
  table.count("io_cycles", io_cycles, cycles, "clocks of a device's word: 10 with requests of 50 KB, 7 with 500 KB",
              paper + ", Table 1");
  table.check([this]() -> std::vector<ParameterProblem> {
    const std::uint64_t power = power_of_two_below(line);
    if (line == power) return {};
    return {{"line",
             std::to_string(line) + " B are not a power of two",
             "use a power of two",
             {"line"},
             {{"line", power}}}};
  });
  return table;
}

TypeInfo MbusConfig::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "bus";
  info.summary = "MBUS at the level of cache lines: a fifo_bus whose transfers take whole bus clocks";
  info.source = "Gennart et al., section 3.5";
  info.ports = {{"device[i]", "base protocol", "target", "a processor's cache, or a device"},
                {"window[j]", "base protocol", "initiator", "towards memory"}};
  info.statistics = {{"utilisation", "1", "fraction of time that a transfer holds the bus"},
                     {"queue_depth", "1", "requests that wait for the bus, mean over time"}};
  MbusConfig standard;
  info.faults = FaultyStation::station_faults();
  info.describe_parameters(standard.parameters());
  return info;
}

}  // namespace isochron
