// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include <tlm>

#include "conformance/agenda.h"

namespace isochron::testbench {

/// How a third party's target goes through one transaction.
struct TargetScript {
  enum class Reply { accepted, end_req, begin_resp, completed };

  Reply reply =
      Reply::accepted;   ///< to the call with BEGIN_REQ: TLM_ACCEPTED, TLM_UPDATED with either phase, TLM_COMPLETED
  Time reply_delay = 0;  ///< its annotation
  bool says_end_req = false;  ///< after TLM_ACCEPTED: END_REQ in a call of its own, or implied by BEGIN_RESP
  Time end_req_after = 0;     ///< from the request to that call
  Time end_req_delay = 0;     ///< its annotation
  Time begin_resp_after =
      0;  ///< from the request or END_REQ to the call with BEGIN_RESP, if the response before it has ended
  Time begin_resp_delay = 0;  ///< its annotation
};

/// What came of a transaction, as its target sees it: when each phase took effect.
struct TargetLog {
  Time end_req = end_of_time;  ///< explicit or implied
  Time begin_resp = end_of_time;
  Time end_resp = end_of_time;  ///< not for a transaction completed early
};

/// A target that follows scripts, one a transaction in order, and that throws where the initiator breaks the base
/// protocol.
class ScriptedTarget final : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  ScriptedTarget(const sc_core::sc_module_name& name, std::vector<TargetScript> scripts);

  tlm::tlm_target_socket<> socket{"socket"};
  const std::vector<TargetLog>& log() const { return log_; }

 private:
  using Payload = tlm::tlm_generic_payload;

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  void b_transport(Payload&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload&) override { return 0; }

  tlm::tlm_sync_enum begin_request(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void end_request(std::size_t n);
  void respond_after(std::size_t n, Time earliest);
  void begin_response();
  void end_response(std::size_t n, Time time);

  Agenda agenda_{"agenda"};
  std::vector<TargetScript> scripts_;
  std::vector<TargetLog> log_;
  std::vector<Payload*> payloads_;
  std::deque<std::size_t> ready_;  ///< responses that may begin
  std::size_t unanswered_ = 0;     ///< requests whose BEGIN_RESP has not been given
  bool responding_ = false;
  std::size_t responding_to_ = 0;
  Time response_free_at_ = 0;  ///< the response before has ended
};

}  // namespace isochron::testbench
