// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/machine_library.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <isochron/core/input_files.h>
#include <isochron/machine/composed_machine.h>
#include <isochron/machine/language/machine_reader.h>
#include <isochron/scenario/scenario_library.h>

namespace isochron {

namespace fs = std::filesystem;

namespace {

/// More than these in a folder are none that anybody looks for by name.
constexpr std::size_t most_files = 1000;

bool is_path(const std::string& name) {
  return name.find('/') != std::string::npos || fs::path(name).extension() == ".yaml";
}

bool is_machine(const fs::path& file) {
  try {
    return is_machine_file(file.string());
  } catch (const std::runtime_error&) {  // no YAML, or nothing that can be read
    return false;
  }
}

/// Names of the machine files in a folder, in order.
std::vector<std::string> machines_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  std::size_t seen = 0;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end && seen < most_files;
       entry.increment(error), ++seen)
    if (entry->path().extension() == ".yaml" && is_machine(entry->path()))
      names.push_back(entry->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string machine_folder() {
  const std::string scenarios = scenario_folder();
  return scenarios.empty() ? "" : (fs::path(scenarios) / "machines").string();
}

std::string MachineLibrary::path_beside(const std::string& name, const std::string& file) {
  const fs::path path = fs::path(file).parent_path() / (is_path(name) ? name : name + ".yaml");
  return path.lexically_normal().string();
}

bool MachineLibrary::exists(const std::string& path, const std::string& name) const {
  if (known_.count(path) > 0) return true;
  std::error_code error;
  // A pipe or a device is refused by the reader, which says what it is.
  if (!fs::exists(path, error) || fs::is_directory(path, error)) {
    InputFiles::note_missing(path);
    return false;
  }
  if (is_path(name)) return true;
  // A scenario may be called as its system is: NAME.yaml beside it is then itself.
  const auto [seen, is_new] = is_machine_.emplace(path, false);
  if (is_new) seen->second = is_machine_file(path);
  return seen->second;
}

std::shared_ptr<const MachineType> MachineLibrary::read(const std::string& path) const {
  const auto found = known_.find(path);
  if (found != known_.end()) return found->second;
  auto type = std::make_shared<const MachineType>(composed_machine_type(path));
  known_[path] = type;
  return type;
}

std::shared_ptr<const MachineType> MachineLibrary::beside(const std::string& name, const std::string& file) const {
  return has_beside(name, file) ? read(path_beside(name, file)) : nullptr;
}

bool MachineLibrary::has_beside(const std::string& name, const std::string& file) const {
  return exists(path_beside(name, file), name);
}

std::vector<std::string> MachineLibrary::around(const std::string& file) const {
  const fs::path folder = fs::path(file).parent_path();
  return machines_in(folder.empty() ? "." : folder);
}

std::shared_ptr<const MachineType> MachineLibrary::in_library(const std::string& name) const {
  return has_in_library(name) ? beside(name, (fs::path(machine_folder()) / name).string()) : nullptr;
}

bool MachineLibrary::has_in_library(const std::string& name) const {
  const std::string folder = machine_folder();
  return !folder.empty() && !is_path(name) && has_beside(name, (fs::path(folder) / name).string());
}

std::vector<std::string> MachineLibrary::library() const {
  return machines_in(machine_folder());
}

}  // namespace isochron
