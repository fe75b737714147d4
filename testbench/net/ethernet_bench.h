// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <isochron/net/ethernet.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {

/// An Ethernet with what its stations send, and when it came.
class EthernetBench {
 public:
  struct Shot {
    unsigned from = 0;
    unsigned to = 0;
    Time at = 0;
    std::uint64_t sequence = 0;  ///< each shot has one of its own
    unsigned bytes = 0;
  };

  EthernetBench(const Ethernet::Config& config, unsigned stations);
  ~EthernetBench();

  void shoot(const Shot& shot);
  void run(Time end);

  /// What has come, in order: sequence numbers, by station.
  std::vector<std::vector<std::uint64_t>> order;
  std::map<std::uint64_t, Time> arrived;    ///< by sequence number
  std::map<std::uint64_t, unsigned> times;  ///< how often each has come
  std::uint64_t bytes = 0;                  ///< of all that has come
  bool beyond_rate = false;                 ///< at some arrival, more had crossed than all media together can carry

  Region region{"region"};
  MessagePool pool{1 << 16};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  Ethernet::Config config;
  Ethernet ethernet;

 private:
  class Station;

  void came(unsigned station, Payload& payload, Time now);

  std::vector<std::unique_ptr<Station>> stations_;
};

}  // namespace isochron::testbench
