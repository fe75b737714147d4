// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/at_target.h>

#include <isochron/core/error.h>

namespace isochron {

struct AtTarget::Blocking {
  sc_core::sc_mutex turn;      ///< one blocking transport at a time on a socket
  Payload* payload = nullptr;
  bool answered = false;
  sc_core::sc_event answer;
};

AtTarget::AtTarget(const char* name, const Domain& domain, Client& client, unsigned index)
    : tlm_target_socket<>(name),
      region_(domain.region),
      client_(client),
      explicit_phases_(domain.phases == Phases::explicit_four),
      index_(index) {
  bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  region_.join(static_cast<Region::Entrance&>(*this));
}

AtTarget::~AtTarget() = default;

void AtTarget::start_of_simulation() {
  peer_ = get_base_port().operator->();
  foreign_ = dynamic_cast<RegionMember*>(peer_) == nullptr;
  if (foreign_) region_.keep_to_kernel_time();
}

void AtTarget::violation(const char* what) const {
  throw ModelError(std::string(name()) + ": base protocol violated: " + what);
}

void AtTarget::attach_tag(Payload& payload) {
  if (payload.get_extension<Tag>() != nullptr) return;
  Tag* const tag = new Tag;
  tag->bytes = payload.get_data_length();
  tag->issued = tag->ready = region_.now();
  payload.set_auto_extension<Tag>(tag);
}

tlm::tlm_sync_enum AtTarget::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (foreign_) {
    if (phase == tlm::BEGIN_REQ && !payload.has_mm()) violation("a payload without memory manager (clause 14.5)");
    const Time time = kernel_now() + delay.value();
    if (delay.value() > 0) {
      region_.call_at(time, [this, &payload, late = tlm::tlm_phase(phase)] { late_phase(payload, late); });
      return tlm::TLM_ACCEPTED;
    }
    region_.advance(time);
  }
  if (phase == tlm::BEGIN_REQ) return begin_request(payload, phase);
  if (phase == tlm::END_RESP) {
    if (responding_ != &payload) violation("END_RESP without a response under way");
    finished(payload);
    return tlm::TLM_COMPLETED;
  }
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) violation("an initiator sent a target's phase");
  return tlm::TLM_ACCEPTED;  // an extended phase that we do not know is ignorable (clause 15.2.5)
}

tlm::tlm_sync_enum AtTarget::begin_request(Payload& payload, tlm::tlm_phase& phase) {
  if (requested_ != nullptr) violation("BEGIN_REQ before END_REQ of the request before it (request exclusion rule)");
  if (foreign_) attach_tag(payload);
  requested_ = calling_ = &payload;
  reply_ = Reply::none;
  client_.on_request(*this, payload, region_.now());
  calling_ = nullptr;
  if (reply_ == Reply::none) return tlm::TLM_ACCEPTED;
  phase = reply_ == Reply::accepted ? tlm::END_REQ : tlm::BEGIN_RESP;
  return tlm::TLM_UPDATED;
}

void AtTarget::late_phase(Payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ) {
    if (requested_ != nullptr) violation("BEGIN_REQ before END_REQ of the request before it (request exclusion rule)");
    attach_tag(payload);
    requested_ = &payload;
    client_.on_request(*this, payload, region_.now());
  } else if (phase == tlm::END_RESP) {
    if (responding_ != &payload) violation("END_RESP without a response under way");
    finished(payload);
  }
}

void AtTarget::accept(Payload& payload) {
  if (requested_ != &payload) violation("accept() without a request");
  requested_ = nullptr;
  if (blocking_ && blocking_->payload == &payload) return;
  if (calling_ == &payload) {
    reply_ = Reply::accepted;
    return;
  }
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = region_.annotation();
  peer_->nb_transport_bw(payload, phase, delay);
}

void AtTarget::ready(Payload& payload) {
  // BEGIN_RESP can stand for END_REQ only where it leaves at once.
  if ((explicit_phases_ || responding_ != nullptr) && requested_ == &payload) accept(payload);
  if (responding_ != nullptr) {
    responses_.push(&payload);
    return;
  }
  responding_ = &payload;
  if (blocking_ && blocking_->payload == &payload) {
    requested_ = requested_ == &payload ? nullptr : requested_;
    blocking_->answered = true;
    blocking_->answer.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  if (calling_ != &payload) {
    send_response(payload);
  } else if (explicit_phases_) {
    region_.enter_at_end_of_instant(*this);  // END_REQ goes back with this call, the response in one of its own
  } else {
    requested_ = nullptr;
    reply_ = Reply::responded;
  }
}

void AtTarget::enter(Time) { send_response(*responding_); }

void AtTarget::send_response(Payload& payload) {
  if (requested_ == &payload) requested_ = nullptr;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = region_.annotation();
  const tlm::tlm_sync_enum status = peer_->nb_transport_bw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) return;
  if (status == tlm::TLM_UPDATED && phase != tlm::END_RESP) violation("BEGIN_RESP was answered with another phase than END_RESP");
  const Time time = kernel_now() + delay.value();
  if (time > region_.now())
    region_.call_at(time, [this, &payload] { late_phase(payload, tlm::END_RESP); });
  else
    finished(payload);
}

void AtTarget::finished(Payload& payload) {
  responding_ = nullptr;
  client_.on_complete(*this, payload, region_.now());
  if (responding_ != nullptr || responses_.empty()) return;
  responding_ = responses_.pop();
  if (blocking_ && blocking_->payload == responding_) {
    blocking_->answered = true;
    blocking_->answer.notify(sc_core::SC_ZERO_TIME);
  } else {
    send_response(*responding_);
  }
}

void AtTarget::b_transport(Payload& payload, sc_core::sc_time& delay) {
  if (delay.value() > 0) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  if (!blocking_) blocking_ = std::make_unique<Blocking>();
  blocking_->turn.lock();
  region_.advance(kernel_now());
  Tag own_tag;
  const bool untagged = payload.get_extension<Tag>() == nullptr;
  if (untagged) {
    own_tag.bytes = payload.get_data_length();
    own_tag.issued = own_tag.ready = kernel_now();
    payload.set_extension<Tag>(&own_tag);
  }
  blocking_->payload = &payload;
  blocking_->answered = false;
  if (requested_ != nullptr) violation("b_transport while a non-blocking request is under way");
  requested_ = &payload;
  client_.on_request(*this, payload, region_.now());
  while (!blocking_->answered) sc_core::wait(blocking_->answer);
  region_.advance(kernel_now());
  blocking_->payload = nullptr;
  finished(payload);
  if (untagged) payload.clear_extension<Tag>();
  blocking_->turn.unlock();
}

bool AtTarget::get_direct_mem_ptr(Payload&, tlm::tlm_dmi& dmi) {
  // Refused for every address, so that an initiator need not ask again.
  dmi.init();
  dmi.set_start_address(0);
  dmi.set_end_address(~sc_dt::uint64{0});
  return false;
}

unsigned AtTarget::transport_dbg(Payload& payload) { return client_.on_debug(*this, payload); }

}  // namespace isochron
