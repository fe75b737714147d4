// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/pcie_link_config.h>

#include <string>

#include <isochron/core/power_of_two.h>

namespace isochron {

namespace {

/// What a generation's lane counts skip ordered sets in: a symbol of 8 bits, or a block of 128.
struct SkipUnit {
  std::uint64_t bytes;     ///< of one, on a lane
  std::uint64_t interval;  ///< between sets, in units
  std::uint64_t length;    ///< of a set, in units
};

constexpr SkipUnit skip_unit(std::uint64_t generation) {
  // Intervals of 1180 to 1538 symbols, and of 370 to 375 blocks, are allowed.
  return generation <= 2 ? SkipUnit{1, 1538, 4} : SkipUnit{16, 370, 1};
}

}  // namespace

SkipSchedule PcieLinkConfig::skips() const {
  if (!simulates_dllps() || !skip) return {};
  const SkipUnit unit = skip_unit(generation);
  const std::uint64_t bytes = unit.bytes * lanes;
  const std::uint64_t interval = skip_interval == 0 ? unit.interval : skip_interval;
  return {rate().time_of(interval * bytes), rate().time_of(unit.length * bytes)};
}

DllpPolicy PcieLinkConfig::policy() const {
  // An Ack that takes no time and frees no limited buffer changes nothing.
  return {simulates_dllps() || replay_buffer != 0, ack_latency, acks_every, update_every};
}

ParameterTable PcieLinkConfig::parameters() {
  static constexpr const char* physical = "PCI Express Base Specification 3.0, Physical Layer Specification";
  static constexpr const char* data_link = "PCI Express Base Specification 3.0, Data Link Layer Specification";
  static constexpr const char* transactions = "PCI Express Base Specification 3.0, Transaction Layer Specification";
  ParameterTable table;
  table.count("generation", generation, {1, LaneRate::generations},
              "of the link: 2.5, 5, 8, 16 or 32 GT/s for each lane", physical);
  table.count("lanes", lanes, {1, LaneRate::max_lanes}, "lanes of each direction: 1, 2, 4, 8, 16 or 32", physical);
  table.choice("dllp", dllp, {"efficiency", "simulated"},
               "Acks, UpdateFCs and skip ordered sets: as a fraction of the rate, or each with its time", data_link);
  table.fraction("efficiency", efficiency, {500'000, LaneRate::whole},
                 "what Acks, UpdateFCs and skip ordered sets leave of the rate",
                 "pcie_bench: RD and WR of 320 B and more");
  table.bytes("ack_bytes", ack_bytes, {0, 64},
              "that the Ack for a read request adds to a completion which follows it in the other direction",
              data_link);
  table.duration("credit_latency", credit_latency, {0, 100 * microsecond},
                 "from the release of a buffer until the far end has its credits, propagation apart", transactions);
  table.duration("propagation", propagation, {0, 100 * microsecond}, "from one end of the link to the other",
                 "our own");
  table.duration("ack_latency", ack_latency, {0, 10 * microsecond}, "that an Ack waits for further packets", data_link);
  table.count_or("acks_every", acks_every, "unlimited", {1, 64}, "packets for which an Ack waits no longer", data_link);
  table.count("update_every", update_every, {1, 64},
              "headers for which an UpdateFC waits, unless the buffer has none left", transactions);
  table.flag("skip", skip, "skip ordered sets are sent", physical);
  table.count_or("skip_interval", skip_interval, "standard", {16, 100'000},
                 "between skip ordered sets: symbols at generations 1 and 2 (standard: 1538), blocks of 128 bits later "
                 "(standard: 370)",
                 physical);
  table.bytes_or("replay_buffer", replay_buffer, "unlimited", {4096 + 32, 1 << 20},
                 "packets, with their overhead, that can wait for their Acks", data_link);
  table.flag("ecrc", ecrc, "packets have a digest of 4 B", transactions);
  table.choice("header", header, {"dw3", "dw4"},
               "header of requests: three double words with addresses of 32 bits, or four with 64", transactions);
  ClassParameters::add_to(table);
  const Condition by_efficiency = table.is("dllp", {"efficiency"});
  table.counts_where(by_efficiency, {"efficiency", "ack_bytes", "credit_latency"});
  table.counts_where(table.is("dllp", {"simulated"}), {"skip", "skip_interval"});
  table.check([this]() -> std::vector<ParameterProblem> {
    const std::uint64_t width = power_of_two_below(lanes);
    if (lanes == width) return {};
    return {{"lanes",
             "there are no links of " + std::to_string(lanes) + " lanes",
             "use 1, 2, 4, 8, 16 or 32",
             {},
             {{"lanes", width}}}};
  });
  return table;
}

}  // namespace isochron
