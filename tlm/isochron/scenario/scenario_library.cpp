// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/scenario_library.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <isochron/scenario/build_info.h>
#include <isochron/scenario/file_error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

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

std::string find_scenario(const std::string& name) {
  std::error_code error;
  if (fs::exists(name, error) || fs::path(name).has_extension() || fs::path(name).is_absolute()) return name;
  std::vector<std::string> found, known;
  for (const std::string& file : scenario_files(scenario_folder())) {
    const std::string whole = fs::path(file).replace_extension().string();
    const bool ends = whole.size() > name.size() && whole[whole.size() - name.size() - 1] == '/' &&
                      whole.compare(whole.size() - name.size(), name.size(), name) == 0;
    if (ends) found.push_back(shown_path(file));
    known.push_back(fs::path(whole).filename().string());
  }
  if (found.size() == 1) return found.front();
  if (found.size() > 1)
    throw InputError({name, 0, 0}, "several scenarios have this name",
                     fmt::format("Name one by its path: {}", fmt::join(found, ", ")));
  const std::string meant = nearest(name, known);
  throw FileError(name, "there is no such file, and no scenario of this name",
                  meant.empty() ? "`isochron list` shows those that come with the command"
                                : fmt::format("Did you mean `{}`?", meant));
}

std::string shown_path(const std::string& file) {
  const std::string near = fs::path(file).lexically_proximate(fs::current_path()).string();
  return near.rfind("..", 0) == 0 ? file : near;
}

}  // namespace isochron
