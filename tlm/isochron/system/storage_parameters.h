// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/bus/scsi_string_config.h>
#include <isochron/storage/disk.h>

namespace isochron {

/// The disks of a PC and the SCSI strings that they are on. Source: PS2, section 6.
struct StorageParameters {
  enum class Model {
    literal,  ///< the mean latency of random accesses over the whole disk, at every access
    local     ///< the arm's way to where the data are, and rotation
  };

  Model model = Model::local;
  std::uint64_t rate = 27'682'406;  ///< of the medium, bit/s: 3.3 MiB/s
  std::uint64_t mean_latency = 18'500 * microsecond;
  DiskMechanics mechanics;
  Disk::Order order = Disk::Order::fifo;
  std::uint64_t depth = 1;    ///< requests at a disk at a time
  std::uint64_t file_at = 0;  ///< where the file begins on each disk, bytes
  ScsiStringConfig string;
  std::uint64_t strings = 0;  ///< 0: as in the paper's table, 3 disks on each

  /// Adds `strings`, `disk` and `string`.
  void add_to(ParameterTable& table);
  /// With `disks` on the strings of a PC, by the name of the parameter that says how many.
  std::vector<ParameterProblem> problems(std::uint64_t disks, const std::string& disks_path) const;

  std::uint64_t strings_of(std::uint64_t disks) const { return strings > 0 ? strings : (disks + 2) / 3; }
  std::uint64_t string_of(std::uint64_t disk, std::uint64_t disks) const { return disk * strings_of(disks) / disks; }
  Disk::Config disk() const;
  /// Seconds, on the mean, from one request of a disk to its next, where nobody else is there: what it takes at least.
  /// With one request at a time that is its service, its last chunk's way over the string and the job of its interface,
  /// else its service alone. `span`: bytes of the disk over which requests are spread at random; 0: they follow each
  /// other.
  double least_cycle(std::uint64_t bytes, std::uint64_t span, Time disk_interface) const;
};

}  // namespace isochron
