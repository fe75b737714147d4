// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/mbus_timing.h>

namespace isochron {

MbusTiming::MbusTiming(const MbusConfig& config, const std::vector<Master>& masters) : grid_(config.grid()) {
  for (const Master master : masters) {
    if (master == Master::processor)
      masters_.push_back(timing_of(config.line, config.fill, config.write_back));
    else
      masters_.push_back(timing_of(config.io_word, config.io_cycles, config.io_cycles));
  }
}

MbusTiming::MasterTiming MbusTiming::timing_of(std::uint64_t unit, std::uint64_t read_cycles,
                                               std::uint64_t write_cycles) const {
  return {unit, {read_cycles, grid_.edge(read_cycles)}, {write_cycles, grid_.edge(write_cycles)}};
}

Time MbusTiming::duration(unsigned device, bool write, std::uint64_t bytes) const {
  const MasterTiming& master = masters_[device];
  const Unit& unit = write ? master.write : master.read;
  if (bytes <= master.unit) return unit.time;
  return grid_.edge((bytes + master.unit - 1) / master.unit * unit.cycles);
}

}  // namespace isochron
