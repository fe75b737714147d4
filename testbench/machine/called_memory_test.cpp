// SPDX-License-Identifier: Apache-2.0
// Parts of a machine file that call an `iommu` and a `dram`, which they share.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/machine/composed_simulation.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/protocol/address_translation.h>
#include <isochron/protocol/timed_memory.h>

#include "support/temporary_machine.h"

namespace isochron {
namespace {

using testbench::netlist_of;

/// Reads 1 KiB of its own page, and writes it back when it is there.
class Reader final : public sc_core::sc_module, private Region::Activity {
 public:
  Reader(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t page, AddressTranslation& addresses,
         TimedMemory& memory, WorkDone& done)
      : sc_module(name),
        region_(domain.region),
        address_(page * 4096),
        addresses_(addresses),
        memory_(memory),
        done_(done) {
    region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
    SC_HAS_PROCESS(Reader);
    SC_METHOD(start);
  }

  std::vector<Time> ends;

 private:
  void start() {
    region_.advance(kernel_now());
    region_.schedule(*this, region_.now());
  }
  void complete(Time now) override {
    if (!asked_) {
      asked_ = true;
      region_.schedule(*this, addresses_.translated(address_, 1024, now));
      return;
    }
    ends.push_back(now / nanosecond);
    if (ends.size() == 3) return done_.work_done(now);
    const auto access = ends.size() == 1 ? TimedMemory::Access::read : TimedMemory::Access::write;
    region_.schedule(*this, memory_.done(address_, 1024, access, now));
  }

  Region& region_;
  std::uint64_t address_;
  AddressTranslation& addresses_;
  TimedMemory& memory_;
  WorkDone& done_;
  bool asked_ = false;
};

class ReaderPart final : public PartConfig, public WorkingPart {
 public:
  static std::vector<Reader*> built;

  ParameterTable parameters() override {
    ParameterTable table;
    table.count("page", page_, {0, 100}, "that it reads and writes");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports("test_reader");
    return {ports["addresses"].calling(), ports["memory"].calling()};
  }
  OwnWork own_work() const override { return {1, 1, 1e-6, {1e-6}}; }
  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    auto& addresses = *around.services.called<AddressTranslation>(plan, {0, 0});
    auto& memory = *around.services.called<TimedMemory>(plan, {1, 0});
    Reader* const reader = machine.part<Reader>(
        name,
        [&](const char* part) {
          return std::make_unique<Reader>(part, machine.domain(), page_, addresses, memory, *around.work);
        },
        "test_reader");
    built.push_back(reader);
    around.work->add_work([reader] { return std::string(reader->ends.size() == 3 ? "" : reader->name()); });
  }

 private:
  std::uint64_t page_ = 0;
};

std::vector<Reader*> ReaderPart::built;

TypeInfo reader_type_info() {
  TypeInfo info;
  info.name = "test_reader";
  info.kind = "device";
  info.ports = {{"addresses", "translation", "initiator", ""}, {"memory", "memory", "initiator", ""}};
  return info;
}

ISOCHRON_PART(test_reader, reader_type_info, make_part<ReaderPart>);

const std::string machine =
    "runs: until_done\n"
    "parts:\n"
    "  iommu: {type: iommu, walkers: 1, walk_latency: 100 ns}\n"
    "  dram: {type: dram, channels: 2, rate: 1 GB/s, efficiency.mixed: 50 %, latency: 10 ns}\n"
    "  \"reader[2]\": {type: test_reader, page: index}\n"
    "connect:\n"
    "  - {for: {r: 2}, from: \"reader[r].addresses\", to: iommu.translation}\n"
    "  - {for: {r: 2}, from: \"reader[r].memory\", to: dram.access}\n";

// 1 KiB is 512 B in each of two channels. Walks end at 100 and 200 ns; the first read moves bytes to 612, is over at
// 622, and behind the second, which takes until 1124, the write moves its bytes at half the rate.
TEST(CalledMemory, isSharedByThoseThatCallIt) {
  ComposedSimulation model(std::make_unique<Netlist>(netlist_of(machine)), {}, 1, true, true);
  model.run_until_done({});
  ASSERT_EQ(ReaderPart::built.size(), 2u);
  EXPECT_EQ(ReaderPart::built[0]->ends, (std::vector<Time>{100, 622, 1124 + 1024 + 10}));
  EXPECT_EQ(ReaderPart::built[1]->ends, (std::vector<Time>{200, 1134, 1124 + 1024 + 512 + 10}));
  const ReplicationRecord record = model.record();
  EXPECT_EQ(record.components.at("iommu").at("misses"), 2);
  EXPECT_EQ(record.components.at("dram").at("bytes_written"), 2048);
  EXPECT_EQ(record.components.at("dram.channel[1]").at("bytes_read"), 1024);
}

}  // namespace
}  // namespace isochron
