// SPDX-License-Identifier: Apache-2.0
// Accellera's initiators against our AtTarget, without a bus between: a memory that takes its time.
#include <cstring>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/protocol/at_target.h>

#include "conformance/accellera_bench.h"

namespace isochron::testbench {
namespace {

/// When our memory says END_REQ and BEGIN_RESP.
enum class Manner {
  at_once,         ///< both in the call of the request
  accept_at_once,  ///< END_REQ in the call, BEGIN_RESP later
  accept_later,    ///< each in a call of its own
  respond_later    ///< BEGIN_RESP later, which implies END_REQ
};

class Memory final : public sc_core::sc_module, private AtTargetClient {
 public:
  Memory(const sc_core::sc_module_name& name, const Domain& domain, Manner manner)
      : sc_module(name), socket("socket", domain, *this), region_(domain.region), manner_(manner), bytes_(4096) {}
  AtTarget socket;
  unsigned completed = 0;

 private:
  void on_request(AtTarget&, Payload& payload, Time now) override {
    unsigned char* const memory = bytes_.data() + payload.get_address();
    if (payload.is_read())
      std::memcpy(payload.get_data_ptr(), memory, payload.get_data_length());
    else
      std::memcpy(memory, payload.get_data_ptr(), payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (manner_ == Manner::at_once) {
      socket.ready(payload);
      return;
    }
    if (manner_ == Manner::accept_at_once) socket.accept(payload);
    if (manner_ == Manner::accept_later) region_.call_at(now + 20 * nanosecond, [&] { socket.accept(payload); });
    // Shorter and shorter, so that responses pile up and have to wait for each other.
    const Time later = (40 + 30 * (requests_++ % 2 == 0 ? 1 : 0)) * nanosecond;
    region_.call_at(now + later, [&] { socket.ready(payload); });
  }
  void on_complete(AtTarget&, Payload&, Time) override { ++completed; }

  Region& region_;
  Manner manner_;
  std::vector<unsigned char> bytes_;
  unsigned requests_ = 0;
};

using Pairing = std::tuple<std::string, Manner, Phases>;
class Direct : public testing::TestWithParam<Pairing> {};

std::string name_of(const testing::TestParamInfo<Pairing>& info) {
  const char* const manners[] = {"at_once", "accept_at_once", "accept_later", "respond_later"};
  return std::get<0>(info.param) + "_" + manners[static_cast<int>(std::get<1>(info.param))] +
         (std::get<2>(info.param) == Phases::shortcut ? "_shortcut" : "_explicit");
}

INSTANTIATE_TEST_SUITE_P(Accellera, Direct,
                         testing::Combine(testing::Values("annotated", "explicit", "select", "lt"),
                                          testing::Values(Manner::at_once, Manner::accept_at_once, Manner::accept_later,
                                                          Manner::respond_later),
                                          testing::Values(Phases::shortcut, Phases::explicit_four)),
                         name_of);

TEST_P(Direct, initiatorReadsBackWhatItWrote) {
  const auto& [kind, manner, phases] = GetParam();
  if (kind == "select" && manner == Manner::at_once && phases == Phases::shortcut)
    return;  // Accellera's select_initiator ignores TLM_UPDATED with BEGIN_RESP ("?????" in its source) and waits for
             // ever
  report_what_accellera_finds();
  Region region("region");
  MessagePool pool(4);
  Memory memory("memory", Domain{region, pool, phases}, manner);
  const auto initiator = make_accellera_initiator(kind, "initiator", 1, 0x100, 0x800);
  initiator->socket().bind(memory.socket);
  simulate_to(region, millisecond);
  EXPECT_EQ(memory.completed, AccelleraInitiator::transactions);
}

}  // namespace
}  // namespace isochron::testbench
