// SPDX-License-Identifier: Apache-2.0
// Store and forward on serial links: a packet takes its bits at the payload rate, remainders of a picosecond are
// carried.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/fabric/infiniband.h>
#include <isochron/fabric/starfabric.h>
#include <isochron/fabric/transputer.h>

namespace isochron {
namespace {

using testing::ElementsAre;

/// The far end's port: notes arrivals and frees each buffer after a while.
class Drain final : public OutputPort {
 public:
  Drain(Region& region, unsigned buffers, Time hold)
      : OutputPort(buffers, BufferFreed::on_send), region_(region), hold_(hold) {}
  void report_waits(std::vector<Wait>&) const override {}
  std::vector<Time> arrivals;

 private:
  std::string path() const override { return "drain"; }
  void head_arrived(Time now) override {
    arrivals.push_back(now);
    pop_head(now).release();
    if (hold_ == 0)
      buffers_.release(now);
    else
      region_.call_at(now + hold_, [this, now] { buffers_.release(now + hold_); });
  }
  Region& region_;
  Time hold_;
};

/// Sender, link, drain; packets are put into the sender's port at given times.
template <class Fabric>
class Line final : public sc_core::sc_module, private Buffers::Waiter {
 public:
  struct Packet {
    Time at;
    unsigned bytes;
  };

  Line(const sc_core::sc_module_name& name, std::uint64_t rate, unsigned far_buffers, Time hold, BufferFreed freed,
       std::vector<Packet> packets)
      : sc_module(name),
        sender("sender", domain_, 8, freed),
        link_("link", domain_, rate),
        drain(region, far_buffers, hold),
        way_(drain),
        receiver_("receiver", way_),
        packets_(std::move(packets)) {
    sender.socket.bind(link_.in);
    link_.out.bind(receiver_.socket);
    SC_HAS_PROCESS(Line);
    SC_METHOD(feed);
  }

  std::vector<Time> run() {
    simulate_to(region, millisecond);
    EXPECT_EQ(pool_.outstanding(), 0u);
    return drain.arrivals;
  }

  Region region{"region"};

 private:
  MessagePool pool_{65536};
  Domain domain_{region, pool_, Phases::shortcut};

 public:
  LinkSender<Fabric> sender;

 private:
  SerialLink<Fabric> link_;

 public:
  Drain drain;

 private:
  void start_of_simulation() override {
    sender.connect();
    receiver_.connect();
  }
  void feed() {
    for (; next_ < packets_.size() && packets_[next_].at == kernel_now(); ++next_) {
      region.advance(kernel_now());
      ASSERT_TRUE(sender.buffers().take(*this));
      sender.push(pool_.allocate(0, packets_[next_].bytes), kernel_now());
    }
    if (next_ < packets_.size()) next_trigger(to_sc_time(packets_[next_].at - kernel_now()));
  }
  void buffer_granted(Time) override {}

