// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/endpoint/message_sink.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// A sink on a bus: while it has no buffer it withholds END_REQ. Reads are answered with TLM_COMMAND_ERROR_RESPONSE.
class BusSink final : public MessageSink {
 public:
  BusSink(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Arrivals& arrivals);

  AtTargetOf<BusSink> in;

  static constexpr const char* type = "bus_sink";
  static TypeInfo type_info();

 private:
  friend class AtTargetOf<BusSink>;

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< what has arrived is not kept
  void granted(Time now) override;

  Payload* waiting_ = nullptr;  ///< whose END_REQ is withheld
};

}  // namespace isochron
