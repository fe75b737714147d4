// SPDX-License-Identifier: Apache-2.0
// A protocol stack under a few packets: when each is handed on, and where the others are dropped. Times in ns.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/voyager/protocol_stack.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using Place = ProtocolStack::Place;

/// Notes who comes when: "30:1.0 " is packet 0 of stream 1 at 30 ns.
class PacketStory final : public Inlet {
 public:
  void accept(Payload& packet, Time now) override {
    const Tag& tag = tag_of(packet);
    text +=
        std::to_string(now / nanosecond) + ":" + std::to_string(tag.stream) + "." + std::to_string(tag.sequence) + " ";
    if (then) then(packet, now);
  }
  std::string text;
  std::function<void(Payload&, Time)> then;
};

class ProtocolStackTiming : public testing::Test {
 protected:
  /// A packet of n bytes is 20 + 2 n received, half of it in the kernel, and 30 + n sent, ns.
  static ProtocolStack::Config simple() {
    ProtocolStack::Config config;
    config.receive = {20 * nanosecond, 2 * nanosecond};
    config.send = {30 * nanosecond, nanosecond};
    return config;
  }
  void make(const ProtocolStack::Config& config, const ProtocolStack::Application* application = nullptr) {
    stack = std::make_unique<ProtocolStack>("stack", domain, config, processor, 4, application);
    stack->received.bind(received_port);
    stack->sent.bind(sent_port);
  }
  void packet(InletPort& to, std::uint32_t stream, unsigned bytes) {
    Message& message = pool.allocate(0, 1);
    message.set_data_length(bytes);
    message.tag() = Tag();
    message.tag().stream = stream;
    message.tag().sequence = next[&to == &stack->send][stream]++;
    to.inlet().accept(message, region.now());
    message.release();
  }
  void arrives(Time when, std::uint32_t stream, unsigned bytes) {
    script.at(when * nanosecond, [this, stream, bytes] { packet(stack->arrived, stream, bytes); });
  }
  void goes(Time when, std::uint32_t stream, unsigned bytes) {
    script.at(when * nanosecond, [this, stream, bytes] { packet(stack->send, stream, bytes); });
  }
  void run(Time end = 10'000) {
    simulate_to(region, end * nanosecond);
    EXPECT_EQ(pool.outstanding(), stack->inside());
  }
  /// Of a window in ns.
  double figure(Time from, Time to, const std::string& name) {
    ReplicationRecord record;
    StatisticSink sink(record, from * nanosecond, to * nanosecond);
    stack->report(sink);
    return record.components.at("stack").at(name);
  }

  Region region{"region"};
  MessagePool pool{64};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  Processor processor{"processor", domain, {}};
  std::unique_ptr<ProtocolStack> stack;
  PacketStory received;
  PacketStory sent;
  InletPort received_port{"received_port", received};
  InletPort sent_port{"sent_port", sent};
  std::uint64_t next[2][4] = {};
};

// Kernel 0-20, user 20-40. At 100: 50-byte packets are 60 + 60: kernel 100-160, 160-220, user 220-280, 280-340.
TEST_F(ProtocolStackTiming, aPacketIsKernelWorkThenUserWork) {
  make(simple());
  arrives(0, 1, 10);
  arrives(100, 2, 50);
  arrives(100, 0, 50);
  run();
  EXPECT_EQ(received.text, "40:1.0 280:0.0 340:2.0 ");
}

// Kernel 0-20, user from 20; at 30 it is preempted with 10 left: kernel 30-50, user 50-60, then 60-80.
TEST_F(ProtocolStackTiming, kernelWorkPreemptsTheApplication) {
  make(simple());
  arrives(0, 1, 10);
  arrives(30, 1, 10);
  run();
  EXPECT_EQ(received.text, "60:1.0 80:1.1 ");
}

// Sent 0-40, 40-80 (it came at 5); the packet that is in the socket from 20 + 20 on, with the kernel before the first
// one's last 20: kernel 20-40, sent 0.0 at 60, sent 1.0 60-100, read 100-120.
TEST_F(ProtocolStackTiming, theApplicationIsOneThread) {
  make(simple());
  goes(0, 0, 10);
  goes(5, 1, 10);
  arrives(20, 2, 10);
  run();
  EXPECT_EQ(sent.text, "60:0.0 100:1.0 ");
  EXPECT_EQ(received.text, "120:2.0 ");
}

