// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/endpoint/request_responder.h>
#include <isochron/endpoint/service_station.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/bus_sender.h>

namespace isochron {

/// A server on a bus that answers requests: they are written to it, wait, are served for a time, and it writes the
/// answers as a master of its own. It withholds END_REQ while the queue of a request's class has no place. What is no
/// request is answered with TLM_COMMAND_ERROR_RESPONSE.
class BusServer final : public sc_core::sc_module,
                        public Measured,
                        public Traced,
                        private ServiceStation::Client,
                        private Region::Requester {
 public:
  static constexpr const char* type = "bus_server";
  static TypeInfo type_info();

  /// `endpoint`: its own; `requests` outlives it.
  BusServer(const sc_core::sc_module_name& name, const Domain& domain, const ServiceStation::Config& config,
            std::uint64_t seed, std::uint32_t endpoint, const RequestBoard& requests);
  ~BusServer() override;

  AtTargetOf<BusServer> in;
  BusSender out;  ///< one transaction outstanding; its socket is to be bound

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override { station_.start_trace(now); }
  void stop_trace() override { station_.stop_trace(); }

 private:
  friend class AtTargetOf<BusServer>;

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< no memory is behind it
  void accept(Payload& payload);
  bool served(Payload& payload, unsigned server, Time now) override;
  void place_granted(unsigned traffic_class, Time now) override;
  void ask(Time now) override;

  Region& region_;
  ServiceStation station_;
  RequestResponder responder_;
  Payload* waiting_ = nullptr;  ///< whose END_REQ is withheld
};

}  // namespace isochron
