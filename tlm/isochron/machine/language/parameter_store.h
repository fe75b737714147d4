// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/language/parameter_presets.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/part/part_config.h>

namespace isochron {

class TypePrototype;

/// Values of parameters that a machine, or a type of it, declares.
class ParameterStore {
 public:
  /// At their defaults. `type` and `file`, which has it, must outlive this. Throws InputError where a declaration does
  /// not fit.
  ParameterStore(const TypeDeclaration& type, const MachineFile& file, int depth = 0);
  ~ParameterStore();
  ParameterStore(const ParameterStore&) = delete;
  ParameterStore& operator=(const ParameterStore&) = delete;

  /// Parameters of this object; the caller that sets one checks its range.
  const ParameterTable& table() const { return table_; }
  /// The names with their current values, and those that `let` has. Throws InputError where one of these cannot be
  /// worked out.
  Names names() const;
  /// What follows from parameters of groups, as the types of these say.
  std::vector<DerivedValue> derived() const;

 private:
  struct Field {
    std::uint64_t number = 0;  ///< of a choice its place
    bool flag = false;
    std::vector<std::uint64_t> list;  ///< dimensions, as many as its default has; or indices
    Range range;
  };
  /// A part as a group has it, which has the values of the group's parameters.
  struct Group;

  void add_own(const ParameterDeclaration& one);
  void add_group(const ParameterDeclaration& one, const MachineFile& file, int depth);
  void change(const ParameterDeclaration& one);
  /// Whether the `when` of a condition does.
  bool holds(const CountsWith& with) const;
  /// Throws InputError where there is a parameter of this name.
  void require_new(const std::string& name, const SourcePosition& position) const;
  /// names() as they are now. Whoever looks for remedies asks for them thousands of times.
  const Names& current() const;
  std::vector<ParameterProblem> problems() const;
  /// `names`: nullptr where they cannot be worked out.
  std::vector<ParameterProblem> problems_of(const Group& group, const Names* names) const;
  /// What the type's checks find.
  std::vector<ParameterProblem> problems_of_checks(const Names& names) const;

  const TypeDeclaration& type_;
  std::vector<std::unique_ptr<Field>> fields_;
  std::vector<std::unique_ptr<Group>> groups_;
  ParameterTable table_;
  std::unique_ptr<ParameterPresets> presets_;  ///< nullptr: the type has none
  mutable Names names_;
  mutable std::vector<Value*> slots_;  ///< in these, of each parameter
};

/// Checks what can be checked of a setting before it is worked out: that `table` has the parameter, and every name of
/// the expression. Throws InputError.
void check_setting(const Setting& setting, const ParameterTable& table, const Expression::Scope& scope,
                   const std::string& owner);

/// Sets what a file says of one parameter of `table`, whose owner messages call `owner`, worked out with `names`.
/// Throws InputError: an unknown parameter, a value that does not fit.
void apply_setting(const Setting& setting, const ParameterTable& table, const Names& names, const std::string& owner);

}  // namespace isochron
