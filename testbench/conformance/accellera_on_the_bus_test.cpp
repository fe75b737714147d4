// SPDX-License-Identifier: Apache-2.0
// Accellera's initiators and targets on our PCI bus: every style with every style, several initiators contending.
#include <cstring>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/simulation.h>

#include "conformance/accellera_bench.h"

namespace isochron::testbench {
namespace {

/// One of ours among them: reads words back when the others are done, and keeps what it got.
class Prober final : public sc_core::sc_module, private AtInitiatorClient {
 public:
  Prober(const sc_core::sc_module_name& name, const Domain& domain, Time at, std::vector<std::uint64_t> addresses)
      : sc_module(name), socket("socket", domain, *this), domain_(domain), addresses_(std::move(addresses)) {
    SC_HAS_PROCESS(Prober);
    SC_METHOD(begin);
    dont_initialize();
    sensitive << due_;
    due_.notify(to_sc_time(at));
  }
  AtInitiator socket;
  std::vector<std::uint32_t> words;

 private:
  void begin() {
    domain_.region.advance(kernel_now());
    read_next();
  }
  void read_next() {
    if (words.size() == addresses_.size()) return;
    Message& message = domain_.pool.allocate(addresses_[words.size()], 4);
    message.set_read();
    socket.send(message);
  }
  void on_accepted(AtInitiator&, Payload&, Time) override {}
  void on_response(AtInitiator&, Payload& payload, Time) override {
    EXPECT_EQ(payload.get_response_string(), std::string("TLM_OK_RESPONSE"));
    std::uint32_t word = 0;
    std::memcpy(&word, payload.get_data_ptr(), sizeof word);
    words.push_back(word);
    socket.complete(payload);
    payload.release();
    // The next one from outside this call: the response phase of this one must have ended.
    due_.notify(1, sc_core::SC_NS);
  }

  Domain domain_;
  std::vector<std::uint64_t> addresses_;
  sc_core::sc_event due_;
};

using Pairing = std::tuple<std::string, std::string, Phases, Time>;

class OnTheBus : public testing::TestWithParam<Pairing> {};

std::string name_of(const testing::TestParamInfo<Pairing>& info) {
  return std::get<0>(info.param) + "_to_" + std::get<1>(info.param) +
         (std::get<2>(info.param) == Phases::shortcut ? "_shortcut_" : "_explicit_") +
         std::to_string(std::get<3>(info.param) / nanosecond) + "ns";
}

INSTANTIATE_TEST_SUITE_P(Accellera, OnTheBus,
                         testing::Combine(testing::Values("annotated", "explicit", "select", "lt", "mixed"),
                                          testing::Values("1_phase", "2_phase", "4_phase", "ooo_2_phase", "lt"),
                                          testing::Values(Phases::shortcut, Phases::explicit_four),
                                          testing::Values(10 * nanosecond, 700 * nanosecond)),
                         name_of);

// Three initiators of a kind (or one of each) and two memories. Every transaction comes to an end, no one complains,
// and the memories hold what was written last.
TEST_P(OnTheBus, dataIsWrittenAndReadBack) {
  const auto& [initiator_kind, target_kind, phases, accept_delay] = GetParam();
  constexpr unsigned initiators = 3;
  constexpr Time end = millisecond;
  report_what_accellera_finds();
  Region region("region");
  MessagePool pool(4);
  const Domain domain{region, pool, phases};
  PciBus bus("bus", domain, PciConfig(), PciBus::Model::fast, initiators + 1, 2);
  bus.map(0x000, 0x7ff, 0);
  bus.map(0x800, 0xffe, 1);

  std::vector<std::unique_ptr<AccelleraInitiator>> masters;
  std::vector<std::uint64_t> addresses;
  std::vector<std::uint32_t> expected;
  const char* const kinds[] = {"annotated", "explicit", "select"};
  for (unsigned i = 0; i < initiators; ++i) {
    const std::uint64_t first = 0x100 * (i + 1);
    const std::uint64_t second = 0x800 + 0x100 * i;
    masters.push_back(make_accellera_initiator(initiator_kind == "mixed" ? kinds[i] : initiator_kind,
                                               ("initiator" + std::to_string(i)).c_str(), 100 + i, first, second));
    masters.back()->socket().bind(bus.device(i));
    for (std::uint64_t offset = 0; offset < 64; offset += 4) {
      addresses.push_back(first + offset);
      expected.push_back(static_cast<std::uint32_t>(first + offset));
      addresses.push_back(second + offset);
      expected.push_back(~static_cast<std::uint32_t>(second + offset));
    }
  }
  const auto memory0 = make_accellera_target(target_kind, "memory0", 200, to_sc_time(accept_delay));
  const auto memory1 = make_accellera_target(target_kind, "memory1", 201, to_sc_time(accept_delay));
  bus.window(0).bind(memory0->socket());
  bus.window(1).bind(memory1->socket());
  Prober prober("prober", domain, end / 2, addresses);
  prober.socket.bind(bus.device(initiators));

  simulate_to(region, end);
  for (unsigned i = 0; i < initiators; ++i)
    EXPECT_EQ(bus.statistics(i).messages, AccelleraInitiator::transactions) << "initiator " << i;
  EXPECT_EQ(prober.words, expected);
  EXPECT_EQ(pool.outstanding(), 0u);
  EXPECT_FALSE(bus.busy().inside());
}

}  // namespace
}  // namespace isochron::testbench
