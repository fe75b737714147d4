// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/ring.h>
#include <isochron/protocol/at_initiator.h>

#include "clock_on_demand.h"

namespace isochron::cosim {

/// The bursts of one direction of a port as base-protocol transactions. They are under way together, up to the number
/// that the port may have outstanding; the target may answer them in any order, the pins see the order of requests. A
/// withheld END_REQ keeps the next address on the pins; END_RESP follows the last beat that the pins took.
class BurstInitiator final : private Region::Requester {
 public:
  /// Longest burst of AXI4.
  static constexpr unsigned most_bytes = 4096;

  BurstInitiator(const char* name, const Domain& domain, ClockOnDemand& clock, unsigned outstanding);

  AtInitiatorOf<BurstInitiator> socket;

  /// Another burst may begin at an edge at `now`.
  bool has_room(Time now) const {
    return bursts_.size() < outstanding_ && waiting_.empty() && !socket.requesting() &&
           (accepted_ < now || accepted_ == end_of_time);
  }
  /// Requests the transaction at the next crossing. One reference of `message` goes over.
  void issue(Message& message);
  /// A burst that needs no transaction: it is answered with OKAY, in its turn.
  void issue_nothing();
  /// The oldest burst's answer came before `now`.
  bool answered(Time now) const { return !bursts_.empty() && bursts_.front().answered < now; }
  /// The oldest burst; of issue_nothing() nullptr.
  Message* oldest() { return bursts_.front().message; }
  /// RRESP or BRESP of the oldest burst.
  std::uint8_t response() const;
  /// The pins have taken the oldest burst's answer.
  void finish();

  void cross();
  bool quiet() const { return bursts_.empty() && finished_.empty(); }
  /// Nothing changes for the pins before an answer comes.
  bool waits() const {
    return finished_.empty() && waiting_.empty() && !socket.requesting() &&
           (bursts_.empty() || bursts_.front().answered == end_of_time);
  }
  MessagePool& pool() { return pool_; }

 private:
  friend class AtInitiatorOf<BurstInitiator>;
  struct Burst {
    Message* message = nullptr;
    Time answered = end_of_time;
    bool held = false;  ///< END_RESP is still to be given
  };

  void ask(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  Region& region_;
  MessagePool& pool_;
  ClockOnDemand& clock_;
  unsigned outstanding_;
  Ring<Burst> bursts_;       ///< in the order of requests
  Ring<Message*> waiting_;   ///< not yet requested
  Ring<Message*> finished_;  ///< whose END_RESP is due
  Time accepted_ = end_of_time;
};

}  // namespace isochron::cosim
