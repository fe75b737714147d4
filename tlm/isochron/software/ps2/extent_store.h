// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include <isochron/observe/type_registry.h>
#include <isochron/software/ps2/extent_placement.h>
#include <isochron/storage/medium.h>

namespace isochron {

/// A file of extents that is spread over disks: which disk has an extent, where on it, and, with real data, its bytes.
/// On each disk the extents stand one behind another, by number. Source: PS2, sections 4 and 5.
class ExtentStore final : public sc_core::sc_module {
 public:
  struct Config {
    std::uint64_t row_offset = 0;    ///< prime to the disks; 0: the best
    std::uint64_t plane_offset = 0;  ///< the same between planes of extents

    ParameterTable parameters();
    /// What is wrong with them on so many disks.
    std::vector<ParameterProblem> problems(std::uint64_t disks) const;
  };
  struct Location {
    std::uint32_t disk = 0;      ///< of all
    std::uint64_t position = 0;  ///< on it, bytes
  };

  /// `file_at`: position on each disk where its part of the file begins, bytes. `with_data`: its bytes are those of the
  /// Phantom, of one byte a voxel.
  ExtentStore(const sc_core::sc_module_name& name, const VolumeGeometry& volume, const ExtentPlacement& placement,
              std::uint64_t file_at, bool with_data);
  ~ExtentStore() override;

  const Location& location(std::uint64_t extent) const { return locations_[extent]; }
  const VolumeGeometry& volume() const { return volume_; }
  const ExtentPlacement& placement() const { return placement_; }
  /// Of a disk; nullptr without data.
  const Medium* medium(std::uint64_t disk) const;

  static constexpr const char* type = "extent_store";
  static TypeInfo type_info();

 private:
  class DiskMedium;

  VolumeGeometry volume_;
  ExtentPlacement placement_;
  std::vector<Location> locations_;
  std::vector<std::unique_ptr<DiskMedium>> media_;
};

}  // namespace isochron
