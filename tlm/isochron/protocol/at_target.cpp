// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/at_target.h>

#include <isochron/core/error.h>
#include <isochron/core/ring.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct AtTargetRest::Seldom {
  Ring<Payload*> responses;  ///< ready, waiting for the response under way
  sc_core::sc_mutex turn;    ///< one blocking transport at a time on a socket
  Payload* blocking = nullptr;
  bool answered = false;
  sc_core::sc_event answer;
};

AtTargetRest::AtTargetRest() = default;
AtTargetRest::~AtTargetRest() = default;

AtTargetBase::AtTargetBase(const char* name, const Domain& domain, unsigned index)
    : tlm_target_socket<>(name), AtTargetState(domain.region, index, domain.phases == Phases::explicit_four) {}

AtTargetBase::~AtTargetBase() = default;

void AtTargetBase::start_of_simulation() {
  peer_ = get_base_port().operator->();
  foreign_ = dynamic_cast<RegionMember*>(peer_) == nullptr;
  if (foreign_)
    region_.keep_to_kernel_time();
  else if (!explicit_phases_)
    member_ = dynamic_cast<MemberInitiator*>(peer_);
}

void AtTargetBase::list_probes(ProbeList& list) {
  probe_ = std::make_unique<PhaseProbe>();
  list.add(*probe_, name(), "last phase of the base protocol on this target socket");
}

void AtTargetBase::start_trace(Time now) {
  traced_ = true;
  probe_->clear(now);
}

std::string AtTargetBase::master_path() const {
  const sc_core::sc_object* const initiator = dynamic_cast<const sc_core::sc_object*>(peer_);
  return initiator == nullptr ? name() : initiator->name();
}

std::string AtTargetBase::master() const {
  const std::string own = name();
  const std::string theirs = master_path();
  if (theirs == own) return basename();
  std::size_t shared = 0;
  for (std::size_t dot = theirs.find('.'); dot != std::string::npos; dot = theirs.find('.', dot + 1)) {
    if (own.compare(0, dot + 1, theirs, 0, dot + 1) != 0) break;
    shared = dot + 1;
  }
  return theirs.substr(shared);
}

void AtTargetBase::note_traced(Phase phase, const Payload& payload) {
  probe_->event(region_.now(), phase, transaction_of(payload));
}

void AtTargetBase::violation(const char* what) const {
  throw ModelError(std::string(name()) + ": base protocol violated: " + what);
}

void AtTargetBase::attach_tag(Payload& payload) {
  if (payload.get_extension<Tag>() != nullptr) return;
  Tag* const tag = new Tag;
  tag->bytes = payload.get_data_length();
  tag->issued = tag->ready = region_.now();
  payload.set_auto_extension<Tag>(tag);
}

bool AtTargetBase::put_off(Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ && !payload.has_mm()) violation("a payload without memory manager (clause 14.5)");
  if (delay.value() > 0) {
    call_late_phase(kernel_now() + delay.value(), payload, phase);
    return true;
  }
  region_.advance(kernel_now());
  if (phase == tlm::BEGIN_REQ) take_on(payload);
  return false;
}

void AtTargetBase::call_late_phase(Time time, Payload& payload, const tlm::tlm_phase& phase) {
  region_.call_at(time, [this, &payload, late = tlm::tlm_phase(phase)] { late_phase(payload, late); });
}

void AtTargetBase::take_on(Payload& payload) {
  attach_tag(payload);
  payload.acquire();
}

void AtTargetBase::late_phase(Payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ) {
    if (requested_ != nullptr) violation("BEGIN_REQ before END_REQ of the request before it (request exclusion rule)");
    take_on(payload);
    requested_ = &payload;
    note(Phase::begin_req, payload);
    notify_request(payload);
  } else if (phase == tlm::END_RESP) {
    if (responding_ != &payload) violation("END_RESP without a response under way");
    responding_ = nullptr;
    note(Phase::end_resp, payload);
    notify_complete(payload);
    if (foreign_ && !is_blocking(payload)) payload.release();
    next_response();
  }
}

bool AtTargetBase::is_in_blocking_call(const Payload& payload) const {
  return seldom_->blocking == &payload;
}

AtTargetRest::Seldom& AtTargetBase::seldom() {
  if (!seldom_) seldom_ = std::make_unique<Seldom>();
  has_seldom_ = true;
  return *seldom_;
}

void AtTargetBase::answer_blocking() {
  if (requested_ == seldom_->blocking) requested_ = nullptr;
  seldom_->answered = true;
  seldom_->answer.notify(sc_core::SC_ZERO_TIME);
}

void AtTargetBase::give() {
  send_response(*responding_);
}

void AtTargetBase::send_response(Payload& payload) {
  if (requested_ == &payload) requested_ = nullptr;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = region_.annotation();
  // A response that had to wait can end the transaction within the call: the initiator lets the payload go there, and
  // our client hears of the end when the call has returned.
  const bool held = payload.has_mm();
  if (held) payload.acquire();
  const tlm::tlm_sync_enum status = peer_->nb_transport_bw(payload, phase, delay);
  answered_with(payload, status, phase, delay);
  if (held) payload.release();
}

void AtTargetBase::answered_with(Payload& payload, tlm::tlm_sync_enum status, const tlm::tlm_phase& phase,
                                 const sc_core::sc_time& delay) {
  if (status == tlm::TLM_ACCEPTED) return;
  if (status == tlm::TLM_UPDATED && phase != tlm::END_RESP)
    violation("BEGIN_RESP was answered with another phase than END_RESP");
  const Time time = kernel_now() + delay.value();
  if (time > region_.now())
    call_late_phase(time, payload, tlm::END_RESP);
  else
    late_phase(payload, tlm::END_RESP);
}

void AtTargetBase::queue_response(Payload& payload) {
  seldom().responses.push(&payload);
}

void AtTargetBase::next_response() {
  if (responding_ != nullptr || !has_seldom_ || seldom_->responses.empty()) return;
  responding_ = seldom_->responses.pop();
  note(Phase::begin_resp, *responding_);
  if (is_blocking(*responding_))
    answer_blocking();
  else
    send_response(*responding_);
}

void AtTargetBase::b_transport(Payload& payload, sc_core::sc_time& delay) {
  if (delay.value() > 0) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  Seldom& call = seldom();
  call.turn.lock();
  region_.advance(kernel_now());
  Tag own_tag;
  const bool untagged = payload.get_extension<Tag>() == nullptr;
  if (untagged) {
    own_tag.bytes = payload.get_data_length();
    own_tag.issued = own_tag.ready = kernel_now();
    payload.set_extension<Tag>(&own_tag);
  }
  call.blocking = &payload;
  call.answered = false;
  if (requested_ != nullptr) violation("b_transport while a non-blocking request is under way");
  requested_ = &payload;
  note(Phase::begin_req, payload);
  notify_request(payload);
  while (!call.answered) sc_core::wait(call.answer);
  region_.advance(kernel_now());
  late_phase(payload, tlm::END_RESP);
  call.blocking = nullptr;
  if (untagged) payload.clear_extension<Tag>();
  call.turn.unlock();
}

bool AtTargetBase::get_direct_mem_ptr(Payload&, tlm::tlm_dmi& dmi) {
  // Refused for every address, so that an initiator need not ask again.
  dmi.init();
  dmi.set_start_address(0);
  dmi.set_end_address(~sc_dt::uint64{0});
  return false;
}

}  // namespace isochron
