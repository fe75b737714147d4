// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include <tlm>

#include "conformance/agenda.h"

namespace isochron::testbench {

/// How a third party's initiator goes through one transaction.
struct InitiatorScript {
  enum class Reply { accepted, updated, completed };

  Time gap = 0;                    ///< from END_REQ of the request before to the call with BEGIN_REQ
  Time request_delay = 0;          ///< its annotation
  Reply reply = Reply::completed;  ///< to a call with BEGIN_RESP
  Time reply_delay = 0;            ///< annotation of END_RESP in the return path
  Time end_resp_after = 0;         ///< after TLM_ACCEPTED: from the response to the call with END_RESP
  Time end_resp_delay = 0;         ///< its annotation
};

/// What came of a transaction, as its initiator sees it: when each phase took effect.
struct InitiatorLog {
  Time begin_req = end_of_time;
  Time end_req = end_of_time;  ///< explicit or implied
  Time begin_resp = end_of_time;
  Time end_resp = end_of_time;
};

/// An initiator that follows scripts, one a transaction in order, and that throws where the target breaks the base
/// protocol. Its payloads carry the transaction's number as address. It reuses and spoils them as soon as nobody holds
/// them.
class ScriptedInitiator final : public sc_core::sc_module,
                                private tlm::tlm_bw_transport_if<>,
                                private tlm::tlm_mm_interface {
 public:
  ScriptedInitiator(const sc_core::sc_module_name& name, std::vector<InitiatorScript> scripts);
  ~ScriptedInitiator() override;

  tlm::tlm_initiator_socket<> socket{"socket"};
  const std::vector<InitiatorLog>& log() const { return log_; }
  std::size_t payloads_held() const { return all_.size() - free_.size(); }

 private:
  using Payload = tlm::tlm_generic_payload;

  void start_of_simulation() override;
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  void free(Payload* payload) override;

  void send();
  void request_ended(std::size_t n, Time time);
  void response_begun(std::size_t n, Time time);
  void end_response_later(std::size_t n);
  void response_ended(std::size_t n, Time time);

  Agenda agenda_{"agenda"};
  std::vector<InitiatorScript> scripts_;
  std::vector<InitiatorLog> log_;
  std::vector<Payload*> payloads_;  ///< of each transaction
  std::vector<std::unique_ptr<Payload>> all_;
  std::vector<Payload*> free_;
  Time response_free_at_ = 0;
  std::size_t responses_open_ = 0;
};

}  // namespace isochron::testbench
