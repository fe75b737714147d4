// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/at_initiator.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

AtInitiatorBase::AtInitiatorBase(const char* name, const Domain& domain, unsigned index)
    : tlm_initiator_socket<>(name), AtInitiatorState(domain.region, index, domain.phases == Phases::explicit_four) {}

void AtInitiatorBase::bind(AtTargetBase& target) {
  Port::bind(target);
}

void AtInitiatorBase::join(Port& end) {
  tlm::tlm_initiator_socket<>::bind(dynamic_cast<tlm::tlm_target_socket<>&>(end));
}

void AtInitiatorBase::start_of_simulation() {
  peer_ = get_base_port().operator->();
  foreign_ = dynamic_cast<RegionMember*>(peer_) == nullptr;
  if (foreign_)
    region_.keep_to_kernel_time();
  else if (!explicit_phases_)
    member_ = dynamic_cast<MemberTarget*>(peer_);
}

void AtInitiatorBase::list_probes(ProbeList& list) {
  own_probe_ = std::make_unique<PhaseProbe>();
  list.add(*own_probe_, name(), "last phase of the base protocol on this initiator socket");
}

void AtInitiatorBase::start_trace(Time now) {
  probe_ = own_probe_.get();
  probe_->clear(now);
}

void AtInitiatorBase::note_traced(Phase phase, const Payload& payload) {
  probe_->event(region_.now(), phase, transaction_of(payload));
}

void AtInitiatorBase::violation(const char* what) const {
  throw ModelError(std::string(name()) + ": base protocol violated: " + what);
}

void AtInitiatorBase::refused(const Payload& payload) const {
  throw ModelError(std::string(name()) + ": the bus answered " + payload.get_response_string());
}

void AtInitiatorBase::report_wait(std::vector<Wait>& waits) const {
  if (!requesting()) return;
  // A third party's target may be no object that has a name.
  const auto* const target = dynamic_cast<const sc_core::sc_object*>(peer_);
  waits.push_back({name(), "the bus", target == nullptr ? "its target" : target->name()});
}

void AtInitiatorBase::answered_with(Payload& payload, tlm::tlm_sync_enum status, const tlm::tlm_phase& phase,
                                    const sc_core::sc_time& delay) {
  const bool completed = status == tlm::TLM_COMPLETED;
  const tlm::tlm_phase reached = completed ? tlm::tlm_phase(tlm::BEGIN_RESP) : phase;
  const Time time = kernel_now() + delay.value();
  if (time > region_.now())
    region_.call_at(time, [this, &payload, reached, completed] { phase_reached(payload, reached, completed); });
  else
    phase_reached(payload, reached, completed);
}

bool AtInitiatorBase::put_off(Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  if (delay.value() > 0) {
    region_.call_at(kernel_now() + delay.value(),
                    [this, &payload, late = tlm::tlm_phase(phase)] { phase_reached(payload, late, false); });
    return true;
  }
  region_.advance(kernel_now());
  return false;
}

bool AtInitiatorBase::was_over(const Payload& payload) {
  const auto early = std::find(over_.begin(), over_.end(), &payload);
  if (early == over_.end()) return false;
  over_.erase(early);
  return true;
}

unsigned AtInitiatorBase::debug(Payload& payload) {
  return (*this)->transport_dbg(payload);
}

void AtInitiatorBase::invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) {}  // we never use DMI

}  // namespace isochron
