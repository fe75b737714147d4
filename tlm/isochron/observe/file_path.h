// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace isochron {

/// A file that a parameter names. A relative name begins in the folder of whoever gives it.
struct FilePath {
  std::string name;    ///< as it was given; empty: no file
  std::string folder;  ///< empty: the current one

  bool empty() const { return name.empty(); }
  std::string path() const { return (std::filesystem::path(folder) / name).lexically_normal().string(); }
};

}  // namespace isochron
