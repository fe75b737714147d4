// SPDX-License-Identifier: Apache-2.0
// A program's own kind of workload has its section in machine files, as those of the library have theirs.
#include <gmock/gmock.h>

#include <isochron/machine/language/machine_reader.h>
#include <isochron/machine/workload/workload_kind.h>

#include "support/temporary_machine.h"

namespace isochron {
namespace {

class BellKind final : public WorkloadKind {
 public:
  static std::string read_last;

  const char* section() const override { return "bells"; }
  void read(const YamlNode& node, const FileReader&, MachineFile&) const override { read_last = node.text; }
  void resolve(const MachineFile&, const Names&, Netlist&) const override {}
  std::string text(const Netlist&, const Names&) const override { return ""; }
  bool is_in(const Netlist&) const override { return false; }
  bool has_end(const Netlist&) const override { return true; }
  std::unique_ptr<Workload> analyse(const Netlist&, const Routes&, const Transits&, const PartShares&) const override {
    return nullptr;
  }
  std::vector<StatisticInfo> figures(const MachineFile&, const Netlist&) const override { return {}; }
  std::size_t largest_payload(const Netlist&) const override { return 0; }
  std::unique_ptr<WorkloadRun> attach(const WorkloadContext&) const override { return nullptr; }
};

std::string BellKind::read_last;
const BellKind bell_kind;
const WorkloadRegistration registration(bell_kind);

TEST(WorkloadKind, ThatAProgramAddsReadsItsSection) {
  const testbench::TemporaryMachine file("parts:\n  a: {type: memory}\nbells: seven\n");
  read_machine_file(file.path());
  EXPECT_EQ(BellKind::read_last, "seven");
}

TEST(WorkloadKind, OfTrafficIsWorkedOutLast) {
  EXPECT_THAT(workload_kinds(), testing::Contains(&bell_kind));
  EXPECT_EQ(workload_kinds().back(), &traffic_kind());
}

}  // namespace
}  // namespace isochron
