// SPDX-License-Identifier: Apache-2.0
// Block movers that count clock edges in the nodes of a multidisk server: every byte arrives, as it was read, in the
// time of the buses.
#include <gtest/gtest.h>

#include <cstring>

#include "cosim/implementations.h"
#include "support/child_process.h"
#include "systems/gennart/multidisk_run.h"

namespace isochron::cosim {
namespace {

using testbench::Architecture;
using testbench::MultidiskParameters;
using Disks = MultidiskParameters::Disks;
using Operation = MultidiskParameters::Operation;
using Unit = MultidiskParameters::MoverUnit;

enum class Kind { rate, clocked, verilog };

/// What the mover is in all nodes, or in one.
class Movers final : public InstanceOverrides {
 public:
  Movers(Kind kind, std::string node, const char* interface)
      : kind_(kind), node_(std::move(node)), interface_(interface) {}
  void apply(const std::string& name, ParameterTable& table) override {
    if (ends(name, ".disk_node")) table.find("impl")->set(std::string(interface_));
    if (!ends(name, ".mover") || (!node_.empty() && name != node_ + ".mover")) return;
    if (kind_ == Kind::verilog) table.find("impl")->set(std::string("rtl"));
    if (kind_ == Kind::clocked) table.find("timing")->set(std::string("clocked"));
  }

 private:
  static bool ends(const std::string& name, const std::string& with) {
    return name.size() > with.size() && name.compare(name.size() - with.size(), with.size(), with) == 0;
  }

  Kind kind_;
  std::string node_;
  const char* interface_;
};

struct Outcome {
  bool each_once = true;
  double completion = 0;  ///< s
  double checked = 0;     ///< bytes
  double cycles = 0;      ///< of Verilog
  double system_bus = 0;  ///< s that it was held
  double mover = 0;       ///< fraction of time
};

Outcome run(const MultidiskParameters& parameters, Kind kind, const char* node = "", const char* interface = "paper") {
  const std::string bytes = testbench::run_in_child([=] {
    offer_implementations();
    Movers movers(kind, node, interface);
    std::vector<unsigned> times(parameters.total_strands());
    const ReplicationRecord record =
        testbench::run_here(parameters, 1, &movers, [&times](std::uint64_t strand, Time) { ++times[strand]; });
    const auto metric = [&record](const char* name) {
      const auto found = record.metrics.find(name);
      return found == record.metrics.end() ? 0 : found->second.mean;
    };
    Outcome outcome;
    for (const unsigned one : times) outcome.each_once = outcome.each_once && one == 1;
    outcome.completion = metric("completion_time");
    outcome.checked = metric("data.checked");
    outcome.cycles = metric("rtl.cycles");
    outcome.system_bus = metric("system_bus.utilisation") * outcome.completion;
    outcome.mover = metric("mover.utilisation");
    return std::string(reinterpret_cast<const char*>(&outcome), sizeof outcome);
  });
  Outcome outcome;
  std::memcpy(static_cast<void*>(&outcome), bytes.data(), sizeof outcome);
  return outcome;
}

MultidiskParameters subsystems(Unit unit, Disks disks) {
  MultidiskParameters parameters(Architecture::subsystems);
  parameters.operation = Operation::read;
  parameters.nodes = 2;
  parameters.strands = 6;
  parameters.strand = 20'000;  // not a whole number of bursts, nor of words
  parameters.mover_unit = unit;
  parameters.disks = disks;
  return parameters;
}

class ClockedMovers : public testing::TestWithParam<std::tuple<Kind, Unit, Disks, Operation>> {};

TEST_P(ClockedMovers, MoveEveryByteInTheTimeOfTheBuses) {
  const auto& [kind, unit, disks, operation] = GetParam();
  MultidiskParameters parameters = subsystems(unit, disks);
  parameters.operation = operation;
  const Outcome rate = run(parameters, Kind::rate), clocked = run(parameters, kind);
  EXPECT_TRUE(rate.each_once);
  EXPECT_TRUE(clocked.each_once);
  EXPECT_EQ(rate.checked, 0);
  // Where the disks hang on the shared bus what is moved comes in, and goes out again once it is resampled.
  const double stream = 6. * 20'000,
               out = operation == Operation::resample ? 6. * static_cast<double>(parameters.compressed()) : stream;
  EXPECT_EQ(clocked.checked, disks == Disks::local ? out : operation == Operation::resample ? stream + out : stream);
  EXPECT_EQ(clocked.cycles > 0, kind == Kind::verilog);
  // The disks take milliseconds; the bytes are the same, and so is the time that they have the system bus.
  EXPECT_NEAR(clocked.completion / rate.completion, 1, .01);
  EXPECT_NEAR(clocked.system_bus / rate.system_bus, 1, .02);
}

std::string name_of(const testing::TestParamInfo<ClockedMovers::ParamType>& info) {
  const auto& [kind, unit, disks, operation] = info.param;
  return std::string(kind == Kind::verilog ? "rtl" : "clocked") + (unit == Unit::strand ? "_strands" : "_bursts") +
         (disks == Disks::local ? "_local" : "_shared") + (operation == Operation::read ? "_read" : "_resample");
}

INSTANTIATE_TEST_SUITE_P(Of, ClockedMovers,
                         testing::Combine(testing::Values(Kind::clocked, Kind::verilog),
                                          testing::Values(Unit::strand, Unit::burst),
                                          testing::Values(Disks::local, Disks::shared_bus),
                                          testing::Values(Operation::read, Operation::resample)),
                         name_of);

TEST(ClockedMover, StandsBesideOneByRates) {
  const Outcome mixed = run(subsystems(Unit::strand, Disks::local), Kind::verilog, "node[1]");
  EXPECT_TRUE(mixed.each_once);
  EXPECT_EQ(mixed.checked, 6. * 20'000 / 2);
}

TEST(ClockedMover, TakesWhatADiskNodeInterfaceHasWritten) {
  // The interface's bytes are looked at in the node's memory, by the mover, and in the server's memory.
  for (const Kind kind : {Kind::clocked, Kind::verilog}) {
    const Outcome real = run(subsystems(Unit::strand, Disks::local), kind, "", "rtl");
    EXPECT_TRUE(real.each_once);
    EXPECT_EQ(real.checked, 3. * 6 * 20'000);
  }
}

TEST(ClockedMover, MovesARowThatOneDescriptorCannotSay) {
  MultidiskParameters parameters = subsystems(Unit::strand, Disks::local);
  parameters.strands = 2;
  parameters.strand = (1u << 24) + 40;
  const Outcome outcome = run(parameters, Kind::clocked);
  EXPECT_TRUE(outcome.each_once);
  EXPECT_EQ(outcome.checked, 2. * ((1u << 24) + 40));
}

TEST(ClockedMover, ModelIsBusyForAQuarterLongerAtMost) {
  const MultidiskParameters parameters = subsystems(Unit::strand, Disks::local);
  const Outcome model = run(parameters, Kind::clocked), verilog = run(parameters, Kind::verilog);
  // On buses that are slower than its clock the model keeps a burst's room in its buffer until all of it has gone, the
  // Verilog frees it word by word.
  EXPECT_GE(model.mover / verilog.mover, 1);
  EXPECT_LE(model.mover / verilog.mover, 1.25);
}

}  // namespace
}  // namespace isochron::cosim
