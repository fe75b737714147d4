// SPDX-License-Identifier: Apache-2.0
// Bus masters of a host, at the port `bus` of its root complex: many accesses under way, against closed forms; and what
// they share with devices on PCI Express.
#include <memory>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/dma/block_mover.h>
#include <isochron/host/dram.h>
#include <isochron/host/memory.h>
#include <isochron/pcie/pcie_link.h>
#include <isochron/pcie/root_complex.h>

#include "pcie/pcie_end.h"
#include "support/parts_bench.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr Time ns = nanosecond;
constexpr std::uint64_t first = 0x4000'0000;
constexpr std::uint64_t size = 1 << 20;

class RootComplexBusTest : public testing::TestWithParam<Phases> {
 protected:
  RootComplexBusTest() {
    if (GetParam() == Phases::explicit_four) region.keep_to_kernel_time();
    config.ports = 0;
  }

  void make() {
    root = std::make_unique<RootComplex>("root", domain, config, 0, requests, 1,
                                         RootComplex::Called{nullptr, memory.get()},
                                         RootComplex::BusMemory{first, size, MemoryContents::Content::kept});
    master.socket.bind(root->bus());
  }
  void run(Time until = millisecond) {
    simulate_to(region, until);
    EXPECT_EQ(pool.outstanding(), 0u);
  }
  std::vector<Time> done() const {
    std::vector<Time> times;
    for (const auto& [sequence, time] : master.done) times.push_back(time / ns);
    return times;
  }
  double figure(const std::string& statistic, Time until) {
    ReplicationRecord record;
    StatisticSink sink(record, 0, until);
    root->report(sink);
    return record.components.at("root.bus").at(statistic);
  }

  Region region{"region"};
  MessagePool pool{4096};
  const Domain domain{region, pool, GetParam()};
  RequestBoard requests;
  RootComplex::Config config;
  std::unique_ptr<Dram> memory;
  std::unique_ptr<RootComplex> root;
  TestMaster master{"master", domain};
  Script script{"script", region};
};

INSTANTIATE_TEST_SUITE_P(Modes, RootComplexBusTest, both_modes, name_of_mode);

// Three at a time, 300 ns each: read n ends at 300 ns x (n / 3 + 1), and its request is accepted when the one three
// before it has ended. Catches a place that is lost, or given away before the response has ended.
TEST_P(RootComplexBusTest, readsShareThePlaces) {
  config.bus_accesses = 3;
  make();
  script.at(0, [&] {
    for (unsigned n = 0; n < 10; ++n) master.read(n, first + 64 * n, 64);
  });
  run();
  for (unsigned n = 0; n < 10; ++n) {
    EXPECT_EQ(master.done[n], 300 * ns * (n / 3 + 1)) << n;
    EXPECT_EQ(master.accepted[n], 300 * ns * (n / 3)) << n;
  }
  EXPECT_EQ(root->bus().master(), "master.socket");
}

// What lies beyond the cache, or at another socket, takes longer by what the parameters say.
TEST_P(RootComplexBusTest, latenciesAreThoseOfDevices) {
  config.llc = 4096;
  config.memory_latency = 53 * ns;
  config.remote_latency = 40 * ns;
  make();
  script.at(0, [&] {
    master.read(0, first + 4095, 1);
    master.read(1, first + 4096, 1);
  });
  run();
  EXPECT_THAT(done(), ElementsAre(340, 393));
}

// A write ends when it is taken: at once, or in turn at a rate, 64 B in 8 ns.
TEST_P(RootComplexBusTest, writesAreTakenAtTheRate) {
  config.write_rate = 64'000'000'000;
  make();
  script.at(0, [&] {
    for (unsigned n = 0; n < 6; ++n) master.write(n, first + 64 * n, 64);
  });
  run();
  EXPECT_THAT(done(), ElementsAre(8, 16, 24, 32, 40, 48));
}

TEST_P(RootComplexBusTest, writesEndAtOnceWithoutARate) {
  make();
  script.at(5 * ns, [&] {
    for (unsigned n = 0; n < 20; ++n) master.write(n, first, 64);
  });
  run();
  for (unsigned n = 0; n < 20; ++n) EXPECT_EQ(master.done[n], 5 * ns);
}

// Reads and writes in turn, all at once. The memory moves 256 B in 2 ns, one transfer after another; a read ends 300
// and 53 ns after its data have moved, a write when they have.
TEST_P(RootComplexBusTest, readsAndWritesShareTheMemory) {
  Dram::Config channels;
  channels.channels = 1;
  channels.rate = 1'024'000'000'000;
  memory = std::make_unique<Dram>("memory", domain, channels);
  config.data = RootComplex::Config::Data::memory;
  config.bus_accesses = 64;
  make();
  script.at(0, [&] {
    for (unsigned n = 0; n < 40; ++n)
      master.request(n % 2 == 0 ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND, n, first + 256 * n, 256);
  });
  run();
  for (unsigned n = 0; n < 40; ++n) EXPECT_EQ(master.done[n], 2 * (n + 1) * ns + (n % 2 == 0 ? 353 * ns : 0)) << n;
  EXPECT_EQ(memory->channel(0).bytes_read(), 20 * 256u);
  EXPECT_EQ(memory->channel(0).bytes_written(), 20 * 256u);
}

