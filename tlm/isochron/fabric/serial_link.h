// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/core/rate.h>
#include <isochron/core/region.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/credit_link.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// One direction of a serial link, store and forward: a packet takes its length at the link's rate, then it is
/// delivered and the transmitter is free. The rate is what is left for payload after coding and headers. The logic of
/// every SerialLink<Fabric>.
class SerialLinkBase : public sc_core::sc_module, public Traced, private Region::Activity {
 public:
  static constexpr const char* type = "serial_link";

  ~SerialLinkBase() override;

  std::uint64_t bits_per_second() const { return bits_per_second_; }

  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final { probes_ = nullptr; }

 protected:
  /// `bits_per_second`: payload rate, 1 or more.
  SerialLinkBase(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t bits_per_second);

  void transmit(Payload& packet, Time now);

  CreditForwardBase* receiver_ = nullptr;  ///< fetched once, at start of simulation
  CreditBackwardBase* sender_ = nullptr;

 private:
  struct Probes;

  void complete(Time now) final;
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  TransferClock clock_;
  Payload* in_flight_ = nullptr;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
  std::uint64_t bits_per_second_;
};

/// What can be set of a link: its payload rate, bit/s.
ParameterTable serial_link_parameters(std::uint64_t& rate);
/// The description of a link of either fabric.
TypeInfo serial_link_type_info();

/// See SerialLinkBase. A sender's socket binds to `in`, `out` binds to a receiver's.
template <class Fabric>
class SerialLink final : public SerialLinkBase, private CreditForward<Fabric>, private CreditBackward<Fabric> {
 public:
  SerialLink(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t bits_per_second)
      : SerialLinkBase(name, domain, bits_per_second) {
    in.bind(static_cast<CreditForward<Fabric>&>(*this));
    out.bind(static_cast<CreditBackward<Fabric>&>(*this));
  }

  CreditReceiverSocket<Fabric> in{"in"};
  CreditSenderSocket<Fabric> out{"out"};

 private:
  bool request(Payload& packet, Time now) override { return receiver_->request(packet, now); }
  void send(Payload& packet, Time now) override { transmit(packet, now); }
  std::string buffer_owner(const Payload& packet) const override { return receiver_->buffer_owner(packet); }
  void credit(Payload& packet, Time now) override { sender_->credit(packet, now); }
  void sent(Time now) override { sender_->sent(now); }

  void start_of_simulation() override {
    receiver_ = out.get_base_port().operator->();
    sender_ = in.get_base_port().operator->();
  }
};

}  // namespace isochron
