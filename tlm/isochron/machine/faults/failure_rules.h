// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <isochron/machine/faults/path_form.h>
#include <isochron/machine/language/expression.h>
#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/language/parameter_store.h>

namespace isochron {

/// What a machine does about the failure of some of its parts: parameters that it has from then on, as a section of a
/// machine file says, `failures` for when it knows of it, and `rebuilding` for when they are back, and empty. Names in
/// place of indices can be used in their values:
/// {"node[n]": {failed_nodes: [n]}}.
class FailureRules {
 public:
  FailureRules() = default;
  /// `section`: what the file calls it; `scope`: names of the machine; `table`: its parameters. Throws InputError.
  FailureRules(const YamlNode& node, std::string section, const Expression::Scope& scope, const ParameterTable& table);

  const std::string& section() const { return section_; }
  /// Whether the failure of `path` changes something.
  bool has(const std::string& path) const;
  /// Sets the parameters of `store` that the failure of `path` changes. Throws InputError.
  void apply(const std::string& path, const ParameterStore& store) const;
  /// Parameters that some failure sets.
  std::set<std::string> parameters() const;
  /// Where the rule for `path`, which has one, stands.
  const SourcePosition& position_of(const std::string& path) const;

 private:
  struct Rule {
    PathForm of;
    SourcePosition position;
    std::vector<Setting> settings;
  };
  const Rule* rule_of(const std::string& path) const;
  std::string owner() const { return "the machine in `" + section_ + "`"; }

  std::string section_;
  std::vector<Rule> rules_;
};

}  // namespace isochron
