// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/group_passing.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <isochron/machine/language/parameter_groups.h>
#include <isochron/machine/language/type_prototype.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// The group `name` of a type; nullptr: it has none.
const ParameterGroup* group_of(const TypeDeclaration& type, const std::string& name) {
  for (const ParameterDeclaration& one : type.parameters)
    if (one.kind == ParameterDeclaration::Kind::group && one.name == name) return &one.group;
  return nullptr;
}

class GroupPassing {
 public:
  explicit GroupPassing(MachineFile& file) : file_(file) {}

  void pass() {
    pass(file_.machine);
    for (TypeDeclaration& type : file_.types) pass(type);
  }

 private:
  void pass(TypeDeclaration& type) {
    for (PartDeclaration& part : type.parts) pass(part.settings, part.type, part.type_position, type);
    for (ConnectionDeclaration& connection : type.connections)
      if (connection.link) pass(connection.link->settings, connection.link->type, connection.link->type_position, type);
  }

  /// In the settings of a part of `type`, which is one of `around`.
  void pass(std::vector<Setting>& settings, const std::string& type, const SourcePosition& position,
            const TypeDeclaration& around) const {
    const auto is_group = [&around](const Setting& setting) {
      return setting.raw.is_scalar() && group_of(around, setting.raw.text) != nullptr;
    };
    if (std::none_of(settings.begin(), settings.end(), is_group)) return;
    const TypePrototype part(type, position, file_);
    std::vector<Setting> passed, own;
    for (Setting& setting : settings) {
      if (!is_group(setting) || part.table().find(setting.path) != nullptr)
        own.push_back(std::move(setting));
      else
        for (Setting& one : members(setting, *group_of(around, setting.raw.text), type, part))
          passed.push_back(std::move(one));
    }
    // What the part says itself holds.
    for (Setting& setting : own) {
      passed.erase(std::remove_if(passed.begin(), passed.end(),
                                  [&setting](const Setting& one) { return one.path == setting.path; }),
                   passed.end());
      passed.push_back(std::move(setting));
    }
    settings = std::move(passed);
  }

  /// Settings of the parameters that `group` has and `part` takes.
  std::vector<Setting> members(const Setting& setting, const ParameterGroup& group, const std::string& type,
                               const TypePrototype& part) const {
    const TypePrototype prototype(group.type, group.type_position, file_);
    const TypeDeclaration* const composite = file_.type(type);
    const ParameterGroup* const taken = composite == nullptr ? nullptr : group_of(*composite, setting.path);
    const bool is_same = taken == nullptr && type == group.type;
    if (taken != nullptr && taken->type != group.type) misplaced(setting, group, type);
    std::vector<Setting> found;
    for (const Parameter& parameter : prototype.table().all()) {
      const std::string path = is_same            ? parameter.path
                               : taken != nullptr ? outer_name(*taken, parameter.path)
                                                  : setting.path + "." + parameter.path;
      if (part.table().find(path) == nullptr) continue;
      Setting one = setting;
      one.path = path;
      one.from_group = true;
      if (const std::string name = outer_name(group, parameter.path); !name.empty()) {
        one.raw.text = name;
        one.value = Expression::parse(name, setting.raw.position);
      } else if (const Setting* const said = setting_of(group, parameter.path)) {
        one.raw = said->raw;
        one.value = said->value;
        one.problem = said->problem;
      } else {
        continue;
      }
      found.push_back(std::move(one));
    }
    if (found.empty()) misplaced(setting, group, type);
    return found;
  }

  [[noreturn]] static void misplaced(const Setting& setting, const ParameterGroup& group, const std::string& type) {
    throw InputError(setting.position,
                     fmt::format("`{}` is a group of parameters of a `{}`, and a `{}` takes none as `{}`",
                                 setting.raw.text, group.type, type, setting.path),
                     fmt::format("Pass it to a `{}`, or pass single parameters of it", group.type));
  }

  MachineFile& file_;
};

}  // namespace

void pass_groups(MachineFile& file) {
  GroupPassing(file).pass();
}

}  // namespace isochron
