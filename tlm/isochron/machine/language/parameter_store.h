// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// Values of parameters that a machine file declares.
class ParameterStore {
 public:
  /// At their defaults. `declarations` must outlive this. Throws InputError where a default or a range cannot be read.
  explicit ParameterStore(const std::vector<ParameterDeclaration>& declarations);

  /// Parameters of this object; the caller that sets one checks its range.
  ParameterTable table();
  /// The names with their current values.
  Names names() const;

 private:
  void add_conditions(ParameterTable& table) const;

  struct Field {
    std::uint64_t number = 0;  ///< of a choice its place
    bool flag = false;
    std::vector<std::uint64_t> dimensions;  ///< as many as its default has
    Range range;
  };

  const std::vector<ParameterDeclaration>& declarations_;
  std::vector<std::unique_ptr<Field>> fields_;
};

/// Checks what can be checked of a setting before it is worked out: that `table` has the parameter, and every name of
/// the expression. Throws InputError.
void check_setting(const Setting& setting, const ParameterTable& table, const Expression::Scope& scope,
                   const std::string& owner);

/// Sets what a file says of one parameter of `table`, whose owner messages call `owner`, worked out with `names`.
/// Throws InputError: an unknown parameter, a value that does not fit.
void apply_setting(const Setting& setting, const ParameterTable& table, const Names& names, const std::string& owner);

}  // namespace isochron
