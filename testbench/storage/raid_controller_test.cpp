// SPDX-License-Identifier: Apache-2.0
// A RAID controller alone with its bus and a card that takes everything: 1024 B are 8 slices of the paper's lumps, 1920
// ns.
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/simulation.h>
#include <isochron/core/stream_data.h>
#include <isochron/endpoint/gige_card.h>
#include <isochron/storage/raid_controller.h>

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t megabyte = 8'000'000;  ///< a second, in bit/s
using DmaQueue = RaidController::DmaQueue;

/// Everything to the same place.
class OnePlace final : public DestinationPolicy {
 public:
  Destination next(const Io&, std::uint32_t, const Destination&) override { return {}; }
};

/// An engine of its own that takes three messages ahead of the bus. It notes the place of each in its I/O.
class QueueingEngine final : public DmaEngine {
 public:
  QueueingEngine(const sc_core::sc_module_name& name, const Domain& domain, Client& client,
                 std::vector<std::uint64_t>& offsets)
      : DmaEngine(name), client_(client), bus_("bus", domain, *this), offsets_(offsets) {}
  AtInitiatorBase& bus() override { return bus_; }
  bool has_room() const override { return messages_.size() < 3; }
  void take(Message& message, Time now) override {
    messages_.push_back(&message);
    offsets_.push_back(message.tag().offset);
    if (messages_.size() == 1) send(now);
  }
  bool is_stuck() const override { return false; }
  std::uint64_t cycles() const override { return 0; }

  void on_accepted(AtInitiatorBase&, Payload&, Time now) { client_.engine_on_bus(now); }
  void on_response(AtInitiatorBase&, Payload& payload, Time now) {
    Message& message = *messages_.front();
    messages_.pop_front();
    bus_.complete(payload);
    client_.engine_sent(message, now);
    message.release();
    if (!messages_.empty()) send(now);
  }

 private:
  void send(Time now) {
    Message& message = *messages_.front();
    const Tag& tag = message.tag();
    StreamData(tag.data_stream()).write(tag.data_offset, message.get_data_ptr(), message.get_data_length());
    client_.engine_sends(message, now);
    bus_.send(message);
  }

  Client& client_;
  AtInitiatorOf<QueueingEngine> bus_;
  std::vector<std::uint64_t>& offsets_;
  std::deque<Message*> messages_;
};

class RaidControllerTiming : public testing::Test, public Departures, public GigeCard::Arrivals {
 protected:
  struct Arrival {
    std::uint64_t block;
    std::uint64_t offset;
    Time at;
  };

  /// I/Os of 8 KiB whose delay is 1 ms.
  RaidControllerTiming() {
    config.io = 8192;
    config.disk_delay = {millisecond, millisecond, millisecond};
    workload.io_limit = 6;
  }
  /// `megabytes` a second are asked for.
  void run(std::uint64_t megabytes) {
    const Domain domain{region, pool, Phases::shortcut};
    workload.bits_per_second = megabytes * megabyte;
    controller.emplace(
        "raid", domain, config, workload, std::make_unique<OnePlace>(), [](const Destination&) { return 0; }, *this, 0);
    bus.emplace("bus", domain, PciConfig(), PciBus::Model::fast, controller->engines(), 1);
    card.emplace("card", domain, GigeCard::Config(), *this);
    bus->map(0, 0xffff, 0);
    bus->window(0).bind(card->socket);
    for (unsigned i = 0; i < controller->engines(); ++i) controller->engine(i).bind(bus->device(i));
    simulate_to(region, until);
    EXPECT_EQ(pool.outstanding(), 0u);
  }
  /// When the I/Os were ready, by number, in microseconds.
  std::vector<double> ready_us() const {
    std::vector<double> times;
    for (const auto& [block, time] : ready) times.push_back(static_cast<double>(time) / microsecond);
    return times;
  }
  /// Numbers of the first messages' I/Os, in the order of their arrival.
  std::vector<std::uint64_t> blocks(std::size_t count) const {
    std::vector<std::uint64_t> numbers;
    for (const Arrival& arrival : arrivals) numbers.push_back(arrival.block);
    numbers.resize(count);
    return numbers;
  }

  static constexpr Time until = 10 * millisecond;

  Region region{"region"};
  MessagePool pool{1024};
  RaidController::Config config;
  RaidController::Workload workload;
  std::optional<RaidController> controller;
  std::optional<PciBus> bus;
  std::optional<GigeCard> card;
  std::map<std::uint64_t, Time> ready;
  std::vector<Arrival> arrivals;

 private:
  void asks(std::uint32_t, std::uint64_t, Time) override {}
  void departs(const Tag&) override {}
  bool arrives(const Tag& tag, std::uint64_t, Time now) override {
    ready[tag.block] = tag.ready;
    arrivals.push_back({tag.block, tag.offset, now});
    return true;
  }
};

// 8192 B at 100 MB/s: an I/O every 81.92 us, each ready 1 ms after it was asked for.
TEST_F(RaidControllerTiming, unlimitedDisksAreADelayEach) {
  run(100);
  EXPECT_THAT(ready_us(), ElementsAre(1000, 1081.92, 1163.84, 1245.76, 1327.68, 1409.6));
  EXPECT_FALSE(controller->has_disk_rate());
  EXPECT_EQ(arrivals.front().at, 1000 * microsecond + 1920 * nanosecond);
}

// Of an I/O's eight messages the last seven wait, until the eighth has the bus: 7 x 1920 ns, six times.
TEST_F(RaidControllerTiming, messagesWaitForTheBus) {
  run(100);
  EXPECT_EQ(controller->wait_link().total(until), 6 * 7 * 1920 * nanosecond);
}

