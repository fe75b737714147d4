// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/watchdog.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/member.h>
#include <isochron/protocol/port.h>

namespace isochron {

class AtTargetBase;

/// What a transaction between members never touches of an initiator.
class AtInitiatorRest {
 protected:
  tlm::tlm_fw_nonblocking_transport_if<>* peer_ = nullptr;  ///< fetched once, as the very base that is called
  std::unique_ptr<PhaseProbe> own_probe_;                   ///< once listed
  std::vector<const Payload*> over_;                        ///< completed early by their target (TLM_COMPLETED)
};

/// What a transaction touches of an initiator: one line of cache, which its client in AtInitiatorOf fills.
class alignas(64) AtInitiatorState : public MemberInitiator {
 protected:
  AtInitiatorState(Region& region, unsigned index, bool explicit_phases)
      : region_(region), index_(index), foreign_(false), explicit_phases_(explicit_phases) {}
  ~AtInitiatorState() = default;

  Region& region_;
  MemberTarget* member_ = nullptr;  ///< the peer, where it is called without transport
  Payload* requested_ = nullptr;    ///< BEGIN_REQ given, END_REQ not yet seen
  Payload* calling_ = nullptr;      ///< payload of the backward call that we are in
  PhaseProbe* probe_ = nullptr;     ///< while it is traced
  bool completed_in_call_ = false;
  unsigned index_ : 30;
  bool foreign_ : 1;
  bool explicit_phases_ : 1;
};

/// What every AtInitiatorOf has, whoever its client is: the connection, its state, and all that is not on the hot path.
class AtInitiatorBase : public tlm::tlm_initiator_socket<>,
                        public Port,
                        public RegionMember,
                        public Traced,
                        public tlm::tlm_bw_transport_if<>,
                        protected AtInitiatorRest,
                        public AtInitiatorState {
 public:
  using tlm::tlm_initiator_socket<>::bind;
  void bind(AtTargetBase& target);
  const char* protocol() const override { return "base protocol"; }
  Role role() const override { return Role::initiator; }
  std::string path() const override { return name(); }

  /// For the client, to tell its sockets apart.
  unsigned index() const { return index_; }
  /// A request is under way and not yet accepted.
  bool requesting() const { return requested_ != nullptr; }
  /// Debug access without time; returns the bytes transferred.
  unsigned debug(Payload& payload);
  /// Throws ModelError if the response is an error: for a model that does not ask for what can be refused.
  void require_ok(const Payload& payload) const {
    if (payload.is_response_error()) refused(payload);
  }
  /// For reports: `payload`, or none, is the request under way, which is computed elsewhere (Region::Fold).
  void show_request(Payload* payload) { requested_ = payload; }
  /// Adds what it waits for, if a request is under way.
  void report_wait(std::vector<Wait>& waits) const;

  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final { probe_ = nullptr; }

 protected:
  AtInitiatorBase(const char* name, const Domain& domain, unsigned index);

  virtual void phase_reached(Payload& payload, const tlm::tlm_phase& phase, bool completed) = 0;

  void join(Port& end) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override;
  void start_of_simulation() override;

  /// Does what a third party's target answered to a request, now or when its annotation says.
  void answered_with(Payload& payload, tlm::tlm_sync_enum status, const tlm::tlm_phase& phase,
                     const sc_core::sc_time& delay);
  /// True: a third party's phase is for later and has been put off.
  bool put_off(Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  /// Its target has completed `payload` early, so that no END_RESP is to be sent.
  bool was_over(const Payload& payload);
  [[noreturn]] void violation(const char* what) const;
  /// For whoever traces.
  void note(Phase phase, const Payload& payload) {
    if (__builtin_expect(probe_ != nullptr, 0)) note_traced(phase, payload);
  }
  void note_traced(Phase phase, const Payload& payload);
  [[noreturn]] void refused(const Payload& payload) const;
};

/// The initiator end of a base-protocol connection (IEEE 1666-2011 clause 15), approximately timed. A model sends
/// requests and completes responses; it hears when a request was accepted and when its response has come, whatever
/// shortcuts the target takes. Any AT target can be bound.
///
/// The client is a template parameter because its calls are the hottest of a simulation; `AtInitiator` is the same for
/// any client. A Client has
///   on_accepted(socket, payload, now): END_REQ, explicit or implied: the next request may be sent;
///   on_response(socket, payload, now): the response is there; the client calls complete(), now or later.
template <class Client>
class AtInitiatorOf : public AtInitiatorBase {
 public:
  AtInitiatorOf(const char* name, const Domain& domain, Client& client, unsigned index = 0)
      : AtInitiatorBase(name, domain, index), client_(client) {
    bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }

  /// BEGIN_REQ. Only when no request is under way.
  void send(Payload& payload) {
    if (requested_ != nullptr) violation("a second request before END_REQ (request exclusion rule)");
    requested_ = &payload;
    note(Phase::begin_req, payload);
    if (member_ != nullptr) {
      answered_with(payload, member_->member_request(payload));
      return;
    }
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = region_.annotation();
    const tlm::tlm_sync_enum status = peer_->nb_transport_fw(payload, phase, delay);
    if (status == tlm::TLM_ACCEPTED) return;
    if (foreign_)
      answered_with(payload, status, phase, delay);
    else
      answered_with(payload, phase == tlm::BEGIN_RESP ? MemberReply::responded : MemberReply::accepted);
  }

  /// END_RESP, once the response has come.
  void complete(Payload& payload) {
    note(Phase::end_resp, payload);
    if (calling_ == &payload) {
      completed_in_call_ = true;
      return;
    }
    if (member_ != nullptr) {
      member_->member_completed(payload);
      return;
    }
    if (foreign_ && was_over(payload)) return;
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = region_.annotation();
    peer_->nb_transport_fw(payload, phase, delay);
  }

 private:
  using AtInitiatorBase::answered_with;
  /// A member answers in the same instant.
  void answered_with(Payload& payload, MemberReply reply) {
    if (reply == MemberReply::none) return;
    accepted(payload);
    if (reply == MemberReply::responded) responded(payload);
  }
  void accepted(Payload& payload) {
    requested_ = nullptr;
    note(Phase::end_req, payload);
    client_.on_accepted(*this, payload, region_.now());
  }
  void responded(Payload& payload) {
    note(Phase::begin_resp, payload);
    client_.on_response(*this, payload, region_.now());
  }

  void member_accepted(Payload& payload) final { accepted(payload); }
  bool member_responded(Payload& payload) final {
    return completes_in(payload, [&] {
      if (requested_ == &payload) accepted(payload);
      responded(payload);
    });
  }

  /// Whether the client calls complete() within `call`, which is about `payload`. Calls can nest: the client may send
  /// its next request from within, and that one be answered at once.
  template <class Call>
  bool completes_in(Payload& payload, Call&& call) {
    Payload* const outer = calling_;
    const bool outer_completed = completed_in_call_;
    calling_ = &payload;
    completed_in_call_ = false;
    call();
    const bool completed = completed_in_call_;
    calling_ = outer;
    completed_in_call_ = outer_completed;
    return completed;
  }

  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) final {
    if (foreign_ && put_off(payload, phase, delay)) return tlm::TLM_ACCEPTED;
    if (phase == tlm::END_REQ && requested_ == &payload) {
      accepted(payload);
      return tlm::TLM_ACCEPTED;
    }
    if (!completes_in(payload, [&] { phase_reached(payload, phase, false); })) return tlm::TLM_ACCEPTED;
    phase = tlm::END_RESP;
    // Some targets, Accellera's among them, take only TLM_COMPLETED here.
    return explicit_phases_ && !foreign_ ? tlm::TLM_UPDATED : tlm::TLM_COMPLETED;
  }

  void phase_reached(Payload& payload, const tlm::tlm_phase& phase, bool completed) override {
    if (phase == tlm::BEGIN_RESP) {
      if (completed) over_.push_back(&payload);
      if (requested_ == &payload) accepted(payload);
      responded(payload);
    } else if (phase == tlm::END_REQ) {
      if (requested_ != &payload) violation("END_REQ without a request under way");
      accepted(payload);
    } else if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP) {
      violation("a target sent an initiator's phase");
    }  // an extended phase that we do not know is ignorable (clause 15.2.5)
  }

  Client& client_;
};

class AtInitiatorClient;
/// The initiator end for any client that implements AtInitiatorClient.
using AtInitiator = AtInitiatorOf<AtInitiatorClient>;

/// What an AtInitiator tells its model; see AtInitiatorOf.
class AtInitiatorClient {
 public:
  virtual void on_accepted(AtInitiator& socket, Payload& payload, Time now) = 0;
  virtual void on_response(AtInitiator& socket, Payload& payload, Time now) = 0;

 protected:
  ~AtInitiatorClient() = default;
};

}  // namespace isochron
