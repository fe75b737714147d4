// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/software/calliope/coordinator.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {

/// A coordinator with its clients and units played by the test: no network is between them, and a session ends when its
/// time is over at the unit that it was given to last. A unit stops when its connection breaks, and then says nothing,
/// but that a late notice of each of its sessions still comes, as from a network that had it on the way.
class CoordinatorBench {
 public:
  struct Request {
    Time at = 0;
    std::uint32_t content = 0;
    unsigned members = 1;
    bool records = false;
    Time length = 0;
    Time estimate = 0;
  };
  /// An order, as it came to a unit.
  struct Order {
    Time at = 0;
    std::uint32_t session = 0;
    unsigned unit = 0;
    unsigned disk = 0;

    bool operator==(const Order& other) const {
      return at == other.at && session == other.session && unit == other.unit && disk == other.disk;
    }
  };

  explicit CoordinatorBench(const Coordinator::Config& config);
  ~CoordinatorBench();

  /// Session number i is the i-th of these; their times may not fall.
  void request(const Request& request);
  void break_connection(unsigned unit, Time at);
  void restore(unsigned unit, Time at);
  void run(Time end);

  std::vector<Order> orders;
  SessionTable sessions;
  Region region{"region"};
  MessagePool pool{1};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  Coordinator coordinator;

 private:
  void ordered(Payload& payload, Time now);

  InletOf<CoordinatorBench> ordered_{*this, &CoordinatorBench::ordered};
  InletPort unit_orders_{"unit_orders", ordered_};
  OutletPort to_coordinator_{"to_coordinator"};
  SessionPost clients_;
  std::vector<SessionPost> units_;
};

}  // namespace isochron::testbench
