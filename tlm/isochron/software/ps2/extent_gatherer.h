// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <systemc>

#include <isochron/dma/block_mover/listed_moves.h>
#include <isochron/dma/block_mover/move_list.h>
#include <isochron/host/work_done.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/replication_record.h>
#include <isochron/observe/type_registry.h>
#include <isochron/software/ps2/extent_geometry.h>
#include <isochron/software/ps2/voxel_noise.h>

namespace isochron {

/// A program that lets a ChainMover gather extents of a volume into a file's image. It fills the mover's memory with
/// the volume, and compares every byte of the image with it when the last extent is there. Source: Messerli, Gennart,
/// Hersch, PS2, section 5; docs/systems/extent_writer.md.
class ExtentGatherer final : public sc_core::sc_module, public Measured, public MoveList {
 public:
  struct Config {
    ExtentGeometry geometry;
    ExtentGeometry::Descriptor descriptor = ExtentGeometry::Descriptor::volume;

    ParameterTable parameters();
    std::vector<ParameterProblem> problems() const;
    std::uint64_t bytes() const { return geometry.extents * geometry.extent_bytes(); }  ///< that are gathered
    std::uint64_t descriptors() const { return geometry.extents * geometry.descriptors(descriptor); }
    MoveShape shape() const;
  };

  /// `seed`: of the volume's bytes. `done` hears that all extents are gathered, and must outlive this.
  ExtentGatherer(const sc_core::sc_module_name& name, const Config& config, std::uint64_t seed, WorkDone& done);

  std::vector<block_mover::Move> moves(LocalMemory& memory) override;
  /// Throws ModelError if a byte of the image is not the volume's.
  void moved(std::uint64_t moves, Time now) override;

  /// "3 extents left"; empty: none.
  std::string left_to_do() const;
  /// Adds to the fingerprint when each extent was gathered, and the extents to the messages.
  void add_to(ReplicationRecord& record) const;

  void start_window(Time) override {}
  void report(StatisticSink& sink) override;

  static constexpr const char* type = "extent_gatherer";
  static TypeInfo type_info();

 private:
  void fill(LocalMemory& memory) const;
  void check() const;

  Config config_;
  VoxelNoise volume_;
  WorkDone& done_;
  const LocalMemory* memory_ = nullptr;  ///< the mover's, once it has asked for the moves
  std::uint64_t gathered_ = 0;           ///< extents
  std::uint64_t checked_ = 0;            ///< bytes
  std::uint64_t fingerprint_ = 0;
};

}  // namespace isochron
