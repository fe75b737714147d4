// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

namespace isochron::testbench {

/// A tree of store-and-forward links that ends in one sink. It knows nothing of the models.
struct TreeCase {
  /// A switch, or a source where it has no children; with the link towards its parent and the delay behind that.
  struct Node {
    unsigned parent;               ///< a lower number; of node 0 its own: the sink
    std::uint64_t rate;            ///< bit/s
    std::uint64_t propagation;     ///< of the link, ps
    std::uint64_t credit_latency;  ///< of the link, ps
    std::uint64_t delay;           ///< ps
    unsigned buffers;              ///< of a switch
    // Of a source:
    std::uint64_t io;
    std::uint64_t message;
    std::uint64_t load;  ///< bit/s; 0: all at the start
    unsigned ios;
  };
  std::vector<Node> nodes;
  bool freed_on_arrival;
  std::uint64_t sink_rate;  ///< bit/s; 0: any
  unsigned sink_buffers;
};

/// (ps, source, sequence number) of each message, as it arrives.
using TreeArrivals = std::vector<std::tuple<std::uint64_t, unsigned, std::uint64_t>>;

TreeArrivals arrivals_in(const TreeCase& tree);

}  // namespace isochron::testbench
