// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/endpoint/request_responder.h>
#include <isochron/endpoint/service_station.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/protocol/hand_over_port.h>

namespace isochron {

/// A server that is a station of a network and answers requests: those that the network hands over wait, are served for
/// a time, and answered. A network has no back-pressure, so that any number of requests may wait.
class StationServer final : public sc_core::sc_module, public Measured, public Traced, private ServiceStation::Client {
 public:
  static constexpr const char* type = "station_server";
  static TypeInfo type_info();

  /// `endpoint`: its own; `requests` outlives it. The queue of `config` is unlimited.
  StationServer(const sc_core::sc_module_name& name, const Domain& domain, const ServiceStation::Config& config,
                std::uint64_t seed, std::uint32_t endpoint, const RequestBoard& requests);
  ~StationServer() override;

  InletPort in;
  HandOverPort out;

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override { station_.start_trace(now); }
  void stop_trace() override { station_.stop_trace(); }

 private:
  /// Throws ModelError for what is no request to it.
  void take(Payload& request, Time now);
  bool served(Payload& payload, unsigned server, Time now) override;
  void place_granted(unsigned, Time) override {}  ///< there is always a place

  InletOf<StationServer> requests_{*this, &StationServer::take};
  ServiceStation station_;
  RequestResponder responder_;
};

}  // namespace isochron
