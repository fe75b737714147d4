// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/member.h>
#include <isochron/protocol/port.h>

namespace isochron {

/// What a target answers that takes data and has none to give (IEEE 1666-2011, 14.17).
inline tlm::tlm_response_status write_only_response(const Payload& payload) {
  return payload.is_write() ? tlm::TLM_OK_RESPONSE : tlm::TLM_COMMAND_ERROR_RESPONSE;
}

/// What a transaction between members never touches of a target.
class AtTargetRest {
 protected:
  /// Kept apart: few sockets ever see a blocking transport, or a response that waits for another.
  struct Seldom;

  AtTargetRest();
  ~AtTargetRest();

  tlm::tlm_bw_nonblocking_transport_if<>* peer_ = nullptr;  ///< fetched once, as the very base that is called
  std::unique_ptr<PhaseProbe> probe_;                       ///< once listed
  std::unique_ptr<Seldom> seldom_;
};

/// What a transaction touches of a target: one line of cache, which its client in AtTargetOf fills.
class alignas(64) AtTargetState : public MemberTarget {
 protected:
  AtTargetState(Region& region, unsigned index, bool explicit_phases)
      : region_(region),
        index_(index),
        foreign_(false),
        explicit_phases_(explicit_phases),
        has_seldom_(false),
        traced_(false) {}
  ~AtTargetState() = default;

