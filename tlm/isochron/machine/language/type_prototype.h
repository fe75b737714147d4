// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/part/part_types.h>

namespace isochron {

class ParameterStore;

/// Throws InputError: `type` is none of `known`. The message says so of models that `isochron describe` knows and no
/// machine file can use.
[[noreturn]] void unknown_type(const std::string& type, const SourcePosition& position,
                               const std::vector<std::string>& known);

/// A part of a type at its defaults, for what its parameters are: a type of the library, or of a machine file.
class TypePrototype {
 public:
  /// `file` must outlive this; `depth` is that of groups within groups. Throws InputError at `position` where there is
  /// no such type.
  TypePrototype(const std::string& type, const SourcePosition& position, const MachineFile& file, int depth = 0);
  ~TypePrototype();
  TypePrototype(const TypePrototype&) = delete;
  TypePrototype& operator=(const TypePrototype&) = delete;

  /// Its parameters, which may be set.
  const ParameterTable& table() const { return table_; }
  /// What follows from these.
  std::vector<DerivedValue> derived() const;
  /// nullptr: it is a type of the file.
  const PartConfig* config() const { return config_.get(); }
  /// "a `pci_bus`", "the type `node`", for messages.
  const std::string& owner() const { return owner_; }

 private:
  std::string owner_;
  std::unique_ptr<PartConfig> config_;
  std::unique_ptr<ParameterStore> composite_;
  ParameterTable table_;
};

}  // namespace isochron
