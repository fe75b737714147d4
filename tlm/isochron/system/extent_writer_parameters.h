// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/dma/block_mover/chain_mover.h>
#include <isochron/system/extent_geometry.h>
#include <isochron/system/machine_parameters.h>

namespace isochron {

/// Parameters of the machine that gathers extents of a volume with a block mover, as PS2 builds its files. It has one
/// part; whether that is a model or Verilog is said of the instance.
struct ExtentWriterParameters : MachineParameters {
  ExtentGeometry geometry;
  ExtentGeometry::Descriptor descriptor = ExtentGeometry::Descriptor::volume;
  ChainMover::Config mover;

  static constexpr const char* driver = "throughput";
  ParameterTable table();
  std::vector<ResourceBound> bounds() const;
  std::optional<std::uint64_t> completes_in() const;
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts, double built) const;

  std::uint64_t bytes() const { return geometry.extents * geometry.extent_bytes(); }
  std::uint64_t descriptors() const { return geometry.extents * geometry.descriptors(descriptor); }

 private:
  std::vector<ParameterProblem> problems() const;
};

}  // namespace isochron
