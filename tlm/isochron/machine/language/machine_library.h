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
  std::vector<std::string> around(const std::string& file) const override;
  std::shared_ptr<const MachineType> in_library(const std::string& name) const override;
  std::vector<std::string> library() const override;
  const TypeRegistry& part_types() const override { return part_registry(); }

 private:
  std::shared_ptr<const MachineType> read(const std::string& path) const;

  mutable std::map<std::string, std::shared_ptr<const MachineType>> known_;  ///< by path
};

/// The folder of machine files that belong to the library; empty when there is none.
std::string machine_folder();

}  // namespace isochron
