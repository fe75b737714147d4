// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/output_path.h>

#include <filesystem>

#include <sys/stat.h>

namespace isochron {

namespace fs = std::filesystem;

std::string output_path(const std::string& path) {
  constexpr int most_links = 40;  // as Linux has it
  struct stat found {};
  std::error_code error;
  // /dev/stdout and what it leads to cannot be followed by name.
  if (::stat(path.c_str(), &found) == 0) {
    if (!S_ISREG(found.st_mode) || !fs::is_symlink(path, error)) return path;
    const fs::path real = fs::canonical(path, error);
    return error ? path : real.string();
  }
  fs::path target(path);
  for (int links = 0; fs::is_symlink(target, error); ++links) {
    if (links == most_links) return path;
    const fs::path next = fs::read_symlink(target, error);
    if (error) return path;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

}  // namespace isochron
