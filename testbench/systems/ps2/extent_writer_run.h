// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/dma/block_mover/local_memory.h>
#include <isochron/observe/instance_overrides.h>
#include <isochron/observe/replication_record.h>
#include <isochron/software/ps2/extent_geometry.h>

#include "support/library_machine.h"

namespace isochron::testbench {

/// Parameters of the library's machine `extent_writer`.
struct ExtentParameters {
  ExtentGeometry geometry;
  ExtentGeometry::Descriptor descriptor = ExtentGeometry::Descriptor::volume;
  std::uint64_t clock = 100'000'000;               ///< hertz
  std::uint64_t memory_latency = 50 * nanosecond;  ///< ps

  std::uint64_t bytes() const { return geometry.extents * geometry.extent_bytes(); }
  Settings settings() const;
  std::unique_ptr<MachineDescription> machine() const { return library_machine("extent_writer", settings()); }
  std::vector<ParameterProblem> problems() const { return problems_of("extent_writer", settings()); }
};

using WithMemory = std::function<void(LocalMemory& memory)>;

/// One run, in this process: `before` and `after` see the memory with volume and image. Throws ModelError.
ReplicationRecord run_extent_writer(const ExtentParameters& parameters, std::uint64_t seed, const WithMemory& before,
                                    const WithMemory& after, InstanceOverrides* overrides = nullptr);

}  // namespace isochron::testbench
