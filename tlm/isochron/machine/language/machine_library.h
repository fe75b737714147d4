// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <isochron/part/part_types.h>
#include <isochron/scenario/scenario_loader.h>

namespace isochron {

/// Machine files beside scenarios and in the library's folder scenarios/machines. Each is read once.
class MachineLibrary final : public MachineFiles {
 public:
  std::shared_ptr<const MachineType> beside(const std::string& name, const std::string& file) const override;
  bool has_beside(const std::string& name, const std::string& file) const override;
  std::vector<std::string> around(const std::string& file) const override;
  std::shared_ptr<const MachineType> in_library(const std::string& name) const override;
  bool has_in_library(const std::string& name) const override;
  std::vector<std::string> library() const override;
  const TypeRegistry& part_types() const override { return part_registry(); }

 private:
  /// Path of the file that beside() reads, whether or not it exists.
  static std::string path_beside(const std::string& name, const std::string& file);
  /// Whether there is such a file, for a machine called `name`.
  bool exists(const std::string& path, const std::string& name) const;
  std::shared_ptr<const MachineType> read(const std::string& path) const;

  mutable std::map<std::string, std::shared_ptr<const MachineType>> known_;  ///< by path
  mutable std::map<std::string, bool> is_machine_;                           ///< what was looked at, by path
};

/// The folder of machine files that belong to the library; empty when there is none.
std::string machine_folder();

}  // namespace isochron
