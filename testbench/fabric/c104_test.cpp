// SPDX-License-Identifier: Apache-2.0
// A C104 whose links take 1 ns a byte.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/fabric/c104_crossbar.h>

#include "support/link_receiver_probe.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// The near end of a link: several messages may ask for a connection at a time.
class Sender final : public sc_core::sc_module, private CreditBackward<Transputer> {
 public:
  explicit Sender(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.bind(static_cast<CreditBackward<Transputer>&>(*this));
  }
  TransputerSenderSocket socket;

  void send(Payload& packet, Time now) {
    open_.push_back(&packet);
    ASSERT_FALSE(socket->request(packet, now));
  }

 private:
  void credit(Payload& packet, Time now) override {
    const auto found = std::find(open_.begin(), open_.end(), &packet);
    ASSERT_NE(found, open_.end());
    open_.erase(found);
    socket->send(packet, now);
  }
  void sent(Time) override {}

  std::vector<Payload*> open_;
};

class C104Timing : public testing::Test {
 protected:
  static constexpr unsigned links = 3;  ///< each way
  static constexpr Time end = 100 * microsecond;

  C104Timing() {
    for (unsigned i = 0; i < links; ++i) {
      senders.push_back(std::make_unique<Sender>(("sender" + std::to_string(i)).c_str()));
      receivers.push_back(std::make_unique<LinkReceiverProbe>(("receiver" + std::to_string(i)).c_str()));
    }
  }
  void message(Time ns, std::uint64_t sequence, unsigned in, unsigned out, unsigned bytes) {
    script.at(ns * nanosecond, [=] {
      Message& packet = pool.allocate(0, bytes);
      packet.tag().sequence = sequence;
      packet.tag().destination = static_cast<std::uint32_t>(out);
      senders[in]->send(packet, region.now());
    });
  }
  /// When each message arrived.
  std::map<std::uint64_t, Time> run() {
    crossbar.emplace("c104", domain, links, links, 8'000'000'000);
    for (unsigned i = 0; i < links; ++i) {
      senders[i]->socket.bind(crossbar->input(i));
      crossbar->output(i).bind(receivers[i]->socket);
    }
    simulate_to(region, end);
    EXPECT_EQ(pool.outstanding(), 0u);
    std::map<std::uint64_t, Time> all;
    for (const auto& receiver : receivers) all.insert(receiver->arrived.begin(), receiver->arrived.end());
    return all;
  }
  /// How long the links from senders, and those to receivers, were taken, in ns.
  std::vector<Time> busy() const {
    std::vector<Time> times;
    for (unsigned i = 0; i < links; ++i) times.push_back(crossbar->input_busy(i).total(end) / nanosecond);
    for (unsigned i = 0; i < links; ++i) times.push_back(crossbar->output_busy(i).total(end) / nanosecond);
    return times;
  }

  Region region{"region"};
  MessagePool pool{4096};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  std::vector<std::unique_ptr<Sender>> senders;
  std::vector<std::unique_ptr<LinkReceiverProbe>> receivers;
  std::optional<C104Crossbar> crossbar;
};

// Other links, at the same time; the crossbar adds nothing.
TEST_F(C104Timing, pairsOfLinksAreIndependent) {
  message(0, 0, 0, 0, 100);
  message(0, 1, 1, 1, 50);
  message(30, 2, 2, 2, 100);
  EXPECT_THAT(run(), ElementsAre(Pair(0, 100), Pair(1, 50), Pair(2, 130)));
  EXPECT_THAT(busy(), ElementsAre(100, 50, 100, 100, 50, 100));
}

// One by one where they share the link they come by, or the one they leave by.
TEST_F(C104Timing, aSharedLinkServesOneAtATime) {
  message(0, 0, 0, 0, 100);
  message(0, 1, 0, 1, 100);
  message(1000, 2, 1, 0, 100);
  message(1000, 3, 2, 0, 100);
  EXPECT_THAT(run(), ElementsAre(Pair(0, 100), Pair(1, 200), Pair(2, 1100), Pair(3, 1200)));
}

// 1 waits for output 0 until 100 and does not hold its own link meanwhile, but 2 is behind it on that link, and 3 is
// behind 2 on output 1, though both its links are free: 100-200, 200-300, 300-400.
TEST_F(C104Timing, bothLinksAreTakenTogetherAndInOrder) {
  message(0, 0, 0, 0, 100);
  message(10, 1, 1, 0, 100);
  message(20, 2, 1, 1, 100);
  message(30, 3, 2, 1, 100);
  EXPECT_THAT(run(), ElementsAre(Pair(0, 100), Pair(1, 200), Pair(2, 300), Pair(3, 400)));
  EXPECT_THAT(busy(), ElementsAre(100, 200, 100, 200, 200, 0));
}

// Of one instant the lowest number, whoever asked first.
TEST_F(C104Timing, tiesGoBySequence) {
  message(0, 7, 0, 0, 100);
  message(0, 3, 1, 0, 100);
  message(0, 5, 2, 0, 100);
  EXPECT_THAT(run(), ElementsAre(Pair(3, 100), Pair(5, 200), Pair(7, 300)));
}

// The connection is there at 0, and holds both links while the receiver has no buffer: 250-350, though its 100 ns would
// have been over before.
TEST_F(C104Timing, aConnectionWaitsForTheReceiversBuffer) {
  receivers[0]->has_buffer = false;
  message(0, 0, 0, 0, 100);
  message(10, 1, 0, 1, 50);
  script.at(250 * nanosecond, [this] { receivers[0]->give_buffer(region.now()); });
  EXPECT_THAT(run(), ElementsAre(Pair(0, 350), Pair(1, 400)));
  EXPECT_THAT(busy(), ElementsAre(400, 0, 0, 350, 50, 0));
}

// 50 ns of the first packet and all of the second are in a window from 50 ns on.
TEST_F(C104Timing, aWindowCountsFromItsBeginning) {
  message(0, 0, 0, 0, 100);
  message(0, 1, 1, 0, 30);
  script.at(50 * nanosecond, [this] { crossbar->start_window(region.now()); });
  run();
  EXPECT_THAT(busy(), ElementsAre(50, 30, 0, 80, 0, 0));
}

TEST_F(C104Timing, has32Links) {
  EXPECT_THROW(C104Crossbar("c104", domain, 30, 3, 8), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
