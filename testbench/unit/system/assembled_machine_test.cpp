// SPDX-License-Identifier: Apache-2.0
// What a machine's parameters say of its driver. Catches a machine whose work is counted and shown in bytes.
#include <isochron/machine/run/assembled_machine.h>

#include <gtest/gtest.h>

#include <isochron/system/machine_parameters.h>

namespace isochron::testbench {
namespace {

struct BytesParameters : MachineParameters {
  static constexpr const char* driver = "raid.bandwidth";
  ParameterTable table() { return {}; }
  std::vector<ResourceBound> bounds() const { return {}; }
  RunSize size(const MeasurePlan&, double) const { return {}; }
};

struct PlanesParameters : BytesParameters {
  static constexpr const char* driver = "planes";
  static constexpr const char* driver_unit = "1/s";
};

/// A machine without parts.
template <class P>
class EmptyModel : public MachineSimulation {
 public:
  using Parameters = P;
  EmptyModel(const Parameters&, std::uint64_t, InstanceOverrides& overrides)
      : MachineSimulation(1, Phases::shortcut, overrides) {}
  static void assemble(Assembly&, const Parameters&, EmptyModel*) {}

 private:
  std::string left_to_do() const override { return {}; }
  void add_to(ReplicationRecord&) const override {}
  std::vector<Metric> metrics() const override { return {}; }
};

TEST(MachineOf, hasTheDriverThatItsParametersName) {
  using Driver = std::pair<std::string, std::string>;
  EXPECT_EQ(MachineOf<EmptyModel<BytesParameters>>().driver(), Driver("raid.bandwidth", "B/s"));
  EXPECT_EQ(MachineOf<EmptyModel<PlanesParameters>>().driver(), Driver("planes", "1/s"));
}

}  // namespace
}  // namespace isochron::testbench
