// SPDX-License-Identifier: Apache-2.0
// Fabrics that have stopped must say who waits for whom.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/simulation.h>
#include <isochron/fabric/starfabric.h>

namespace isochron::testbench {
namespace {

using testing::HasSubstr;

/// Two ports, each at the end of the other's link, of one buffer each and both full: neither head finds a buffer.
class Cycle final : public sc_core::sc_module, private Buffers::Waiter {
 public:
  Cycle(const sc_core::sc_module_name& name, const Domain& domain)
      : sc_module(name),
        left("left", domain, 1, BufferFreed::on_send),
        right("right", domain, 1, BufferFreed::on_send),
        domain_(domain),
        to_right_("to_right", domain, 1'000'000'000),
        to_left_("to_left", domain, 1'000'000'000),
        right_way_(right),
        left_way_(left),
        right_end_("right_end", right_way_),
        left_end_("left_end", left_way_) {
    left.socket.bind(to_right_.in);
    to_right_.out.bind(right_end_.socket);
    right.socket.bind(to_left_.in);
    to_left_.out.bind(left_end_.socket);
    SC_HAS_PROCESS(Cycle);
    SC_METHOD(fill);
  }
  StarFabricSender left;
  StarFabricSender right;

 private:
  void start_of_simulation() override {
    left.connect();
    right.connect();
    right_end_.connect();
    left_end_.connect();
  }
  void fill() {
    for (StarFabricSender* const port : {&left, &right}) {
      ASSERT_TRUE(port->buffers().take(*this));
      port->push(domain_.pool.allocate(0, 128), 0);
    }
  }
  void buffer_granted(Time) override {}

  Domain domain_;
  StarFabricLink to_right_;
  StarFabricLink to_left_;
  OneWay right_way_;
  OneWay left_way_;
  StarFabricReceiver right_end_;
  StarFabricReceiver left_end_;
};

TEST(Deadlock, ofTwoFullPortsNamesBoth) {
  Region region("region");
  MessagePool pool(128);
  Cycle cycle("cycle", Domain{region, pool, Phases::shortcut});
  simulate_to(region, millisecond);
  EXPECT_TRUE(region.idle());
  EXPECT_EQ(pool.outstanding(), 2u);
  std::vector<Wait> waits;
  cycle.left.report_waits(waits);
  cycle.right.report_waits(waits);
  EXPECT_EQ(describe_waits(waits),
            "\n  cycle.left waits for a buffer of cycle.right since 0 s"
            "\n  cycle.right waits for a buffer of cycle.left since 0 s");
}

/// A target that never says END_REQ, or never responds; and a master that sends one message.
class Silence final : public sc_core::sc_module, private AtInitiatorClient, private AtTargetClient {
 public:
  Silence(const sc_core::sc_module_name& name, const Domain& domain, bool accepts)
      : sc_module(name),
        master("master", domain, static_cast<AtInitiatorClient&>(*this)),
        target("target", domain, static_cast<AtTargetClient&>(*this)),
        domain_(domain),
        accepts_(accepts) {
    SC_HAS_PROCESS(Silence);
    SC_METHOD(send);
  }
  AtInitiator master;
  AtTarget target;

 private:
  void send() { master.send(domain_.pool.allocate(0, 128)); }
  void on_accepted(AtInitiator&, Payload&, Time) override {}
  void on_response(AtInitiator&, Payload&, Time) override {}
  void on_request(AtTarget&, Payload& payload, Time) override {
    if (accepts_) target.accept(payload);
  }
  void on_complete(AtTarget&, Payload&, Time) override {}

  Domain domain_;
  bool accepts_;
};

std::string waits_of_a_bus(bool accepts) {
  Region region("region");
  MessagePool pool(128);
  const Domain domain{region, pool, Phases::shortcut};
  PciBus bus("bus", domain, PciConfig(), PciBus::Model::fast, 1, 1);
  Silence silence("silence", domain, accepts);
  silence.master.bind(bus.device(0));
  bus.window(0).bind(silence.target);
  bus.map(0, 0xffff, 0);
  simulate_to(region, millisecond);
  std::vector<Wait> waits;
  bus.report_waits(waits);
  return describe_waits(waits);
}

TEST(Deadlock, ofATargetWithoutBufferNamesItsWindow) {
  EXPECT_EQ(waits_of_a_bus(false), "\n  bus.device[0] waits for a buffer of bus.window[0]");
}

TEST(Deadlock, ofATargetThatDoesNotRespondNamesItsWindow) {
  EXPECT_EQ(waits_of_a_bus(true), "\n  bus.device[0] waits for the response of bus.window[0]");
}

}  // namespace
}  // namespace isochron::testbench
