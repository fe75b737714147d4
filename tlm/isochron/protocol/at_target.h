// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/core/ring.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/member.h>

namespace isochron {

/// The target end of a base-protocol connection (IEEE 1666-2011 clause 15), approximately timed. Together with AtInitiator the
/// only place that knows phases: a model says accept (END_REQ) and ready (BEGIN_RESP) and hears of requests and completions.
/// Any AT initiator can bind to it, in any style of phases, and so can one that uses b_transport.
///
/// A withheld accept() is the back-pressure: the initiator may not send another request meanwhile. Responses leave
/// one at a time; ready() while another is under way queues.
class AtTarget final : public tlm::tlm_target_socket<>,
                       public tlm::tlm_fw_transport_if<>,
                       public RegionMember,
                       private Region::Entrance {
 public:
  class Client {
   public:
    /// A request has come. Its tag is attached, its data pointer not null.
    virtual void on_request(AtTarget& socket, Payload& payload, Time now) = 0;
    /// The response has been taken: the transaction is over on this socket.
    virtual void on_complete(AtTarget& socket, Payload& payload, Time now) = 0;
    /// Debug access without time; returns the bytes transferred.
    virtual unsigned on_debug(AtTarget& socket, Payload& payload) {
      (void)socket;
      (void)payload;
      return 0;
    }

   protected:
    ~Client() = default;
  };

  /// `index` is for the client, to tell its sockets apart.
  AtTarget(const char* name, const Domain& domain, Client& client, unsigned index = 0);
  ~AtTarget() override;

  unsigned index() const { return index_; }

  /// END_REQ: the initiator may send the next request.
  void accept(Payload& payload);
  /// BEGIN_RESP (with END_REQ before it, if accept() was not called). The response status must be set.
  void ready(Payload& payload);

 private:
  enum class Reply : std::uint8_t { none, accepted, responded };

  /// Kept apart: few sockets ever see a blocking transport.
  struct Blocking;

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(Payload& payload) override;

  void start_of_simulation() override;
  void enter(Time now) override;

  tlm::tlm_sync_enum begin_request(Payload& payload, tlm::tlm_phase& phase);
  void late_phase(Payload& payload, const tlm::tlm_phase& phase);
  void attach_tag(Payload& payload);
  void send_response(Payload& payload);
  void finished(Payload& payload);
  [[noreturn]] void violation(const char* what) const;

  Region& region_;
  Client& client_;
  tlm::tlm_bw_transport_if<>* peer_ = nullptr;
  Payload* requested_ = nullptr;   ///< request seen, END_REQ not yet given
  Payload* calling_ = nullptr;     ///< payload of the forward call that we are in
  Payload* responding_ = nullptr;  ///< BEGIN_RESP given, END_RESP not yet seen
  Reply reply_ = Reply::none;      ///< what the forward call that we are in will return
  bool foreign_ = false;           ///< the peer is a third party's
  bool explicit_phases_;
  unsigned index_;
  Ring<Payload*> responses_;    ///< ready, waiting for the response under way
  std::unique_ptr<Blocking> blocking_;
};

}  // namespace isochron
