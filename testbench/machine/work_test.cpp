// SPDX-License-Identifier: Apache-2.0
// Parts with work of their own, also those of a program of its own: where what they move lies, who they are to their
// bus, and when the machine ends.
#include <optional>

#include <gmock/gmock.h>

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>
#include <isochron/machine/composed_simulation.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/machine/workload/self/flat_work.h>
#include <isochron/machine/workload/self/self_workload.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>

#include "support/temporary_machine.h"

namespace isochron {
namespace {

using testbench::netlist_of;
using testbench::part_of;
using testing::HasSubstr;
using testing::ThrowsMessage;

const char* const workstation = R"(
runs: until_done
parts:
  before: {type: memory}
  cache: {type: cache, line: 64 B}
  processor: {type: line_processor, program: copy, bytes: 640 B, instruction_cycles: 5}
  bus: {type: mbus, line: 64 B}
  other: {type: mbus}
  memory: {type: memory}
  disk: {type: disk_reader, rate: 1 MB/s}
connect:
  - {from: disk.socket, to: "bus.device[0]"}
  - {from: processor.cache, to: cache.processor}
  - {from: cache.socket, to: "bus.device[1]"}
  - {from: "bus.window[0]", to: memory.socket}
  - {from: "other.window[0]", to: before.socket}
)";

TEST(Work, LiesInTheMemoryBehindTheBus) {
  const Netlist netlist = netlist_of(workstation);
  const std::uint64_t memory = part_of(netlist, "memory").plan.address;
  EXPECT_NE(memory, part_of(netlist, "before").plan.address);
  EXPECT_EQ(part_of(netlist, "processor").plan.address_at({0, 0}), memory);
  EXPECT_EQ(part_of(netlist, "disk").plan.address_at({0, 0}), memory);
}

TEST(Work, IsOfRoundsThatTheBusTellsApart) {
  const Netlist netlist = netlist_of(workstation);
  ASSERT_EQ(netlist.workloads.of<FlatWork>().size(), 2u);
  const OwnWork &program = netlist.workloads.of<FlatWork>()[0].work, &disk = netlist.workloads.of<FlatWork>()[1].work;
  EXPECT_TRUE(program.has_end());
  EXPECT_EQ(program.rounds, 10u);
  EXPECT_EQ(program.bytes, 64u);
  EXPECT_DOUBLE_EQ(program.round.seconds, 5 * 20e-9);
  EXPECT_EQ(program.round.transfers.size(), 3u);  // two fills, a write-back
  EXPECT_FALSE(disk.has_end());
  EXPECT_DOUBLE_EQ(disk.interval, 8e-6);
  // By devices, not by who comes first: 15 and 10 clocks of a line, 10 of each word of 8 B.
  const Interconnect& bus = *part_of(netlist, "bus").config->as<Interconnect>();
  EXPECT_DOUBLE_EQ(bus.seconds_of({0, 1}, false, 64), 15 * 20e-9);
  EXPECT_DOUBLE_EQ(bus.seconds_of({0, 1}, true, 65), 2 * 10 * 20e-9);
  EXPECT_DOUBLE_EQ(bus.seconds_of({0, 0}, false, 9), 2 * 10 * 20e-9);
}

TEST(Work, HasBoundsInWhatTheDiskLeaves) {
  const Netlist netlist = netlist_of(workstation);
  const SelfWorkload loads(netlist, PartShares(netlist.parts.size(), 0));
  const std::vector<ResourceBound> bounds = loads.bounds();
  ASSERT_EQ(bounds.size(), 2u);
  EXPECT_EQ(bounds[0].resource, "bus");
  EXPECT_DOUBLE_EQ(bounds[0].limit, 64 / (40 * 20e-9) * (1 - 200e-9 / 8e-6));
  EXPECT_EQ(bounds[1].resource, "processor");
  EXPECT_DOUBLE_EQ(bounds[1].limit, 64 / (45 * 20e-9));
  // Three transfers and an end of instructions a line; of each word when it is due and when it is across.
  EXPECT_NEAR(loads.events(*loads.completes_in(), Folding::off), 10 * 4 + 2 * 10 * 45 * 20e-9 / 8e-6, 1e-6);
  EXPECT_NEAR(*loads.completes_in(), 10 * 45 * 20e-9, 2e-12);
}

/// Walks so many steps of a millisecond, or for ever.
class Walker final : public sc_core::sc_module, private Region::Activity {
 public:
  Walker(const sc_core::sc_module_name& name, Region& region, std::uint64_t steps, WorkDone* done)
      : sc_module(name), region_(region), left_(steps), done_(done) {
    region_.join(*this, Region::Rank::timer);
    SC_HAS_PROCESS(Walker);
    SC_METHOD(start);
  }
  std::uint64_t left() const { return left_; }
  std::uint64_t walked() const { return walked_; }
  void stop() { stopped_ = true; }
  void fall_asleep_after(std::uint64_t steps) { asleep_after_ = steps; }
  void go_on_outside() { clock_.emplace("clock", sc_core::sc_time(1, sc_core::SC_MS)); }

