// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// Defaults of parameters that the values of choices set.
///
/// A parameter that nobody has set has the value of the preset of the present choice; where that preset does not set
/// it, the default of its declaration. The order in which parameters are set has no influence.
class ParameterPresets {
 public:
  /// Lets parameters of `table` follow `declared`. The table's accessors refer to this object from then on. Throws
  /// InputError where a preset does not fit the parameters.
  ParameterPresets(const std::vector<PresetDeclaration>& declared, ParameterTable& table);
  ParameterPresets(const ParameterPresets&) = delete;
  ParameterPresets& operator=(const ParameterPresets&) = delete;

 private:
  /// A parameter whose default presets set.
  struct Target {
    std::string path;
    ParameterValue standard;  ///< where the preset of the present choice does not say
    std::function<void(const ParameterValue&)> store;
    bool is_set = false;
  };
  struct Values {
    std::string source;
    std::map<const Target*, ParameterValue> of;
  };
  /// A choice that has presets.
  struct Choice {
    std::string path;
    std::function<ParameterValue()> get;
    std::map<std::string, Values> presets;  ///< by its values
    std::vector<Target*> targets;           ///< of all of them

    std::string now() const { return std::get<std::string>(get()); }
    /// What the preset of the present value says of `target`; nullptr: nothing.
    const ParameterValue* find(const Target& target) const;
    void store(const Target& target) const;
  };

  Choice& choice_of(const PresetDeclaration& preset, ParameterTable& table);
  void add_value(const PresetDeclaration& preset, const Setting& value, Choice& choice, const ParameterTable& table);
  /// The parameter that `value` sets, which a preset may set. Throws InputError.
  const Parameter& parameter_of(const PresetDeclaration& preset, const Setting& value,
                                const ParameterTable& table) const;
  Target& target_of(const Setting& value, Choice& choice, const Parameter& parameter);
  static void follow(Choice& choice, ParameterTable& table);

  const std::vector<PresetDeclaration>& declared_;
  std::vector<std::unique_ptr<Choice>> choices_;
  std::vector<std::unique_ptr<Target>> targets_;
};

}  // namespace isochron
