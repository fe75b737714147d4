// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/machine_library.h>

#include <algorithm>
#include <filesystem>

#include <isochron/compose/composed_machine.h>
#include <isochron/compose/machine_reader.h>
#include <isochron/scenario/scenario_library.h>

namespace isochron {

namespace fs = std::filesystem;

std::string machine_folder() {
  const std::string scenarios = scenario_folder();
  return scenarios.empty() ? "" : (fs::path(scenarios) / "machines").string();
}

std::shared_ptr<const MachineType> MachineLibrary::read(const std::string& path) const {
  const std::string plain = fs::path(path).lexically_normal().string();
  const auto found = known_.find(plain);
  if (found != known_.end()) return found->second;
  auto type = std::make_shared<const MachineType>(composed_machine_type(plain));
  known_[plain] = type;
  return type;
}

std::shared_ptr<const MachineType> MachineLibrary::beside(const std::string& name, const std::string& file) const {
  std::error_code error;
  const fs::path folder = fs::path(file).parent_path();
  const bool is_path = name.find('/') != std::string::npos || fs::path(name).extension() == ".yaml";
  const fs::path path = folder / (is_path ? name : name + ".yaml");
  if (!fs::is_regular_file(path, error)) return nullptr;
  // A scenario may be called as its system is: NAME.yaml beside it is then itself.
  if (!is_path && !is_machine_file(path.string())) return nullptr;
  return read(path.string());
}

std::shared_ptr<const MachineType> MachineLibrary::in_library(const std::string& name) const {
  const std::vector<std::string> names = library();
  if (std::find(names.begin(), names.end(), name) == names.end()) return nullptr;
  return read((fs::path(machine_folder()) / (name + ".yaml")).string());
}

std::vector<std::string> MachineLibrary::library() const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(machine_folder(), error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".yaml" && is_machine_file(entry->path().string()))
      names.push_back(entry->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace isochron