  Region& region_;
  MemberInitiator* member_ = nullptr;      ///< the peer, where it is called without transport
  Payload* requested_ = nullptr;           ///< request seen, END_REQ not yet given
  Payload* calling_ = nullptr;             ///< payload of the forward call that we are in
  Payload* responding_ = nullptr;          ///< BEGIN_RESP given, END_RESP not yet seen
  MemberReply reply_ = MemberReply::none;  ///< what the forward call that we are in will return
  unsigned index_ : 28;
  bool foreign_ : 1;  ///< the peer is a third party's
  bool explicit_phases_ : 1;
  bool has_seldom_ : 1;  ///< AtTargetBase::seldom_ is there
  bool traced_ : 1;      ///< somebody follows the probe
};

/// What every AtTargetOf has, whoever its client is: the connection, its state, and all that is not on the hot path.
class AtTargetBase : public tlm::tlm_target_socket<>,
                     public Port,
                     public tlm::tlm_fw_transport_if<>,
                     public RegionMember,
                     public Traced,
                     protected Region::Answer,
                     protected AtTargetRest,
                     public AtTargetState {
 public:
  ~AtTargetBase() override;

  using tlm::tlm_target_socket<>::bind;
  const char* protocol() const override { return "base protocol"; }
  Role role() const override { return Role::target; }
  std::string path() const override { return name(); }

  /// For the client, to tell its sockets apart.
  unsigned index() const { return index_; }
  /// The name of the initiator that is bound here, without the levels that it shares with this socket; this socket's
  /// own name if it has none. Once the simulation has started.
  std::string master() const;
  /// The whole name of that initiator; this socket's if it has none.
  std::string master_path() const;

  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final { traced_ = false; }

 protected:
  AtTargetBase(const char* name, const Domain& domain, unsigned index);

  virtual void notify_request(Payload& payload) = 0;
  virtual void notify_complete(Payload& payload) = 0;

  void join(Port&) override {}  ///< it begins no connection
  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  void start_of_simulation() override;
  void give() override;

  /// Checks what a third party's component sent; true: it is for later and has been put off.
  bool put_off(Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  void call_late_phase(Time time, Payload& payload, const tlm::tlm_phase& phase);
  void late_phase(Payload& payload, const tlm::tlm_phase& phase);
  void attach_tag(Payload& payload);
  /// A third party's payload comes in: it gets a tag, and is held until on_complete() has returned.
  void take_on(Payload& payload);
  bool is_blocking(const Payload& payload) const { return has_seldom_ && is_in_blocking_call(payload); }
  bool is_in_blocking_call(const Payload& payload) const;
  Seldom& seldom();
  void answer_blocking();
  void send_response(Payload& payload);
  void answered_with(Payload& payload, tlm::tlm_sync_enum status, const tlm::tlm_phase& phase,
                     const sc_core::sc_time& delay);
  void queue_response(Payload& payload);
  void next_response();
  [[noreturn]] void violation(const char* what) const;
  /// For whoever traces.
  void note(Phase phase, const Payload& payload) {
    if (__builtin_expect(traced_, 0)) note_traced(phase, payload);
  }
  void note_traced(Phase phase, const Payload& payload);
};

/// The target end of a base-protocol connection (IEEE 1666-2011 clause 15), approximately timed. Together with
/// AtInitiatorOf the only place that knows phases: a model says accept (END_REQ) and ready (BEGIN_RESP) and hears of
/// requests and completions. Any AT initiator can bind to it, in any style of phases, and so can one that uses
/// b_transport.
///
/// A withheld accept() is the back-pressure: the initiator may not send another request meanwhile. Responses leave
/// one at a time; ready() while another is under way queues.
///
/// The client is a template parameter because its calls are the hottest of a simulation; `AtTarget` is the same for any
/// client. A Client has
///   on_request(socket, payload, now): a request has come; its tag is attached, its data pointer not null;
///   on_complete(socket, payload, now): the response has been taken, the transaction is over on this socket;
///   on_debug(socket, payload): debug access without time; returns the bytes transferred.
template <class Client>
class AtTargetOf : public AtTargetBase {
 public:
  AtTargetOf(const char* name, const Domain& domain, Client& client, unsigned index = 0)
      : AtTargetBase(name, domain, index), client_(client) {
    bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  }

  /// END_REQ: the initiator may send the next request.
  void accept(Payload& payload) {
    if (requested_ != &payload) violation("accept() without a request");
    requested_ = nullptr;
    note(Phase::end_req, payload);
    if (calling_ == &payload) {
      reply_ = MemberReply::accepted;
      return;
    }
    if (member_ != nullptr) {
      member_->member_accepted(payload);
      return;
    }
    if (is_blocking(payload)) return;
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = region_.annotation();
    peer_->nb_transport_bw(payload, phase, delay);
  }

  /// BEGIN_RESP (with END_REQ before it, if accept() was not called). The response status must be set.
  void ready(Payload& payload) {
    // Its place among the responses first: upon END_REQ the initiator may make its next request, and that one be ready,
    // from within.
    const bool waits = responding_ != nullptr;
    if (waits)
      queue_response(payload);
    else
      responding_ = &payload;
    // BEGIN_RESP can stand for END_REQ only where it leaves at once.
    if ((explicit_phases_ || waits) && requested_ == &payload) accept(payload);
    if (waits) return;
    if (requested_ == &payload) note(Phase::end_req, payload);
    note(Phase::begin_resp, payload);
    if (is_blocking(payload)) {
      answer_blocking();
    } else if (calling_ != &payload) {
      if (requested_ == &payload) requested_ = nullptr;
      if (member_ != nullptr) {
        if (member_->member_responded(payload)) finished(payload);
        return;
      }
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = region_.annotation();
      const tlm::tlm_sync_enum status = peer_->nb_transport_bw(payload, phase, delay);
      if (status == tlm::TLM_COMPLETED && !foreign_)
        finished(payload);
      else
        answered_with(payload, status, phase, delay);
    } else if (explicit_phases_) {
      region_.give(*this);  // END_REQ goes back with this call, the response in one of its own
    } else {
      requested_ = nullptr;
      reply_ = MemberReply::responded;
    }
  }

  Client& client() const { return client_; }

 private:
  MemberReply member_request(Payload& payload) final {
    requested_ = calling_ = &payload;
    reply_ = MemberReply::none;
    note(Phase::begin_req, payload);
    client_.on_request(*this, payload, region_.now());
    calling_ = nullptr;
    return reply_;
  }
  void member_completed(Payload& payload) final { finished(payload); }

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) final {
    if (foreign_ && put_off(payload, phase, delay)) return tlm::TLM_ACCEPTED;
    if (phase == tlm::BEGIN_REQ) {
      if (requested_ != nullptr)
        violation("BEGIN_REQ before END_REQ of the request before it (request exclusion rule)");
      const MemberReply reply = member_request(payload);
      if (reply == MemberReply::none) return tlm::TLM_ACCEPTED;
      phase = reply == MemberReply::accepted ? tlm::END_REQ : tlm::BEGIN_RESP;
      return tlm::TLM_UPDATED;
    }
    if (phase == tlm::END_RESP) {
      if (responding_ != &payload) violation("END_RESP without a response under way");
      finished(payload);
      return tlm::TLM_COMPLETED;
    }
    if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) violation("an initiator sent a target's phase");
    return tlm::TLM_ACCEPTED;  // an extended phase that we do not know is ignorable (clause 15.2.5)
  }

  unsigned transport_dbg(Payload& payload) override { return client_.on_debug(*this, payload); }
  void notify_request(Payload& payload) override { client_.on_request(*this, payload, region_.now()); }
  void notify_complete(Payload& payload) override { client_.on_complete(*this, payload, region_.now()); }

  void finished(Payload& payload) {
    responding_ = nullptr;
    note(Phase::end_resp, payload);
    client_.on_complete(*this, payload, region_.now());
    if (foreign_) payload.release();
    if (has_seldom_) next_response();
  }

  Client& client_;
};

class AtTargetClient;
/// The target end for any client that implements AtTargetClient.
using AtTarget = AtTargetOf<AtTargetClient>;

/// What an AtTarget tells its model; see AtTargetOf.
class AtTargetClient {
 public:
  virtual void on_request(AtTarget& socket, Payload& payload, Time now) = 0;
  virtual void on_complete(AtTarget& socket, Payload& payload, Time now) = 0;
  virtual unsigned on_debug(AtTarget& socket, Payload& payload) {
    (void)socket;
    (void)payload;
    return 0;
  }

 protected:
  ~AtTargetClient() = default;
};

}  // namespace isochron
