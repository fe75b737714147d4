// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

namespace isochron {

/// Which file a path names, however it is spelled: through links of either kind it is the same one. A file that is
/// not there yet is named by its folder and the name in it.
struct FileIdentity {
  unsigned long long device = 0;
  unsigned long long inode = 0;
  std::string name;  ///< empty for a file that is there
  /// Whether a second writer would destroy what a first one wrote: not so for a terminal, /dev/null and the like.
  bool can_be_destroyed = false;

  bool is_there() const { return inode != 0 && name.empty(); }

  /// Zeros when there is not even a folder.
  static FileIdentity of(const std::string& path);
  /// Identity of an open file.
  static FileIdentity of(int descriptor);

  friend bool operator==(const FileIdentity& one, const FileIdentity& other) {
    return std::tie(one.device, one.inode, one.name) == std::tie(other.device, other.inode, other.name);
  }
};

}  // namespace isochron
