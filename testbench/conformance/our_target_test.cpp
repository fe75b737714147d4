// SPDX-License-Identifier: Apache-2.0
// AtTarget behind a third party's initiator that takes every legal shortcut, with and without annotated delays.
#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/protocol/at_target.h>
#include <support/child_process.h>

#include "conformance/scripted_initiator.h"

namespace isochron::testbench {
namespace {

/// What our side does with one transaction. Zero: within on_request().
struct Plan {
  bool accepts = false;  ///< calls accept(), or lets ready() imply it
  Time accept_after = 0;
  Time ready_after = 0;
};

class Receiver final : public sc_core::sc_module, private AtTargetClient {
 public:
  Receiver(const sc_core::sc_module_name& name, const Domain& domain, std::vector<Plan> plans)
      : sc_module(name),
        socket("socket", domain, *this),
        requested(plans.size(), end_of_time),
        completed(plans.size(), end_of_time),
        ready_order(),
        region_(domain.region),
        plans_(std::move(plans)) {}

  AtTarget socket;
  std::vector<Time> requested;
  std::vector<Time> completed;
  std::vector<std::size_t> ready_order;

 private:
  void on_request(AtTarget&, Payload& payload, Time now) override {
    const std::size_t n = payload.get_address();
    if (requested.at(n) != end_of_time) throw std::runtime_error("a request twice");
    if (payload.get_extension<Tag>() == nullptr || tag_of(payload).bytes != 4) throw std::runtime_error("no tag");
    requested[n] = now;
    const Plan& plan = plans_[n];
    if (plan.accepts) at(now, now + plan.accept_after, [this, &payload] { socket.accept(payload); });
    at(now, now + plan.ready_after, [this, &payload, n] {
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      ready_order.push_back(n);
      socket.ready(payload);
    });
  }
  void at(Time now, Time time, const std::function<void()>& function) {
    time == now ? function() : region_.call_at(time, function);
  }
  void on_complete(AtTarget&, Payload& payload, Time now) override {
    const std::size_t n = payload.get_address();
    if (completed.at(n) != end_of_time) throw std::runtime_error("completed twice");
    completed[n] = now;
  }

  Region& region_;
  std::vector<Plan> plans_;
};

rc::Gen<Time> delays() {
  return rc::gen::oneOf(rc::gen::just<Time>(0), rc::gen::inRange<Time>(0, 5), rc::gen::inRange<Time>(0, 50));
}

// Requests and ends of responses are heard once, when they take effect; END_REQ and BEGIN_RESP go out when our side
// says so, responses one at a time in the order in which they are ready. No payload is touched once its initiator may
// use it again.
RC_GTEST_PROP(OurTarget, hearsAndSaysEveryPhaseAtItsTime, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 40);
  std::vector<InitiatorScript> scripts(count);
  std::vector<Plan> plans(count);
  for (std::size_t i = 0; i < count; ++i) {
    scripts[i].gap = *delays();
    scripts[i].request_delay = *delays();
    scripts[i].reply = static_cast<InitiatorScript::Reply>(*rc::gen::inRange(0, 3));
    scripts[i].reply_delay = *delays();
    scripts[i].end_resp_after = *delays();
    scripts[i].end_resp_delay = *delays();
    const Time ready_after = *delays();
    plans[i] = {*rc::gen::arbitrary<bool>(), std::min(*delays(), ready_after), ready_after};
  }
  const Phases phases = *rc::gen::element(Phases::shortcut, Phases::explicit_four);
  run_in_child([&] {
    Region region("region");
    MessagePool pool(4);
    Receiver receiver("receiver", Domain{region, pool, phases}, plans);
    ScriptedInitiator initiator("initiator", scripts);
    initiator.socket.bind(receiver.socket);
    simulate_to(region, millisecond);
    const auto check = [](std::size_t n, const char* what, Time got, Time expected) {
      if (got != expected)
        throw std::runtime_error(std::string(what) + " of " + std::to_string(n) + " at " + std::to_string(got) +
                                 " instead of " + std::to_string(expected));
    };
    Time response_free_at = 0;
    check(count, "responses: the number", receiver.ready_order.size(), count);
    for (const std::size_t n : receiver.ready_order) {
      const InitiatorLog& log = initiator.log()[n];
      check(n, "BEGIN_REQ", receiver.requested[n], log.begin_req);
      const Time ready = log.begin_req + plans[n].ready_after;
      check(n, "END_REQ", log.end_req, plans[n].accepts ? log.begin_req + plans[n].accept_after : ready);
      check(n, "BEGIN_RESP", log.begin_resp, std::max(ready, response_free_at));
      check(n, "END_RESP", receiver.completed[n], log.end_resp);
      response_free_at = log.end_resp;
    }
    check(0, "payloads left: the number", initiator.payloads_held(), 0);
    return std::string();
  });
}

}  // namespace
}  // namespace isochron::testbench
