// SPDX-License-Identifier: Apache-2.0
#include "conformance/scripted_initiator.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace isochron::testbench {

namespace {

unsigned char data[4];

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error("the target: " + std::string(what));
}

}  // namespace

ScriptedInitiator::ScriptedInitiator(const sc_core::sc_module_name& name, std::vector<InitiatorScript> scripts)
    : sc_module(name), scripts_(std::move(scripts)), log_(scripts_.size()) {
  socket.bind(*this);
}

ScriptedInitiator::~ScriptedInitiator() = default;

void ScriptedInitiator::start_of_simulation() {
  if (!scripts_.empty()) agenda_.at(scripts_[0].gap, [this] { send(); });
}

void ScriptedInitiator::free(Payload* payload) {
  payload->reset();
  payload->set_address(~sc_dt::uint64{0});
  free_.push_back(payload);
}

void ScriptedInitiator::send() {
  const std::size_t n = payloads_.size();
  if (free_.empty()) {
    all_.push_back(std::make_unique<Payload>(static_cast<tlm::tlm_mm_interface*>(this)));
    free_.push_back(all_.back().get());
  }
  Payload& payload = *free_.back();
  free_.pop_back();
  payload.acquire();
  payload.set_write();
  payload.set_address(n);
  payload.set_data_ptr(data);
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  payloads_.push_back(&payload);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = to_sc_time(scripts_[n].request_delay);
  log_[n].begin_req = kernel_now() + scripts_[n].request_delay;
  const tlm::tlm_sync_enum status = socket->nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) return;
  const Time time = kernel_now() + delay.value();
  if (status == tlm::TLM_COMPLETED) {
    require(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "completed without a response status");
    request_ended(n, time);
    log_[n].begin_resp = log_[n].end_resp = time;
    payload.release();
  } else if (phase == tlm::END_REQ) {
    request_ended(n, time);
  } else {
    require(phase == tlm::BEGIN_RESP, "BEGIN_REQ was answered with an initiator's phase");
    request_ended(n, time);
    response_begun(n, time);
    agenda_.at(time, [this, n] { end_response_later(n); });
  }
}

void ScriptedInitiator::request_ended(std::size_t n, Time time) {
  require(log_[n].end_req == end_of_time, "END_REQ twice");
  require(time >= log_[n].begin_req, "END_REQ before BEGIN_REQ");
  log_[n].end_req = time;
  if (n + 1 < scripts_.size()) agenda_.at(time + scripts_[n + 1].gap, [this] { send(); });
}

void ScriptedInitiator::response_begun(std::size_t n, Time time) {
  require(payloads_[n]->get_response_status() == tlm::TLM_OK_RESPONSE, "a response without status");
  require(log_[n].begin_resp == end_of_time, "BEGIN_RESP twice");
  require(responses_open_ == 0 && time >= response_free_at_, "BEGIN_RESP before END_RESP of the response before");
  log_[n].begin_resp = time;
  ++responses_open_;
}

tlm::tlm_sync_enum ScriptedInitiator::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                                      sc_core::sc_time& delay) {
  const std::size_t n = payload.get_address();
  require(n < payloads_.size() && payloads_[n] == &payload, "a call with a payload of a transaction that is over");
  const Time time = kernel_now() + delay.value();
  if (phase == tlm::END_REQ) {
    request_ended(n, time);
    return tlm::TLM_ACCEPTED;
  }
  require(phase == tlm::BEGIN_RESP, "sends an initiator's phase");
  if (log_[n].end_req == end_of_time) request_ended(n, time);
  response_begun(n, time);
  if (scripts_[n].reply == InitiatorScript::Reply::accepted) {
    agenda_.at(time, [this, n] { end_response_later(n); });
    return tlm::TLM_ACCEPTED;
  }
  delay += to_sc_time(scripts_[n].reply_delay);
  phase = tlm::END_RESP;
  response_ended(n, kernel_now() + delay.value());
  return scripts_[n].reply == InitiatorScript::Reply::updated ? tlm::TLM_UPDATED : tlm::TLM_COMPLETED;
}

void ScriptedInitiator::end_response_later(std::size_t n) {
  agenda_.at(kernel_now() + scripts_[n].end_resp_after, [this, n] {
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = to_sc_time(scripts_[n].end_resp_delay);
    // Booked before the call: the target may begin its next response from within.
    Payload& payload = *payloads_[n];
    payload.acquire();
    response_ended(n, kernel_now() + scripts_[n].end_resp_delay);
    socket->nb_transport_fw(payload, phase, delay);
    payload.release();
  });
}

void ScriptedInitiator::response_ended(std::size_t n, Time time) {
  log_[n].end_resp = time;
  response_free_at_ = time;
  --responses_open_;
  payloads_[n]->release();
}

}  // namespace isochron::testbench
