// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/at_initiator.h>

#include <algorithm>

#include <isochron/core/error.h>

namespace isochron {

AtInitiator::AtInitiator(const char* name, const Domain& domain, Client& client, unsigned index)
    : tlm_initiator_socket<>(name),
      region_(domain.region),
      client_(client),
      explicit_phases_(domain.phases == Phases::explicit_four),
      index_(index) {
  bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

void AtInitiator::start_of_simulation() {
  peer_ = get_base_port().operator->();
  foreign_ = dynamic_cast<RegionMember*>(peer_) == nullptr;
  if (foreign_) region_.keep_to_kernel_time();
}

void AtInitiator::violation(const char* what) const {
  throw ModelError(std::string(name()) + ": base protocol violated: " + what);
}

void AtInitiator::send(Payload& payload) {
  if (requested_ != nullptr) violation("a second request before END_REQ (request exclusion rule)");
  requested_ = &payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = region_.annotation();
  const tlm::tlm_sync_enum status = peer_->nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) return;
  const bool completed = status == tlm::TLM_COMPLETED;
  if (completed) phase = tlm::BEGIN_RESP;
  if (foreign_) {
    const Time time = kernel_now() + delay.value();
    if (time > region_.now()) {
      region_.call_at(time, [this, &payload, late = tlm::tlm_phase(phase), completed] { phase_reached(payload, late, completed); });
      return;
    }
  }
  phase_reached(payload, phase, completed);
}

void AtInitiator::accepted(Payload& payload) {
  requested_ = nullptr;
  client_.on_accepted(*this, payload, region_.now());
}

void AtInitiator::phase_reached(Payload& payload, const tlm::tlm_phase& phase, bool completed) {
  if (phase == tlm::END_REQ) {
    if (requested_ != &payload) violation("END_REQ without a request under way");
    accepted(payload);
  } else if (phase == tlm::BEGIN_RESP) {
    if (completed) over_.push_back(&payload);
    if (requested_ == &payload) accepted(payload);
    client_.on_response(*this, payload, region_.now());
  } else if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP) {
    violation("a target sent an initiator's phase");
  }  // an extended phase that we do not know is ignorable (clause 15.2.5)
}

tlm::tlm_sync_enum AtInitiator::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (foreign_) {
    if (delay.value() > 0) {
      region_.call_at(kernel_now() + delay.value(),
                      [this, &payload, late = tlm::tlm_phase(phase)] { phase_reached(payload, late, false); });
      return tlm::TLM_ACCEPTED;
    }
    region_.advance(kernel_now());
  }
  Payload* const outer = calling_;
  const bool outer_completed = completed_in_call_;
  calling_ = &payload;
  completed_in_call_ = false;
  phase_reached(payload, phase, false);
  const bool completed = completed_in_call_;
  calling_ = outer;
  completed_in_call_ = outer_completed;
  if (!completed) return tlm::TLM_ACCEPTED;
  phase = tlm::END_RESP;
  return explicit_phases_ ? tlm::TLM_UPDATED : tlm::TLM_COMPLETED;
}

void AtInitiator::complete(Payload& payload) {
  if (calling_ == &payload) {
    completed_in_call_ = true;
    return;
  }
  if (!over_.empty()) {
    const auto early = std::find(over_.begin(), over_.end(), &payload);
    if (early != over_.end()) {
      over_.erase(early);
      return;
    }
  }
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = region_.annotation();
  peer_->nb_transport_fw(payload, phase, delay);
}

unsigned AtInitiator::debug(Payload& payload) { return (*this)->transport_dbg(payload); }

void AtInitiator::invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) {}  // we never use DMI

}  // namespace isochron
