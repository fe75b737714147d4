// SPDX-License-Identifier: Apache-2.0
#include "burst_initiator.h"

namespace isochron::cosim {

BurstInitiator::BurstInitiator(const char* name, const Domain& domain, ClockOnDemand& clock, unsigned outstanding)
    : socket(name, domain, *this),
      region_(domain.region),
      pool_(domain.pool),
      clock_(clock),
      outstanding_(outstanding) {
  region_.join(*this, Region::Rank::bus);
}

void BurstInitiator::issue(Message& message) {
  bursts_.push({&message, end_of_time, false});
  waiting_.push(&message);
  clock_.crossing();
}

void BurstInitiator::issue_nothing() {
  bursts_.push({nullptr, 0, false});
}

std::uint8_t BurstInitiator::response() const {
  const Message* const message = bursts_.front().message;
  if (message == nullptr || message->is_response_ok()) return 0;
  constexpr std::uint8_t slverr = 2;
  constexpr std::uint8_t decerr = 3;
  return message->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? decerr : slverr;
}

void BurstInitiator::finish() {
  const Burst burst = bursts_.pop();
  if (burst.held) {
    finished_.push(burst.message);
    clock_.crossing();
  } else if (burst.message != nullptr) {
    burst.message->release();
  }
}

void BurstInitiator::cross() {
  if (!finished_.empty() || !waiting_.empty()) region_.request(*this);
}

void BurstInitiator::ask(Time) {
  while (!finished_.empty()) {
    Message* const message = finished_.pop();
    socket.complete(*message);
    message->release();
  }
  if (!waiting_.empty() && !socket.requesting()) socket.send(*waiting_.pop());
}

void BurstInitiator::on_accepted(AtInitiatorBase&, Payload&, Time now) {
  accepted_ = now;
  if (!waiting_.empty()) region_.request(*this);
}

void BurstInitiator::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  std::size_t i = 0;
  while (bursts_[i].message != &payload) ++i;
  bursts_[i].answered = now;
  // Only the oldest can go on to the pins; one that is early must not hold up the response that they wait for.
  bursts_[i].held = i == 0;
  if (!bursts_[i].held) socket.complete(payload);
  clock_.wake(now);
}

}  // namespace isochron::cosim
