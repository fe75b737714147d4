// SPDX-License-Identifier: Apache-2.0
// The port `bus` of a root complex behind a third party's initiator that takes every legal shortcut, with and without
// annotated delays.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/pcie/root_complex.h>
#include <support/child_process.h>

#include "conformance/scripted_initiator.h"

namespace isochron::testbench {
namespace {

rc::Gen<Time> delays() {
  return rc::gen::oneOf(rc::gen::just<Time>(0), rc::gen::inRange<Time>(0, 5), rc::gen::inRange<Time>(0, 50));
}

// Writes of 4 B, of which so many are under way at once, each taken in `write_time` after the one before. END_REQ comes
// when a place is free, which it is from END_RESP of an access on; BEGIN_RESP when the write is taken and the response
// before has ended. The initiator throws where a phase comes twice, too early or out of its turn.
RC_GTEST_PROP(RootComplexBus, saysEveryPhaseAtItsTime, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 40);
  const auto places = *rc::gen::inRange<std::size_t>(1, 6);
  const Time write_time = *rc::gen::element<Time>(0, 1, 20);
  std::vector<InitiatorScript> scripts(count);
  for (InitiatorScript& script : scripts) {
    script.gap = *delays();
    script.request_delay = *delays();
    script.reply = static_cast<InitiatorScript::Reply>(*rc::gen::inRange(0, 3));
    script.reply_delay = *delays();
    script.end_resp_after = *delays();
    script.end_resp_delay = *delays();
  }
  const Phases phases = *rc::gen::element(Phases::shortcut, Phases::explicit_four);
  run_in_child([&] {
    Region region("region");
    MessagePool pool(4);
    RootComplexConfig config;
    config.ports = 0;
    config.bus_accesses = places;
    config.write_rate = write_time == 0 ? 0 : 32 * second / write_time;
    const RequestBoard requests;
    RootComplex root("root", Domain{region, pool, phases}, config, 0, requests, 1, RootComplex::Called{},
                     RootComplex::BusMemory{0, 64, MemoryContents::Content::kept});
    ScriptedInitiator initiator("initiator", scripts);
    initiator.socket.bind(root.bus());
    simulate_to(region, millisecond);
    const auto check = [](std::size_t n, const char* what, Time got, Time expected) {
      if (got != expected)
        throw std::runtime_error(std::string(what) + " of " + std::to_string(n) + " at " + std::to_string(got) +
                                 " instead of " + std::to_string(expected));
    };
    std::vector<Time> ends;  // of responses, which come in order, so in order
    Time taken = 0;
    for (std::size_t n = 0; n < count; ++n) {
      const InitiatorLog& log = initiator.log()[n];
      const Time begin = n < places ? log.begin_req : std::max(log.begin_req, ends[n - places]);
      check(n, "END_REQ", log.end_req, begin);
      taken = std::max(taken, begin) + write_time;
      check(n, "BEGIN_RESP", log.begin_resp, n == 0 ? taken : std::max(taken, ends.back()));
      if (log.end_resp == end_of_time) throw std::runtime_error("a response without end");
      ends.push_back(log.end_resp);
    }
    check(0, "payloads left: the number", initiator.payloads_held(), 0);
    return std::string();
  });
}

}  // namespace
}  // namespace isochron::testbench
