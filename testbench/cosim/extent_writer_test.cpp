// SPDX-License-Identifier: Apache-2.0
// Extents gathered through the Verilog: every byte, in the clocks of its model.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "cosim/implementations.h"
#include "support/child_process.h"
#include "systems/ps2/extent_writer_run.h"

namespace isochron::cosim {
namespace {

using Descriptor = ExtentGeometry::Descriptor;
using testbench::ExtentParameters;

/// What the mover is.
class MoverOf final : public InstanceOverrides {
 public:
  explicit MoverOf(const char* implementation) : implementation_(implementation) {}
  void apply(const std::string& name, ParameterTable& table) override {
    if (name == "mover") table.find("impl")->set(implementation_);
  }

 private:
  std::string implementation_;
};

struct Counts {
  double clocks = 0;
  double checked = 0;     ///< bytes
  double rtl_cycles = 0;  ///< simulated
};

Counts gather_by(const char* implementation, const ExtentParameters& parameters,
                 const testbench::WithMemory& tamper = {}) {
  const std::string bytes = testbench::run_in_child([&] {
    offer_implementations();
    MoverOf overrides(implementation);
    const ReplicationRecord record = testbench::run_extent_writer(parameters, 1, tamper, {}, &overrides);
    const Counts counts = {record.components.at("mover").at("clocks"), record.metrics.at("data.checked").mean,
                           record.metrics.at("rtl.cycles").mean};
    return std::string(reinterpret_cast<const char*>(&counts), sizeof counts);
  });
  Counts counts;
  std::memcpy(static_cast<void*>(&counts), bytes.data(), sizeof counts);
  return counts;
}

/// Whole words and odd rows, rows that follow each other, an extent that is the volume, single voxels.
const ExtentGeometry geometries[] = {{64, 64, 64, 32, 3}, {16, 24, 32, 8, 7},  {39, 26, 13, 13, 5},
                                     {13, 39, 26, 13, 4}, {17, 17, 17, 17, 1}, {3, 4, 5, 1, 11}};

class ExtentsThroughVerilog : public testing::TestWithParam<Descriptor> {};

TEST_P(ExtentsThroughVerilog, ByteForByteInTheClocksOfTheModel) {
  for (const ExtentGeometry& geometry : geometries)
    for (const std::uint64_t latency : {std::uint64_t{0}, 130 * nanosecond}) {
      ExtentParameters p;
      p.geometry = geometry;
      p.descriptor = GetParam();
      p.memory_latency = latency;
      SCOPED_TRACE("extents of " + std::to_string(geometry.edge) + " in rows of " + std::to_string(geometry.width) +
                   ", " + std::to_string(latency) + " ps");
      const Counts model = gather_by("tlm", p), verilog = gather_by("rtl", p);
      EXPECT_EQ(model.checked, static_cast<double>(p.bytes()));
      EXPECT_EQ(verilog.checked, static_cast<double>(p.bytes()));
      EXPECT_EQ(model.rtl_cycles, 0);
      EXPECT_GE(verilog.rtl_cycles, verilog.clocks);
      // The model promises 5 % of throughput; of short lists a few edges are more.
      const double difference = model.clocks - verilog.clocks;
      EXPECT_LE(std::abs(difference), std::max(20., .05 * verilog.clocks));
    }
}

TEST_P(ExtentsThroughVerilog, AWrongByteIsFound) {
  ExtentParameters p;
  p.geometry = {24, 16, 16, 8, 12};  // all
  p.descriptor = GetParam();
  const auto flip = [&p](LocalMemory& memory) {
    const std::uint64_t address = p.geometry.address_of({20, 9, 14});
    std::uint8_t byte = 0;
    memory.peek(address, &byte, 1);
    byte ^= 0x80;
    memory.poke(address, &byte, 1);
  };
  EXPECT_THROW(gather_by("rtl", p, flip), std::runtime_error);
}

std::string name_of_descriptor(const testing::TestParamInfo<Descriptor>& one) {
  const char* const names[] = {"volume", "rows", "flat"};
  return names[static_cast<std::size_t>(one.param)];
}

INSTANTIATE_TEST_SUITE_P(By, ExtentsThroughVerilog,
                         testing::Values(Descriptor::volume, Descriptor::rows, Descriptor::flat), name_of_descriptor);

}  // namespace
}  // namespace isochron::cosim
