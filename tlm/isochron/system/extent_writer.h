// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/run/machine_simulation.h>
#include <isochron/system/extent_writer_parameters.h>
#include <isochron/system/voxel_noise.h>

namespace isochron {

/// Gathers extents of a volume into a file's image with a block mover, as a model or as Verilog, and compares every
/// byte with the volume. Runs until the last extent is there. Source: Messerli, Gennart, Hersch, PS2, section 5;
/// docs/systems/extent_writer.md.
class ExtentWriter final : public MachineSimulation, public ChainMover::Client {
 public:
  using Parameters = ExtentWriterParameters;

  /// `parameters` must have no problems. `seed`: of the volume's bytes.
  ExtentWriter(const Parameters& parameters, std::uint64_t seed, InstanceOverrides& overrides);

  struct Parts {
    ChainMover* mover = nullptr;
  };
  /// Its part; `model` is null where it is only planned, and so is what it returns.
  static Parts assemble(Assembly& machine, const Parameters& p, ExtentWriter* model);
  static TypeInfo type_info();

  /// Volume and image, for tests.
  LocalMemory& memory() { return parts_.mover->memory(); }

  /// What a run counts.
  struct Counts {
    std::uint64_t clocks = 0;      ///< of the mover, from the start of the chain to its end
    Time time = 0;                 ///< the same, ps
    std::uint64_t checked = 0;     ///< bytes
    std::uint64_t rtl_cycles = 0;  ///< simulated
  };
  const Counts& counts() const { return counts_; }

 private:
  static std::vector<MachineFigure> figures(const Parameters& p, const Counts& counts);
  static std::vector<MetricRule> metric_rules();

  void fill();
  void check() const;
  void moved(std::uint64_t moves, Time now) override;
  std::string left_to_do() const override;
  Time window_end() const override { return parts_.mover->ended(); }
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override { return metrics_of(metric_rules()); }

  Parameters parameters_;
  VoxelNoise volume_;
  Parts parts_;
  std::uint64_t written_ = 0;      ///< extents
  std::uint64_t fingerprint_ = 0;  ///< of when each was written
  Counts counts_;
};

}  // namespace isochron
