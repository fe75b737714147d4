// SPDX-License-Identifier: Apache-2.0
// Extents gathered through the Verilog: every byte, in the clocks of its model.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include <isochron/system/extent_writer.h>

#include "cosim/implementations.h"
#include "support/child_process.h"
#include "support/no_overrides.h"

namespace isochron::cosim {
namespace {

using Descriptor = ExtentGeometry::Descriptor;
using Implementation = ChainMover::Implementation;

ExtentWriter::Counts gather_by(Implementation implementation, ExtentWriterParameters parameters,
                               const std::function<void(LocalMemory&)>& tamper = {}) {
  parameters.mover.implementation = implementation;
  const std::string bytes = testbench::run_in_child([&] {
    offer_implementations();
    testbench::NoOverrides overrides;
    ExtentWriter writer(parameters, 1, overrides);
    if (tamper) tamper(writer.memory());
    writer.run_until_done({});
    const ExtentWriter::Counts counts = writer.counts();
    return std::string(reinterpret_cast<const char*>(&counts), sizeof counts);
  });
  ExtentWriter::Counts counts;
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
      ExtentWriterParameters p;
      p.geometry = geometry;
      p.descriptor = GetParam();
      p.mover.memory_latency = latency;
      SCOPED_TRACE("extents of " + std::to_string(geometry.edge) + " in rows of " + std::to_string(geometry.width) +
                   ", " + std::to_string(latency) + " ps");
      const ExtentWriter::Counts model = gather_by(Implementation::tlm, p), verilog = gather_by(Implementation::rtl, p);
      EXPECT_EQ(model.checked, p.bytes());
      EXPECT_EQ(verilog.checked, p.bytes());
      EXPECT_EQ(model.rtl_cycles, 0u);
      EXPECT_GE(verilog.rtl_cycles, verilog.clocks);
      // The model promises 5 % of throughput; of short lists a few edges are more.
      const double difference = static_cast<double>(model.clocks) - static_cast<double>(verilog.clocks);
      EXPECT_LE(std::abs(difference), std::max(20., .05 * static_cast<double>(verilog.clocks)));
    }
}

TEST_P(ExtentsThroughVerilog, AWrongByteIsFound) {
  ExtentWriterParameters p;
  p.geometry = {24, 16, 16, 8, 12};  // all
  p.descriptor = GetParam();
  const auto flip = [&p](LocalMemory& memory) {
    const std::uint64_t address = p.geometry.address_of({20, 9, 14});
    std::uint8_t byte = 0;
    memory.peek(address, &byte, 1);
    byte ^= 0x80;
    memory.poke(address, &byte, 1);
  };
  EXPECT_THROW(gather_by(Implementation::rtl, p, flip), std::runtime_error);
}

std::string name_of_descriptor(const testing::TestParamInfo<Descriptor>& one) {
  const char* const names[] = {"volume", "rows", "flat"};
  return names[static_cast<std::size_t>(one.param)];
}

INSTANTIATE_TEST_SUITE_P(By, ExtentsThroughVerilog,
                         testing::Values(Descriptor::volume, Descriptor::rows, Descriptor::flat), name_of_descriptor);

}  // namespace
}  // namespace isochron::cosim