 private:
  void start() {
    region_.advance(kernel_now());
    region_.schedule(*this, kernel_now() + millisecond);
  }
  void complete(Time now) override {
    if (stopped_ || walked_ == asleep_after_) return;
    ++walked_;
    if (left_ > 0 && --left_ == 0) {
      done_->work_done(now);
      return;
    }
    region_.schedule(*this, now + millisecond);
  }

  Region& region_;
  std::uint64_t left_;
  WorkDone* done_;
  std::uint64_t walked_ = 0;
  std::uint64_t asleep_after_ = ~std::uint64_t{0};
  bool stopped_ = false;
  std::optional<sc_core::sc_clock> clock_;
};

class WalkerPart final : public PartConfig, public WorkingPart {
 public:
  static std::vector<Walker*> built;

  ParameterTable parameters() override {
    ParameterTable table;
    table.count("steps", steps_, {0, 100}, "to walk; 0: until the others have walked");
    table.count("asleep_after", asleep_after_, {0, 100}, "steps");
    table.flag("measured", measured_, "walks for as long as it is measured");
    table.count("events", events_, {0, 1000}, "of a step, as it tells");
    table.flag("outside", outside_, "something of it goes on without the region");
    return table;
  }
  std::vector<PortGroup> ports() const override { return {}; }
  OwnWork own_work() const override {
    OwnWork work{steps_, 1, measured_ ? 0 : 1e-3, {1e-3}};
    work.measured = measured_;
    work.events = static_cast<double>(events_);
    return work;
  }
  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    Walker* const walker = machine.part<Walker>(
        name,
        [&](const char* part) { return std::make_unique<Walker>(part, machine.domain().region, steps_, around.work); },
        "walker");
    walker->fall_asleep_after(asleep_after_);
    if (outside_) walker->go_on_outside();
    built.push_back(walker);
    if (measured_) {
      around.work->add_ongoing([walker] { return std::string("steps of ") + walker->name(); });
      around.work->add_account([walker](ReplicationRecord& record) {
        record.messages += walker->walked();
        add_fingerprint(record, walker->walked());
      });
      return;
    }
    if (steps_ == 0)
      around.work->add_endless([walker] {
        walker->stop();
        return std::uint64_t{0};
      });
    else
      around.work->add_work([walker] {
        return walker->left() == 0 ? "" : std::to_string(walker->left()) + " steps of " + walker->name();
      });
  }

 private:
  std::uint64_t steps_ = 1;
  std::uint64_t asleep_after_ = 100;
  bool measured_ = false;
  std::uint64_t events_ = 0;
  bool outside_ = false;
};

std::vector<Walker*> WalkerPart::built;

TypeInfo walker_type_info() {
  TypeInfo info;
  info.name = "walker";
  info.kind = "device";
  return info;
}

ISOCHRON_PART(walker, walker_type_info, make_part<WalkerPart>);

std::unique_ptr<Netlist> walkers(const std::string& parts) {
  return std::make_unique<Netlist>(netlist_of("runs: until_done\nparts:\n" + parts));
}

