// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/scsi_string_config.h>

#include <isochron/protocol/faulty_station.h>

namespace isochron {

ParameterTable ScsiStringConfig::parameters() {
  ParameterTable table;
  table.data_rate("rate", rate, {8, 1'000'000'000'000}, "while data cross", "PS2, section 6");
  table.bytes("chunk", chunk, {1, 1 << 30}, "what a target moves before it disconnects", "our own");
  table.duration("reselection", reselection, {0, second},
                 "of each chunk, during which the string is held: a target reselects its host", "our own");
  table.choice("arbitration", arbitration, {"first_come", "priority"},
               "which target is next: the one that waits longest, or the one with the highest identifier", "our own");
  return table;
}

Capacity ScsiStringConfig::capacity(std::uint64_t bytes) const {
  const auto request = static_cast<double>(bytes);
  const std::uint64_t chunks = (bytes + chunk - 1) / chunk;
  const double of_requests =
      request / (static_cast<double>(chunks) * seconds(reselection) + request / Capacity::of_rate(rate).alone);
  return {of_requests, of_requests};
}

TypeInfo ScsiStringConfig::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "bus";
  info.summary = "A SCSI-2 string: a fifo_bus that each chunk holds for a reselection and its bytes";
  info.source = "PS2, section 6";
  info.ports = {{"device[i]", "base protocol", "target", "a disk, one of at most 15"},
                {"window[j]", "base protocol", "initiator", "towards the host's memory"}};
  info.statistics = {{"utilisation", "1", "fraction of time that a chunk holds the string"},
                     {"queue_depth", "1", "chunks that wait for the string, mean over time"}};
  ScsiStringConfig standard;
  info.faults = FaultyStation::station_faults();
  info.describe_parameters(standard.parameters());
  return info;
}

}  // namespace isochron
