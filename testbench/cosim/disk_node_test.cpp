// SPDX-License-Identifier: Apache-2.0
// Disk-node interfaces in the multidisk servers: every strand arrives once, with its bytes, in every machine.
#include <gtest/gtest.h>

#include <cstring>

#include <isochron/core/stream_data.h>
#include <isochron/host/memory.h>
#include <isochron/protocol/at_initiator.h>

#include "cosim/implementations.h"
#include "support/child_process.h"
#include "systems/gennart/multidisk_run.h"

namespace isochron::cosim {
namespace {

using testbench::Architecture;
using testbench::MultidiskParameters;
using Operation = MultidiskParameters::Operation;

/// `impl` for one node or for all, and what goes over the bus at a time.
class Kind final : public InstanceOverrides {
 public:
  Kind(const char* impl, const char* node, const char* transfer) : impl_(impl), node_(node), transfer_(transfer) {}
  void apply(const std::string& name, ParameterTable& table) override {
    const std::string end = ".disk_node";
    if (name.size() < end.size() || name.compare(name.size() - end.size(), end.size(), end) != 0) return;
    if (!node_.empty() && name != node_ + end) return;
    table.find("impl")->set(std::string(impl_));
    table.find("transfer")->set(std::string(transfer_));
  }

 private:
  const char* impl_;
  std::string node_;
  const char* transfer_;
};

struct Outcome {
  bool each_once = true;
  double throughput = 0;
  double checked = 0;  ///< bytes; 0 where nothing has data
  double moved = 0;    ///< likewise, of node 0
  double cycles_of_last_node = 0;
  double bus_time = 0;  ///< s that the memory bus was held, the first node's if each has its own
};

Outcome run(const MultidiskParameters& parameters, const char* impl, const char* node = "",
            const char* transfer = "strand") {
  const std::string bytes = testbench::run_in_child([=] {
    offer_implementations();
    Kind kind(impl, node, transfer);
    std::vector<unsigned> times(parameters.total_strands());
    const ReplicationRecord record =
        testbench::run_here(parameters, 1, &kind, [&times](std::uint64_t strand, Time) { ++times[strand]; });
    const auto metric = [&record](const char* name) {
      const auto found = record.metrics.find(name);
      return found == record.metrics.end() ? 0 : found->second.mean;
    };
    const auto statistic = [&record](const std::string& part, const char* name) {
      const auto found = record.components.find(part);
      return found == record.components.end() ? 0 : found->second.at(name);
    };
    Outcome outcome;
    for (const unsigned one : times) outcome.each_once = outcome.each_once && one == 1;
    outcome.throughput = metric("throughput");
    outcome.checked = metric("data.checked");
    outcome.moved = statistic("node[0].disk_node", "moved");
    outcome.cycles_of_last_node = statistic("node[" + std::to_string(parameters.nodes - 1) + "].disk_node", "cycles");
    const char* const bus = parameters.architecture == Architecture::shared_bus ? "mbus" : "node[0].bus";
    outcome.bus_time = statistic(bus, "utilisation") * metric("completion_time");
    return std::string(reinterpret_cast<const char*>(&outcome), sizeof outcome);
  });
  Outcome outcome;
  std::memcpy(static_cast<void*>(&outcome), bytes.data(), sizeof outcome);
  return outcome;
}

struct Case {
  const char* name;
  Architecture architecture;
  Operation operation;
  double checks;  ///< places at which a byte of a strand is looked at
};

std::ostream& operator<<(std::ostream& out, const Case& one) {
  return out << one.name;
}

class DiskNodes : public testing::TestWithParam<std::tuple<Case, std::string>> {};

TEST_P(DiskNodes, EveryByteArrivesInThePapersTime) {
  const auto& [machine, impl] = GetParam();
  MultidiskParameters parameters(machine.architecture);
  parameters.operation = machine.operation;
  parameters.nodes = 2;
  parameters.strands = 8;
  parameters.strand = 20'000;                            // not a whole number of blocks
  parameters.disks = MultidiskParameters::Disks::local;  // the interface writes to its node's own bus
  parameters.mover_unit = MultidiskParameters::MoverUnit::burst;
  const Outcome paper = run(parameters, "paper");
  const Outcome real = run(parameters, impl.c_str());
  const double stream = 8. * 20'000;
  EXPECT_TRUE(real.each_once);
  EXPECT_EQ(real.checked, machine.checks * stream);
  EXPECT_EQ(real.moved, stream / 2);
  EXPECT_EQ(paper.checked, 0);
  // The same disks with the same random numbers; the interface adds microseconds to milliseconds.
  EXPECT_NEAR(real.throughput / paper.throughput, 1, .01);
  EXPECT_NEAR(real.bus_time / paper.bus_time, 1, 1e-6);
}

const Case cases[] = {
    {"SharedBusRead", Architecture::shared_bus, Operation::read, 1},
    {"SharedBusResample", Architecture::shared_bus, Operation::resample, 2},
    {"SharedBusNetwork", Architecture::shared_bus, Operation::read_protocol_network, 3},
    {"PointToPointRead", Architecture::point_to_point, Operation::read, 2},
    {"PointToPointResample", Architecture::point_to_point, Operation::resample, 2},
    {"PointToPointNetwork", Architecture::point_to_point, Operation::read_protocol_network, 4},
    {"SubsystemsRead", Architecture::subsystems, Operation::read, 2},
    {"SubsystemsResample", Architecture::subsystems, Operation::resample, 2},
    {"SubsystemsNetwork", Architecture::subsystems, Operation::read_protocol_network, 3},
};

INSTANTIATE_TEST_SUITE_P(
    In, DiskNodes, testing::Combine(testing::ValuesIn(cases), testing::Values(std::string("tlm"), std::string("rtl"))),
    [](const auto& with) { return std::get<0>(with.param).name + ("_" + std::get<1>(with.param)); });

TEST(DiskNode, TakesPacketsPartsAndSeveralDisks) {
  MultidiskParameters parameters(Architecture::point_to_point);
  parameters.nodes = 2;
  parameters.disks_per_node = 2;
  parameters.strands = 8;
  parameters.strand = 7 * 1001;
  parameters.requests_per_strand = 7;  // three commands of two blocks and so on, the last one shorter
  parameters.bus_packets = 300;
  parameters.link_packets = 700;
  for (const char* const transfer : {"strand", "burst"}) {
    const Outcome real = run(parameters, "rtl", "", transfer);
    EXPECT_TRUE(real.each_once);
    EXPECT_EQ(real.checked, 2. * 8 * 7007);
  }
}

TEST(DiskNode, BurstsTakeTurnsOnTheBus) {
  MultidiskParameters parameters(Architecture::shared_bus);
  parameters.nodes = 4;
  parameters.strands = 8;
  parameters.strand = 20'000;
  parameters.disk.latency = {SeekLatency::Law::deterministic, 100 * microsecond};
  parameters.io_write = 8ull * 4'000'000;  // the bus is what they wait for
  const Outcome paper = run(parameters, "paper");
  for (const char* const impl : {"tlm", "rtl"}) {
    const Outcome real = run(parameters, impl, "", "burst");
    EXPECT_TRUE(real.each_once);
    EXPECT_EQ(real.checked, 8. * 20'000);
    EXPECT_NEAR(real.bus_time / paper.bus_time, 1, 1e-6);
    EXPECT_NEAR(real.throughput / paper.throughput, 1, .05);
  }
}

TEST(DiskNode, StandsBesideOthersAndRestsWhenItHasNothingToDo) {
  MultidiskParameters parameters(Architecture::shared_bus);
  parameters.nodes = 3;
  parameters.strands = 2;  // none for the last node
  const Outcome one = run(parameters, "rtl", "node[0]");
  EXPECT_TRUE(one.each_once);
  EXPECT_EQ(one.checked, 168'960);
  EXPECT_EQ(one.cycles_of_last_node, 0);
  const Outcome all = run(parameters, "rtl");
  EXPECT_EQ(all.checked, 2 * 168'960);
  // Only what its driver has written to it.
  EXPECT_GT(all.cycles_of_last_node, 0);
  EXPECT_LT(all.cycles_of_last_node, 2000);
}

TEST(DiskNode, MayNotHaveMoreDisksThanItsInterface) {
  MultidiskParameters parameters(Architecture::shared_bus);
  parameters.nodes = 1;
  parameters.disks_per_node = 9;
  try {
    run(parameters, "rtl");
    FAIL() << "it runs";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("disk_node: a disk-node interface has 8 disks"), std::string::npos)
        << error.what();
  }
}

TEST(MemoryThatChecks, FindsAWrongByte) {
  const auto write = [](bool wrong) {
    return testbench::run_in_child([=] {
      Region region("region");
      MessagePool pool(256);
      const Domain domain{region, pool, Phases::shortcut};
      Memory memory("memory", domain, 0, 1 << 20, Memory::Content::streams);
      class Writer final : public sc_core::sc_module {
       public:
        Writer(const sc_core::sc_module_name& name, const Domain& in) : sc_module(name), socket("socket", in, *this) {}
        AtInitiatorOf<Writer> socket;
        void on_accepted(AtInitiatorBase&, Payload&, Time) {}
        void on_response(AtInitiatorBase&, Payload& payload, Time) { socket.complete(payload); }
      } writer("writer", domain);
      writer.socket.bind(memory.socket);
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
      Message& message = pool.allocate(777, 100);
      message.tag().has_data = true;
      message.tag().data_offset = 777;
      StreamData(message.tag().data_stream()).write(777, message.get_data_ptr(), 100);
      if (wrong) message.get_data_ptr()[99] ^= 1;
      writer.socket.send(message);
      message.release();
      return std::to_string(memory.checked_bytes());
    });
  };
  EXPECT_EQ(write(false), "100");
  EXPECT_THROW(write(true), std::runtime_error);
}

}  // namespace
}  // namespace isochron::cosim