TEST(Work, OfSeveralEndsWithTheLast) {
  ComposedSimulation model(walkers("  a: {type: walker, steps: 3}\n  b: {type: walker, steps: 7}\n"
                                   "  c: {type: walker, steps: 0}\n"),
                           {}, 1, true, true);
  model.run_until_done({});
  const ReplicationRecord record = model.record();
  EXPECT_DOUBLE_EQ(record.simulated_s, 7e-3);
  EXPECT_DOUBLE_EQ(record.metrics.at("completion_time").mean, 7e-3);
  EXPECT_DOUBLE_EQ(record.metrics.at("throughput").mean, 10 / 7e-3);
  // The third is stopped in that instant, and does no step after it.
  ASSERT_EQ(WalkerPart::built.size(), 3u);
  EXPECT_EQ(WalkerPart::built[2]->walked(), 6u);
}

TEST(Work, HasEventsOfItsOwn) {
  const std::unique_ptr<Netlist> netlist = walkers("  a: {type: walker, steps: 7, events: 3}\n");
  const SelfWorkload loads(*netlist, PartShares(netlist->parts.size(), 0));
  // The end of each step is one too.
  EXPECT_NEAR(loads.events(*loads.completes_in(), Folding::off), 7 * (3 + 1), 1e-6);
}

TEST(Work, ThatIsNoneHoldsUpNobody) {
  auto netlist = walkers(
      "  a: {type: walker, steps: 3}\n"
      "  from: {type: source}\n"
      "  to: {type: sink}\n"
      "connect:\n"
      "  - {from: from.out, to: to.in, link: {type: serial_link, name: l}}\n"
      "traffic:\n"
      "  - {name: t, from: from, to: to, ios: 5, rate: 0 B/s, io: 1000 B, message: 1000 B}\n");
  traffic_kind().plan(*netlist, 1);
  ComposedSimulation model(std::move(netlist), {}, 1, true, true);
  model.run_until_done({});
  EXPECT_DOUBLE_EQ(model.record().simulated_s, 3e-3);
}

TEST(Work, ThatStandsStillIsNamed) {
  ComposedSimulation model(walkers("  a: {type: walker, steps: 3}\n  b: {type: walker, steps: 7, asleep_after: 5}\n"),
                           {}, 1, true, true);
  EXPECT_THAT([&] { model.run_until_done({}); }, ThrowsMessage<ModelError>(HasSubstr(" s with 2 steps of b:")));
}

TEST(Work, WithoutEndIsMeasuredForATime) {
  ComposedSimulation model(
      std::make_unique<Netlist>(netlist_of("parts:\n  a: {type: walker, steps: 0, measured: true}\n"
                                           "  b: {type: walker, steps: 0, measured: true, asleep_after: 20}\n")),
      {}, 1, true, false);
  model.run_to(10 * millisecond);
  model.start_window();
  model.run_to(30'500 * microsecond);
  const ReplicationRecord record = model.record();
  EXPECT_DOUBLE_EQ(record.simulated_s, 30.5e-3);
  EXPECT_EQ(record.messages, 50u);
  EXPECT_EQ(record.fingerprint, mix(30 ^ 20));
}

TEST(Work, WithoutEndThatStandsStillIsNamed) {
  ComposedSimulation model(
      std::make_unique<Netlist>(netlist_of("parts:\n  a: {type: walker, steps: 0, measured: true, asleep_after: 2}\n"
                                           "  b: {type: walker, steps: 0, measured: true, asleep_after: 5}\n")),
      {}, 1, true, false);
  EXPECT_THAT([&] { model.run_to(20 * millisecond); },
              ThrowsMessage<ModelError>(HasSubstr(" s with steps of a, steps of b:")));
}

TEST(Work, WithoutEndMayGoOnOutsideTheRegion) {
  ComposedSimulation model(
      std::make_unique<Netlist>(
          netlist_of("parts:\n  a: {type: walker, steps: 0, measured: true, asleep_after: 2, outside: true}\n")),
      {}, 1, true, false);
  model.run_to(20 * millisecond);
  EXPECT_DOUBLE_EQ(model.record().simulated_s, 20e-3);
}

TEST(Work, WithoutEndIsOfNoMachineThatIsToBeDone) {
  EXPECT_THAT([] { walkers("  a: {type: walker, steps: 0, measured: true}\n"); },
              ThrowsMessage<InputError>(HasSubstr("has work without end: the machine would never be done")));
}

}  // namespace
}  // namespace isochron
