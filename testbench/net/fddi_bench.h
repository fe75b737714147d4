// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <isochron/net/fddi.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {

/// An FDDI ring with what its stations send, and when it came.
class FddiBench {
 public:
  struct Shot {
    unsigned from = 0;
    unsigned to = 0;
    Time at = 0;
    std::uint64_t sequence = 0;  ///< each shot has one of its own
    unsigned bytes = 0;
  };

  FddiBench(const Fddi::Config& config, unsigned stations);
  ~FddiBench();

  void shoot(const Shot& shot);
  void run(Time end);

  /// What has come, in order: sequence numbers, by station.
  std::vector<std::vector<std::uint64_t>> order;
  std::map<std::uint64_t, Time> arrived;    ///< by sequence number
  std::map<std::uint64_t, unsigned> times;  ///< how often each has come
  std::uint64_t bytes = 0;                  ///< of all that has come

  Region region{"region"};
  MessagePool pool{1 << 16};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  Fddi fddi;

 private:
  class Station;

  void came(unsigned station, Payload& payload, Time now);

  std::vector<std::unique_ptr<Station>> stations_;
};

}  // namespace isochron::testbench
