// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/pcie_link_config.h>
#include <isochron/pcie/pcie_switch_config.h>
#include <isochron/pcie/receive_buffers.h>
#include <isochron/protocol/domain.h>

namespace isochron::testbench {

/// Ends, links and switches: number 0 is the end at the top, each other one is below its parent by a link of its own. A
/// node with others below it is a switch, unless it is number 0, which has one below it; all others are ends.
struct PcieTree {
  struct Sending {
    Time at;
    unsigned to;
    MessageKind kind;
    std::uint32_t bytes;  ///< of data, or that a read asks for: up to 512
    std::uint8_t traffic_class;
  };
  struct Node {
    unsigned parent = 0;
    PcieLinkConfig link{};            ///< to its parent
    ReceiveBuffers buffers{};         ///< of an end
    Time hold = 0;                    ///< how long an end keeps a packet in its buffer
    Time answer = 0;                  ///< from a read's arrival until an end sends its completions
    PcieSwitchConfig config{};        ///< of a switch, but for the number of ports
    std::vector<Sending> sendings{};  ///< of an end
  };

  std::vector<Node> nodes;
  OrderingRules ordering = OrderingRules::pcie;
  Time window = 0;         ///< begins here ...
  Time window_end = 0;     ///< ... and ends here
  std::uint64_t rcb = 64;  ///< completions are cut so
  CompletionMerge merge = CompletionMerge::lines;

  /// For a failed property.
  std::string text() const;
};

/// What comes of it: each arrival with its time, the statistics of all windows, and what is left at the end.
std::string simulate(const PcieTree& tree, Phases phases);

/// The changes in a waveform of the window, by instant and signal; and then what simulate() returns.
std::string simulate_traced(const PcieTree& tree, Phases phases);

/// How many events the region had, and how many packets links sent: "events packets".
std::string effort(const PcieTree& tree, Phases phases);

}  // namespace isochron::testbench