TEST_P(RootComplexBusTest, reportsWhatMastersDo) {
  config.bus_accesses = 2;
  make();
  script.at(0, [&] {
    for (unsigned n = 0; n < 4; ++n) master.read(n, first, 100);
    master.write(4, first, 50);
  });
  run(1200 * ns);
  // Two reads until 300 ns, two until 600; the third and the fourth wait until 300, the write until 600.
  EXPECT_DOUBLE_EQ(figure("read", 1200 * ns), 400 / 1.2e-6);
  EXPECT_DOUBLE_EQ(figure("written", 1200 * ns), 50 / 1.2e-6);
  EXPECT_DOUBLE_EQ(figure("under_way", 1200 * ns), 1);
  EXPECT_DOUBLE_EQ(figure("wait_place", 1200 * ns), 0.5);
}

/// Somebody whose writes a root complex takes.
class Writer final : public RequestOwner {
 public:
  void served(const Tag&, std::uint64_t, Time now) override { times.push_back(now / ns); }
  std::vector<Time> times;
};

// A device's write of 64 B comes in after 88 B at 4 ns, at 352 ns, and is taken in 100 ns; what a bus master writes
// meanwhile is taken after it, and the other way round.
TEST_P(RootComplexBusTest, takesWritesOfDevicesAndOfMastersInTurn) {
  config.ports = 1;
  config.write_rate = 5'120'000'000;
  make();
  PcieLinkConfig lane;
  lane.generation = 1;
  lane.lanes = 1;
  lane.efficiency = LaneRate::whole;
  lane.ack_bytes = 0;
  PcieLink link("link", domain, lane);
  PcieEnd card("card", domain, {}, 1);
  Writer writer;
  requests.enter(1, writer, 0, {});
  card.port.socket.bind(link.a);
  root->port(0).bind(link.b);
  card.at_start = [&] {
    card.send(MessageKind::write_request, 64, 0, 0);
    card.send(MessageKind::write_request, 64, 0, 0);
  };
  script.at(400 * ns, [&] { master.write(0, first, 64); });
  run();
  // The second of the device comes in at 704 ns.
  EXPECT_THAT(writer.times, ElementsAre(452, 804));
  EXPECT_THAT(done(), ElementsAre(552));
}

/// A block mover between a memory of its own and that of the host.
class MoverBehindARoot : public RootComplexBusTest, private BlockMover::Moved {
 protected:
  static constexpr unsigned burst = 2048;
  static constexpr unsigned bursts = 8;

  void move(bool reads) {
    make_mover();
    std::vector<unsigned char> data(bursts * burst);
    std::iota(data.begin(), data.end(), static_cast<unsigned char>(7));
    const unsigned from = reads ? BlockMover::system : BlockMover::local;
    Move one;
    one.source = {from, at(from)};
    one.destination = {1 - from, at(1 - from)};
    one.row_bytes = data.size();
    script.at(0, [&] {
      debug(from, tlm::TLM_WRITE_COMMAND, data);
      mover->submit(one, 0);
    });
    run();
    std::vector<unsigned char> moved(data.size());
    debug(1 - from, tlm::TLM_READ_COMMAND, moved);
    EXPECT_EQ(moved, data);
    EXPECT_EQ(mover->bytes(), data.size());
  }

  std::vector<Time> ends;

 private:
  void moved(const Move&, Time now) override { ends.push_back(now / ns); }
  static std::uint64_t at(unsigned port) { return port == BlockMover::system ? first + 4096 : 512; }
  void make_mover() {
    root = std::make_unique<RootComplex>("root", domain, config, 0, requests, 1, RootComplex::Called{},
                                         RootComplex::BusMemory{first, size, MemoryContents::Content::kept});
    master.socket.bind(idle.socket);
    BlockMover::Config of_mover;
    of_mover.burst = burst;
    of_mover.outstanding = 4;
    mover = BlockMover::make("mover", domain, of_mover, *this);
    mover->port(BlockMover::local).bind(own.socket);
    mover->port(BlockMover::system).bind(root->bus());
  }
  void debug(unsigned port, tlm::tlm_command command, std::vector<unsigned char>& data) {
    Payload payload;
    payload.set_command(command);
    payload.set_address(at(port));
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(payload.get_data_length());
    EXPECT_EQ(mover->port(port).debug(payload), data.size());
  }

  Memory own{"own", domain, 0, size, Memory::Content::kept};
  Memory idle{"idle", domain, 0, size, Memory::Content::counted};
  std::unique_ptr<BlockMover> mover;
};

INSTANTIATE_TEST_SUITE_P(Modes, MoverBehindARoot, both_modes, name_of_mode);

// Four bursts under way, 300 ns each; its own memory takes no time.
TEST_P(MoverBehindARoot, reads) {
  move(true);
  EXPECT_THAT(ends, ElementsAre(2 * 300));
}

// 2 KiB at 16.384 Gb/s take a microsecond, one burst after another.
TEST_P(MoverBehindARoot, writes) {
  config.write_rate = 16'384'000'000;
  move(false);
  EXPECT_THAT(ends, ElementsAre(8 * 1000));
}

}  // namespace
}  // namespace isochron::testbench
