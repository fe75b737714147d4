// SPDX-License-Identifier: Apache-2.0
// A target that keeps what it was written, from the end of its transaction on.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/simulation.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

/// Answers at once, and acquires payloads when their transactions are over.
class KeepingTarget final : public sc_core::sc_module {
 public:
  KeepingTarget(const sc_core::sc_module_name& name, const Domain& domain)
      : sc_module(name), socket("socket", domain, *this) {}
  AtTargetOf<KeepingTarget> socket;
  std::vector<Payload*> kept;

 private:
  friend class AtTargetOf<KeepingTarget>;
  void on_request(AtTargetBase&, Payload& payload, Time) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    socket.ready(payload);
  }
  void on_complete(AtTargetBase&, Payload& payload, Time) {
    payload.acquire();
    kept.push_back(&payload);
  }
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
};

class KeptPayload : public testing::TestWithParam<Phases> {};

INSTANTIATE_TEST_SUITE_P(Styles, KeptPayload, testing::Values(Phases::shortcut, Phases::explicit_four),
                         [](const auto& style) { return style.param == Phases::shortcut ? "shortcut" : "explicit"; });

// The short write is across before the long one, and its response waits for that of the long one: it is given and the
// transaction ends within one call. Catches a payload that goes back to its pool in that call, before its target hears
// of the end.
TEST_P(KeptPayload, isNotGivenToAnotherMessage) {
  Region region{"region"};
  MessagePool pool{1 << 16};
  const Domain domain{region, pool, GetParam()};
  Script script{"script", region};
  TestMaster a{"a", domain}, b{"b", domain};
  KeepingTarget target{"target", domain};
  PciBus bus{"bus", domain, PciConfig(), PciBus::Model::fast, 2, 1};
  bus.map(0, 0xffff, 0);
  a.socket.bind(bus.device(0));
  b.socket.bind(bus.device(1));
  bus.window(0).bind(target.socket);
  script.at(0, [&] {
    a.write(0, 0, 1024);
    b.write(1, 0, 32);
  });
  simulate_to(region, millisecond);
  ASSERT_EQ(target.kept.size(), 2u);
  EXPECT_EQ(b.done.at(1), a.done.at(0));
  EXPECT_EQ(pool.outstanding(), 2u);
  for (std::uint64_t i = 0; i < 2; ++i) EXPECT_EQ(tag_of(*target.kept[i]).sequence, i);
  Message& other = pool.allocate(0, 1);
  EXPECT_EQ(std::count(target.kept.begin(), target.kept.end(), &other), 0);
  other.release();
  for (Payload* const payload : target.kept) payload->release();
}

}  // namespace
}  // namespace isochron::testbench
