// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/endpoint/port_requester.h>
#include <isochron/protocol/hand_over_port.h>

namespace isochron {

/// A requester that is a station of a network: requests, and what is written, are handed to the network, which queues
/// them, and the network hands over answers, all of which it takes at once.
class StationRequester final : public PortRequester {
 public:
  StationRequester(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                   Departures& departures, Arrivals& arrivals);

  HandOverPort out;
  InletPort in;

  static constexpr const char* type = "station_requester";
  static TypeInfo type_info();

 private:
  /// Throws ModelError for what is no answer.
  void take(Payload& answer, Time now);

  InletOf<StationRequester> answers_{*this, &StationRequester::take};
};

}  // namespace isochron
