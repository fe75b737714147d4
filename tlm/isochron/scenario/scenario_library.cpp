// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/scenario_library.h>

#include <algorithm>
#include <filesystem>

#include <isochron/scenario/build_info.h>

namespace isochron {

namespace fs = std::filesystem;

namespace {

std::string& folder_of_package() {
  static std::string folder;
  return folder;
}

}  // namespace

std::string scenario_folder() {
  std::error_code error;
  const auto usable = [&](const fs::path& folder) { return fs::is_directory(folder / "published", error); };
  // build/release/isochron in a source tree, or bin/isochron in an installation: both are found on the way up.
  for (fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (usable(folder / "share/isochron/scenarios")) return folder / "share/isochron/scenarios";
    if (usable(folder / "scenarios")) return folder / "scenarios";
  }
  if (usable(folder_of_package())) return folder_of_package();
  const fs::path source = fs::path(build_source_folder) / "scenarios";
  return usable(source) ? source.string() : std::string();
}

void use_scenarios(const std::string& folder) {
  folder_of_package() = folder;
}

std::vector<std::string> scenario_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path name = entry->path().filename();
    if (entry->is_directory(error) && (name == "published" || name == "costs" || name == "machines")) {
      entry.disable_recursion_pending();
    } else if (entry->path().extension() == ".yaml") {
      files.push_back(entry->path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace isochron