// Both could begin at 20: the read one first, 20-40.
TEST_F(ProtocolStackTiming, ofOneInstantTheReadOneIsFirst) {
  make(simple());
  arrives(0, 3, 10);
  goes(20, 0, 10);
  run();
  EXPECT_EQ(received.text, "40:3.0 ");
  EXPECT_EQ(sent.text, "80:0.0 ");
}

// Two wait for the kernel besides the one that it works on; the fourth is dropped, and so is the fifth; at 20 there is
// room again.
TEST_F(ProtocolStackTiming, theInterfaceTakesSoManyPackets) {
  ProtocolStack::Config config = simple();
  config.interrupts = 2;
  make(config);
  for (std::uint32_t i = 0; i < 4; ++i) arrives(0, i, 10);
  arrives(19, 0, 10);
  arrives(20, 1, 10);
  run();
  EXPECT_EQ(stack->dropped(Place::interface), 2u);
  EXPECT_EQ(stack->dropped(Place::socket), 0u);
  EXPECT_EQ(stack->packets_received(), 4u);
  // Kernel to 80, then the application.
  EXPECT_EQ(received.text, "100:0.0 120:1.0 140:2.0 160:1.1 ");
  EXPECT_EQ(stack->packets_arrived(), 6u);
}

// Of 25 bytes two packets of 10 fit. Kernel without a pause to 80: the third and the fourth find it full at 60 and 80,
// and their kernel work is lost.
TEST_F(ProtocolStackTiming, theSocketTakesSoManyBytes) {
  ProtocolStack::Config config = simple();
  config.socket = 25;
  make(config);
  for (std::uint32_t i = 0; i < 4; ++i) arrives(0, i, 10);
  arrives(80, 0, 5);
  run();
  EXPECT_EQ(stack->dropped(Place::socket), 2u);
  // At 80 kernel again, 15, in the socket by 95 with 5 of its bytes left; user from 95.
  EXPECT_EQ(received.text, "115:0.0 135:1.0 150:0.1 ");
  EXPECT_EQ(static_cast<Time>(processor.kernel().integral(10'000 * nanosecond)), 95 * nanosecond);
}

// A packet leaves the socket when a processor has taken up its user work, not when the thread would be free: from 20 to
// 40 the kernel works, and the packet of the thread is still in the socket at 40.
TEST_F(ProtocolStackTiming, aPacketIsInTheSocketUntilItsWorkBegins) {
  ProtocolStack::Config config = simple();
  config.socket = 10;
  make(config);
  arrives(0, 0, 10);
  arrives(0, 1, 10);
  arrives(45, 2, 10);
  run();
  // 1.0 is dropped at 40. User 40-45, kernel 45-65 into the empty socket, user 65-80, 80-100.
  EXPECT_EQ(stack->dropped(Place::socket), 1u);
  EXPECT_EQ(received.text, "80:0.0 100:2.0 ");
}

// Each stream has its own 20 bytes that wait; what is being sent waits no longer.
TEST_F(ProtocolStackTiming, aStreamHasSoManyBytesToBeSent) {
  ProtocolStack::Config config = simple();
  config.socket = 20;
  make(config);
  goes(0, 0, 10);
  for (int i = 0; i < 3; ++i) goes(1, 0, 10);
  goes(1, 1, 20);
  goes(2, 1, 1);
  goes(40, 0, 10);  // at 40 a place is free, from the end of the instant on
  goes(41, 0, 10);
  run();
  EXPECT_EQ(stack->dropped(Place::source), 3u);
  EXPECT_EQ(sent.text, "40:0.0 80:0.1 120:0.2 170:1.0 210:0.5 ");
  EXPECT_EQ(stack->packets_to_send(), 8u);
  EXPECT_EQ(stack->packets_sent(), 5u);
}

/// 5 ns a packet of stream 1, and 1 ns a byte.
class FileWork final : public ProtocolStack::Application {
 public:
  Time work_of(const Payload& packet) const override {
    return tag_of(packet).stream == 1 ? 5 * nanosecond + packet.get_data_length() * nanosecond : 0;
  }
  std::uint32_t stream_numbers() const override { return 2; }
};

// Kernel 0-20, user 20-40 + 15 = 55. Sent 100-140 + 15; of stream 0 40.
TEST_F(ProtocolStackTiming, theApplicationsWorkIsUserWork) {
  const FileWork files;
  make(simple());
  stack->set_application(files);
  arrives(0, 1, 10);
  goes(100, 1, 10);
  goes(200, 0, 10);
  run(1000);
  EXPECT_EQ(received.text, "55:1.0 ");
  EXPECT_EQ(sent.text, "155:1.0 240:0.0 ");
  // Kernel 20 + half of 40 twice; user 35 + 20 + 15 + 20.
  EXPECT_NEAR(figure(0, 1000, "kernel"), 0.060, 1e-9);
  EXPECT_NEAR(figure(0, 1000, "user"), 0.090, 1e-9);
}

// A relay sends a packet in the call in which it is handed one: user to 40, sent 40-80; a packet that waits in the
// socket from 40 is before it (user 40-60).
TEST_F(ProtocolStackTiming, whatIsReceivedMayBeSentInTheCall) {
  make(simple());
  received.then = [this](Payload& packet, Time now) { stack->send.inlet().accept(packet, now); };
  arrives(0, 0, 10);
  arrives(100, 1, 10);
  arrives(100, 2, 10);
  run();
  EXPECT_EQ(received.text, "40:0.0 160:1.0 180:2.0 ");
  EXPECT_EQ(sent.text, "80:0.0 220:1.0 260:2.0 ");
}

// In the window from 50 on: sent from 50 to 80 of 0-80, so half of 30 in the kernel; kernel work 110-130 with the user
// work 100-110 and 130-140 around it.
TEST_F(ProtocolStackTiming, aWindowCountsWhatRunsWithinIt) {
  make(simple());
  goes(0, 0, 50);
  arrives(80, 0, 10);
  arrives(110, 1, 10);
  script.at(50 * nanosecond, [this] { stack->start_window(region.now()); });
  run(150);
  // 80-100 kernel, 100-110 user, 110-130 kernel, 130-140 user, 140-150 user of the next, which is not over.
  EXPECT_NEAR(figure(50, 150, "kernel"), 0.15 + 0.20 + 0.20, 1e-9);
  EXPECT_NEAR(figure(50, 150, "user"), 0.15 + 0.30, 1e-9);
  EXPECT_EQ(figure(50, 150, "sent"), 1);
  EXPECT_EQ(figure(50, 150, "received"), 1);
  // The second waits in the socket 130-140; the first not at all.
  EXPECT_NEAR(figure(50, 150, "socket_depth"), 0.10, 1e-9);
  EXPECT_EQ(figure(50, 150, "send_depth"), 0);
  std::vector<Wait> waits;
  stack->report_waits(waits);
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].who + " " + waits[0].what + " " + waits[0].whom, "stack work on 1 packets processor");
}

TEST_F(ProtocolStackTiming, droppedPacketsAreOfTheWindow) {
  ProtocolStack::Config config = simple();
  config.socket = 10;
  make(config);
  for (const Time time : {0u, 500u}) {
    goes(time, 0, 10);
    goes(time + 1, 0, 10);
    goes(time + 2, 0, 10);
  }
  // The first waits 320-340, and the second finds it still there.
  arrives(300, 1, 10);
  arrives(300, 2, 10);
  script.at(400 * nanosecond, [this] { stack->start_window(region.now()); });
  run();
  EXPECT_EQ(figure(400, 10'000, "dropped_source"), 1);
  EXPECT_EQ(stack->dropped(Place::source), 2u);
  EXPECT_EQ(figure(400, 10'000, "dropped_socket"), 0);
  EXPECT_EQ(stack->dropped(Place::socket), 1u);
  EXPECT_EQ(figure(400, 10'000, "socket_depth"), 0);
  EXPECT_NEAR(figure(400, 10'000, "send_depth"), 39.0 / 9600, 1e-9);  // 501-540
}

TEST_F(ProtocolStackTiming, aStreamThatThereIsNotCannotBeSent) {
  make(simple());
  script.at(0, [this] {
    Message& message = pool.allocate(0, 1);
    message.tag() = Tag();
    message.tag().stream = 4;
    EXPECT_THROW(stack->send.inlet().accept(message, 0), ModelError);
    message.release();
  });
  run();
}

}  // namespace
}  // namespace isochron::testbench
