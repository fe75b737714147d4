// SPDX-License-Identifier: Apache-2.0
// AtInitiator before a third party's target that takes every legal shortcut, with and without annotated delays.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/protocol/at_initiator.h>
#include <support/child_process.h>

#include "conformance/scripted_target.h"

namespace isochron::testbench {
namespace {

/// What our side does with one transaction.
struct Plan {
  Time gap = 0;   ///< from END_REQ of the one before to the request
  Time hold = 0;  ///< from the response to complete(); 0: within on_response()
};

class Sender final : public sc_core::sc_module, private AtInitiatorClient {
 public:
  Sender(const sc_core::sc_module_name& name, const Domain& domain, std::vector<Plan> plans)
      : sc_module(name),
        socket("socket", domain, *this),
        domain_(domain),
        plans_(std::move(plans)),
        accepted(plans_.size(), end_of_time),
        responded(plans_.size(), end_of_time) {
    SC_HAS_PROCESS(Sender);
    SC_METHOD(begin);
  }
  AtInitiator socket;

 private:
  void begin() {
    domain_.region.advance(kernel_now());
    send_next(0);
  }
  void send_next(Time now) {
    if (sent_ == plans_.size()) return;
    const Plan& plan = plans_[sent_];
    if (plan.gap == 0)
      send();
    else
      domain_.region.call_at(now + plan.gap, [this] { send(); });
  }
  void send() { socket.send(domain_.pool.allocate(sent_++, 4)); }
  void on_accepted(AtInitiator&, Payload& payload, Time now) override {
    Time& time = accepted.at(payload.get_address());
    if (time != end_of_time) throw std::runtime_error("END_REQ twice");
    time = now;
    send_next(now);
  }
  void on_response(AtInitiator&, Payload& payload, Time now) override {
    const std::size_t n = payload.get_address();
    if (responded.at(n) != end_of_time) throw std::runtime_error("BEGIN_RESP twice");
    if (accepted.at(n) > now) throw std::runtime_error("BEGIN_RESP before END_REQ");
    responded[n] = now;
    const auto complete = [this, &payload] {
      socket.complete(payload);
      payload.release();
    };
    plans_[n].hold == 0 ? complete() : domain_.region.call_at(now + plans_[n].hold, complete);
  }

  Domain domain_;
  std::vector<Plan> plans_;
  std::size_t sent_ = 0;

 public:
  std::vector<Time> accepted;
  std::vector<Time> responded;
};

rc::Gen<Time> delays() {
  return rc::gen::oneOf(rc::gen::just<Time>(0), rc::gen::inRange<Time>(0, 5), rc::gen::inRange<Time>(0, 50));
}

// Every phase of the target's is heard once, at the time at which it takes effect; every response is ended once, when
// our side says so.
RC_GTEST_PROP(OurInitiator, hearsEveryPhaseAtItsTime, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 40);
  std::vector<TargetScript> scripts(count);
  std::vector<Plan> plans(count);
  for (std::size_t i = 0; i < count; ++i) {
    scripts[i].reply = static_cast<TargetScript::Reply>(*rc::gen::inRange(0, 4));
    scripts[i].reply_delay = *delays();
    scripts[i].says_end_req = *rc::gen::arbitrary<bool>();
    scripts[i].end_req_after = *delays();
    scripts[i].end_req_delay = *delays();
    scripts[i].begin_resp_after = *delays();
    scripts[i].begin_resp_delay = *delays();
    plans[i] = {*delays(), *delays()};
  }
  const Phases phases = *rc::gen::element(Phases::shortcut, Phases::explicit_four);
  run_in_child([&] {
    Region region("region");
    MessagePool pool(4);
    Sender sender("sender", Domain{region, pool, phases}, plans);
    ScriptedTarget target("target", scripts);
    sender.socket.bind(target.socket);
    simulate_to(region, millisecond);
    const auto check = [](std::size_t n, const char* what, Time got, Time expected) {
      if (got != expected)
        throw std::runtime_error(std::string(what) + " of " + std::to_string(n) + " at " + std::to_string(got) +
                                 " instead of " + std::to_string(expected));
    };
    check(count, "requests: the number", target.log().size(), count);
    for (std::size_t n = 0; n < count; ++n) {
      const TargetLog& log = target.log()[n];
      check(n, "END_REQ", sender.accepted[n], log.end_req);
      check(n, "BEGIN_RESP", sender.responded[n], log.begin_resp);
      if (scripts[n].reply != TargetScript::Reply::completed)
        check(n, "END_RESP", log.end_resp, log.begin_resp + plans[n].hold);
    }
    check(0, "payloads left: the number", pool.outstanding(), 0);
    return std::string();
  });
}

}  // namespace
}  // namespace isochron::testbench