  OneWay way_;
  LinkReceiver<Fabric> receiver_;
  std::vector<Packet> packets_;
  std::size_t next_ = 0;
};

// 1024 B at 1.77 Gb/s: 8192 / 1.77 = 4628.2485875... ns.
TEST(Link, starFabricMessage) {
  Line<StarFabric> line("line", 1'770'000'000, 1, 0, BufferFreed::on_send, {{0, 1024}});
  EXPECT_THAT(line.run(), ElementsAre(4'628'248u));
}

// Back to back the remainders add up: 4628248.587, 9256497.175, 13884745.762 ps.
TEST(Link, starFabricMessagesBackToBack) {
  Line<StarFabric> line("line", 1'770'000'000, 1, 0, BufferFreed::on_send, {{0, 1024}, {0, 1024}, {0, 1024}});
  EXPECT_THAT(line.run(), ElementsAre(4'628'248u, 9'256'497u, 13'884'745u));
}

// 128 B at 2.0 Gb/s: 512 ns; after an idle time the next one begins when it comes.
TEST(Link, infiniBandTransactions) {
  Line<InfiniBand> line("line", 2'000'000'000, 1, 0, BufferFreed::on_send, {{0, 128}, {100'000, 128}, {2'000'000, 1}});
  EXPECT_THAT(line.run(), ElementsAre(512'000u, 1'024'000u, 2'004'000u));
}

// One buffer at the far end, held for 1000 ns after each arrival (512 ns on the link): the second starts at 1512 and
// arrives at 2024, the third starts at 3024 and arrives at 3536.
TEST(Link, waitsForABufferAtTheFarEnd) {
  Line<InfiniBand> line("line", 2'000'000'000, 1, microsecond, BufferFreed::on_send, {{0, 128}, {0, 128}, {0, 128}});
  EXPECT_THAT(line.run(), ElementsAre(512'000u, 2'024'000u, 3'536'000u));
  const StageStatistics& statistics = line.sender.statistics();
  EXPECT_EQ(statistics.busy.total(millisecond), 3 * 512'000u);
  // The second waits for the link 0-512 and for a buffer 512-1512; the third 1512-2024 and 2024-3024.
  EXPECT_EQ(statistics.wait_link.total(millisecond), 2 * 512'000u);
  EXPECT_EQ(statistics.wait_buffer.total(millisecond), 2 * microsecond);
  EXPECT_EQ(statistics.messages, 3u);
  EXPECT_EQ(statistics.bytes, 384u);
}

// Two buffers: the second is on its way while the first is held. 512, 1024; the first buffer is free at 1512: 2024.
TEST(Link, twoBuffersOverlapTransferAndHold) {
  Line<InfiniBand> line("line", 2'000'000'000, 2, microsecond, BufferFreed::on_send, {{0, 128}, {0, 128}, {0, 128}});
  EXPECT_THAT(line.run(), ElementsAre(512'000u, 1'024'000u, 2'024'000u));
}

/// How long the sender's own buffer is taken by the only packet, which comes at 0 and takes 512 ns.
unsigned free_during_transfer(BufferFreed freed) {
  Line<InfiniBand> line("line", 2'000'000'000, 1, 0, freed, {{0, 128}});
  unsigned free = 0;
  class Look final : public sc_core::sc_module {
   public:
    Look(const sc_core::sc_module_name& name, Line<InfiniBand>& line, unsigned& free)
        : sc_module(name), line_(line), free_(free) {
      SC_HAS_PROCESS(Look);
      SC_METHOD(look);
      dont_initialize();
      sensitive << due_;
      due_.notify(200, sc_core::SC_NS);
    }

   private:
    void look() {
      line_.region.advance(kernel_now());
      free_ = line_.sender.buffers().free();
    }
    Line<InfiniBand>& line_;
    unsigned& free_;
    sc_core::sc_event due_;
  } look("look", line, free);
  line.run();
  EXPECT_EQ(line.sender.buffers().free(), 8u);
  return free;
}

TEST(Link, aBufferIsFreedWithTheFirstBit) {
  EXPECT_EQ(free_during_transfer(BufferFreed::on_send), 8u);
}
TEST(Link, aBufferIsFreedOnArrival) {
  EXPECT_EQ(free_during_transfer(BufferFreed::on_arrival), 7u);
}

/// A sender that notes for what it is granted a buffer, and a receiver that grants one in the call that asks for it.
class Grants final : public sc_core::sc_module, private CreditForward<Transputer>, private CreditBackward<Transputer> {
 public:
  explicit Grants(const sc_core::sc_module_name& name) : sc_module(name), link_("link", domain_, 80'000'000) {
    begin.bind(static_cast<CreditBackward<Transputer>&>(*this));
    end.bind(static_cast<CreditForward<Transputer>&>(*this));
    begin.bind(link_.in);
    link_.out.bind(end);
    SC_HAS_PROCESS(Grants);
    SC_METHOD(ask);
  }

  CreditSenderSocket<Transputer> begin{"begin"};
  CreditReceiverSocket<Transputer> end{"end"};
  const Payload* asked_for = nullptr;
  std::vector<const Payload*> granted;
  Region region{"region"};

 private:
  void ask() {
    Message& packet = pool_.allocate(0, 64);
    asked_for = &packet;
    ASSERT_FALSE(begin->request(packet, 0));
    packet.release();
  }
  bool request(Payload& packet, Time now) override {
    end->credit(packet, now);
    return false;
  }
  void send(Payload&, Time) override {}
  std::string buffer_owner(const Payload&) const override { return {}; }
  void credit(Payload& packet, Time) override { granted.push_back(&packet); }
  void sent(Time) override {}

  MessagePool pool_{64};
  Domain domain_{region, pool_, Phases::shortcut};
  SerialLink<Transputer> link_;
};

TEST(Link, aCreditComesWithItsPacket) {
  Grants grants("grants");
  simulate_to(grants.region, nanosecond);
  EXPECT_THAT(grants.granted, ElementsAre(grants.asked_for));
}

}  // namespace
}  // namespace isochron
