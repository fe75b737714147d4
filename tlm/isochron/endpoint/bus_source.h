// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/endpoint/message_source.h>
#include <isochron/protocol/at_initiator.h>

namespace isochron {

/// A source on a bus, one transaction outstanding: the next message is made when the response to the one before it has
/// come. It counts as gone when the bus has accepted it (END_REQ), its bytes as sent when the last is across.
class BusSource final : public MessageSource, public FoldedMaster {
 public:
  /// See MessageSource.
  BusSource(const sc_core::sc_module_name& name, const Domain& domain, const SourceLoad& load,
            std::unique_ptr<DestinationPolicy> destinations, Addressing addressing, Departures& departures,
            std::uint32_t source);

  AtInitiatorOf<BusSource> out;

  void report_waits(std::vector<Wait>& waits) const override { out.report_wait(waits); }

  void fold(FoldedHead& head) override { head_ = &head; }
  bool has_next() const override { return has_message(); }
  Message& next() override { return next_message(); }
  void entered_bus(Time at) override { gone(at); }
  void left_bus(std::uint64_t bytes, Time) override { sent(bytes); }
  void request_ready() override { request(); }
  void show_request(Message* message) override { out.show_request(message); }

  static constexpr const char* type = "bus_source";
  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<BusSource>;

  void ask(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  bool idle_ = true;
};

}  // namespace isochron
