// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/protocol/domain.h>
#include <isochron/protocol/member.h>

namespace isochron {

/// The initiator end of a base-protocol connection (IEEE 1666-2011 clause 15), approximately timed. A model sends requests and
/// completes responses; it hears when a request was accepted and when its response has come, whatever shortcuts the
/// target takes. Any AT target can be bound.
class AtInitiator final : public tlm::tlm_initiator_socket<>, public RegionMember, public tlm::tlm_bw_transport_if<> {
 public:
  class Client {
   public:
    /// END_REQ, explicit or implied: the next request may be sent.
    virtual void on_accepted(AtInitiator& socket, Payload& payload, Time now) = 0;
    /// The response is there; the client calls complete(), now or later.
    virtual void on_response(AtInitiator& socket, Payload& payload, Time now) = 0;

   protected:
    ~Client() = default;
  };

  /// `index` is for the client, to tell its sockets apart.
  AtInitiator(const char* name, const Domain& domain, Client& client, unsigned index = 0);

  unsigned index() const { return index_; }
  /// A request is under way and not yet accepted.
  bool requesting() const { return requested_ != nullptr; }

  /// BEGIN_REQ. Only when no request is under way.
  void send(Payload& payload);
  /// END_RESP, once the response has come.
  void complete(Payload& payload);
  /// Debug access without time; returns the bytes transferred.
  unsigned debug(Payload& payload);

 private:
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override;
  void start_of_simulation() override;

  void phase_reached(Payload& payload, const tlm::tlm_phase& phase, bool completed);
  void accepted(Payload& payload);
  [[noreturn]] void violation(const char* what) const;

  Region& region_;
  Client& client_;
  tlm::tlm_fw_transport_if<>* peer_ = nullptr;
  Payload* requested_ = nullptr;   ///< BEGIN_REQ given, END_REQ not yet seen
  Payload* calling_ = nullptr;     ///< payload of the backward call that we are in
  bool completed_in_call_ = false;
  bool foreign_ = false;
  bool explicit_phases_;
  unsigned index_;
  std::vector<Payload*> over_;     ///< completed early by their target (TLM_COMPLETED): no END_RESP to send
};

}  // namespace isochron
