// SPDX-License-Identifier: Apache-2.0
#include "conformance/scripted_target.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace isochron::testbench {

namespace {

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error("the initiator: " + std::string(what));
}

}  // namespace

ScriptedTarget::ScriptedTarget(const sc_core::sc_module_name& name, std::vector<TargetScript> scripts)
    : sc_module(name), scripts_(std::move(scripts)) {
  socket.bind(*this);
}

tlm::tlm_sync_enum ScriptedTarget::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin_request(payload, phase, delay);
  require(phase == tlm::END_RESP, "sends a target's phase");
  require(responding_ && payloads_[responding_to_] == &payload, "END_RESP without a response under way");
  end_response(responding_to_, kernel_now() + delay.value());
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum ScriptedTarget::begin_request(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const std::size_t n = payloads_.size();
  require(delay.value() == 0, "annotates a request to somebody outside its region");
  require(n == 0 || log_.back().end_req <= kernel_now(), "BEGIN_REQ before END_REQ of the request before");
  payloads_.push_back(&payload);
  log_.emplace_back();
  payload.acquire();
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  const TargetScript& script = scripts_.at(n);
  TargetLog& log = log_[n];
  delay = to_sc_time(script.reply_delay);
  const Time effect = kernel_now() + script.reply_delay;
  // A response in the return path must not overtake or meet another one.
  const bool alone = unanswered_ == 0 && !responding_ && response_free_at_ <= effect;
  switch (script.reply) {
    case TargetScript::Reply::completed:
      log.end_req = log.begin_resp = effect;
      payload.release();
      return tlm::TLM_COMPLETED;
    case TargetScript::Reply::begin_resp:
      if (!alone) break;
      log.end_req = log.begin_resp = effect;
      responding_ = true;
      responding_to_ = n;
      phase = tlm::BEGIN_RESP;
      return tlm::TLM_UPDATED;
    case TargetScript::Reply::end_req:
      log.end_req = effect;
      ++unanswered_;
      respond_after(n, effect);
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    case TargetScript::Reply::accepted:
      break;
  }
  delay = sc_core::SC_ZERO_TIME;
  ++unanswered_;
  if (script.says_end_req)
    agenda_.at(kernel_now() + script.end_req_after, [this, n] { end_request(n); });
  else
    respond_after(n, kernel_now());
  return tlm::TLM_ACCEPTED;
}

void ScriptedTarget::end_request(std::size_t n) {
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = to_sc_time(scripts_[n].end_req_delay);
  log_[n].end_req = kernel_now() + scripts_[n].end_req_delay;
  const Time effect = log_[n].end_req;
  const tlm::tlm_sync_enum status = socket->nb_transport_bw(*payloads_[n], phase, delay);
  require(status == tlm::TLM_ACCEPTED, "END_REQ was not answered with TLM_ACCEPTED");
  respond_after(n, effect);
}

void ScriptedTarget::respond_after(std::size_t n, Time earliest) {
  agenda_.at(std::max(kernel_now() + scripts_[n].begin_resp_after, earliest), [this, n] {
    ready_.push_back(n);
    begin_response();
  });
}

void ScriptedTarget::begin_response() {
  if (responding_ || ready_.empty()) return;
  if (response_free_at_ > kernel_now()) {
    agenda_.at(response_free_at_, [this] { begin_response(); });
    return;
  }
  const std::size_t n = ready_.front();
  ready_.pop_front();
  --unanswered_;
  responding_ = true;
  responding_to_ = n;
  const Time effect = kernel_now() + scripts_[n].begin_resp_delay;
  log_[n].begin_resp = effect;
  if (log_[n].end_req == end_of_time) log_[n].end_req = effect;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = to_sc_time(scripts_[n].begin_resp_delay);
  const tlm::tlm_sync_enum status = socket->nb_transport_bw(*payloads_[n], phase, delay);
  if (status == tlm::TLM_ACCEPTED) return;
  require(status == tlm::TLM_COMPLETED || phase == tlm::END_RESP, "BEGIN_RESP was answered with another phase");
  end_response(n, kernel_now() + delay.value());
}

void ScriptedTarget::end_response(std::size_t n, Time time) {
  require(time >= log_[n].begin_resp, "END_RESP before BEGIN_RESP");
  require(log_[n].end_resp == end_of_time, "END_RESP twice");
  log_[n].end_resp = time;
  response_free_at_ = time;
  responding_ = false;
  payloads_[n]->release();
  // From outside this call: the initiator may still be in the middle of something.
  agenda_.at(std::max(time, kernel_now()), [this] { begin_response(); });
}

}  // namespace isochron::testbench