// At 50 MB/s an I/O passes in 163.84 us. They come twice as fast: from 1 ms on the disks give exactly their rate.
TEST_F(RaidControllerTiming, slowDisksGiveExactlyTheirRate) {
  config.disk_rate = 50 * megabyte;
  run(100);
  EXPECT_THAT(ready_us(), ElementsAre(1163.84, 1327.68, 1491.52, 1655.36, 1819.2, 1983.04));
  // No message before the whole I/O is there.
  EXPECT_EQ(arrivals.front().at, ready.at(0) + 1920 * nanosecond);
  EXPECT_EQ(controller->disks_busy().total(until), 6 * 163'840 * nanosecond);
  // I/O k has come at 1000 + 81.92 k and begins at 1000 + 163.84 k: it waits for 81.92 k, in all 15 x 81.92 us.
  EXPECT_EQ(controller->disks_depth().integral(until), static_cast<std::int64_t>(15 * 81'920 * nanosecond));
}

// Disks of 200 MB/s let an I/O pass in 40.96 us, before the next has come.
TEST_F(RaidControllerTiming, fastDisksAddTheTimeOfOneIo) {
  config.disk_rate = 200 * megabyte;
  run(100);
  EXPECT_THAT(ready_us(), ElementsAre(1040.96, 1122.88, 1204.8, 1286.72, 1368.64, 1450.56));
  EXPECT_EQ(controller->disks_busy().total(until), 6 * 40'960 * nanosecond);
  EXPECT_EQ(controller->disks_depth().integral(until), 0);
}

// 8192 B at 70 MB/s are 819200/7 us: the remainders are carried, so that the seventh I/O is ready at a whole one.
TEST_F(RaidControllerTiming, theRemainderIsCarried) {
  config.disk_rate = 70 * megabyte;
  workload.io_limit = 7;
  run(1000);
  EXPECT_EQ(ready.at(0), millisecond + 117'028'571);
  EXPECT_EQ(ready.at(1), millisecond + 234'057'142);
  EXPECT_EQ(ready.at(6), millisecond + 819'200 * nanosecond);
}

// The delays' end decides, not the request: with random delays I/Os pass in another order, one after another.
TEST_F(RaidControllerTiming, disksServeInOrderOfTheDelaysEnds) {
  config.disk_rate = 50 * megabyte;
  config.disk_delay = {0, millisecond, 2 * millisecond};
  workload.io_limit = 30;
  run(100);
  SplitMix64 draws = random_stream(workload.seed, "raid", "disk delay");
  std::map<std::pair<Time, std::uint64_t>, Time> expected;  // by end of the delay, and number
  for (std::uint64_t block = 0; block < 30; ++block)
    expected[{block * 81'920 * nanosecond + config.disk_delay.draw(draws), block}];
  Time free = 0;
  bool sorted = true;
  std::uint64_t before = 0;
  for (auto& [key, time] : expected) {
    time = free = std::max(free, key.first) + 163'840 * nanosecond;
    EXPECT_EQ(ready.at(key.second), time) << key.second;
    sorted = sorted && key.second >= before;
    before = key.second;
  }
  EXPECT_FALSE(sorted);
}

// Both engines take the messages of the I/O that is first.
TEST_F(RaidControllerTiming, twoEnginesShareAQueue) {
  config.dma_engines = 2;
  run(4000);  // all six I/Os within the time of one on the bus
  EXPECT_THAT(blocks(16), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
}

// Each engine sends an I/O of its own; I/O 1 is ready 2.048 us after I/O 0, when that has sent its first message. The
// engine that is done takes the next in order.
TEST_F(RaidControllerTiming, anIoAnEngine) {
  config.dma_engines = 2;
  config.dma_queue = DmaQueue::per_engine;
  run(4000);
  ASSERT_EQ(arrivals.size(), 48u);
  EXPECT_EQ(arrivals[0].block, 0u);
  // From then on in turn, and each I/O's messages in order.
  EXPECT_THAT(blocks(16), ElementsAre(0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 2));
  std::map<std::uint64_t, std::uint64_t> next;
  for (const Arrival& arrival : arrivals) {
    EXPECT_EQ(arrival.offset, next[arrival.block]) << arrival.block;
    next[arrival.block] += 1024;
  }
  EXPECT_EQ(next.size(), 6u);
}

// An I/O's messages go to the engines in turn until both are full; the rest as each has sent one. On the bus both are
// served in turn, so that the I/O arrives in order.
TEST_F(RaidControllerTiming, enginesWithQueuesFillInTurn) {
  std::map<std::string, std::vector<std::uint64_t>> offsets;
  dma_engines().offer(
      "tlm", [&offsets](const char* name, const Domain& domain, const DmaEngineConfig&, DmaEngine::Client& client) {
        return std::make_unique<QueueingEngine>(name, domain, client, offsets[name]);
      });
  config.dma_engines = 2;
  for (DmaEngineConfig& dma : config.dma) dma.implementation = DmaEngineConfig::Implementation::tlm;
  workload.io_limit = 1;
  run(100);
  EXPECT_THAT(offsets["dma[0]"], ElementsAre(0, 2048, 4096, 6144));
  EXPECT_THAT(offsets["dma[1]"], ElementsAre(1024, 3072, 5120, 7168));
  ASSERT_EQ(arrivals.size(), 8u);
  for (std::size_t i = 0; i < arrivals.size(); ++i) EXPECT_EQ(arrivals[i].offset, 1024 * i) << i;
}

// One engine has no choice.
TEST_F(RaidControllerTiming, anIoAnEngineIsNothingNewForOneEngine) {
  config.dma_queue = DmaQueue::per_engine;
  run(4000);
  EXPECT_THAT(blocks(16), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
}

}  // namespace
}  // namespace isochron::testbench
