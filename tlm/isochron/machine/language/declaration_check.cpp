// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/declaration_check.h>

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/language/disk_array_options.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/language/scope_checks.h>
#include <isochron/machine/language/type_prototype.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

using Scope = Expression::Scope;

class DeclarationCheck {
 public:
  explicit DeclarationCheck(const MachineFile& file) : file_(file) {}

  void check() {
    const ParameterStore store(file_.machine, file_);
    const Scope scope = scope_with_values(file_.machine, scope_of(store));
    check_checks(file_.machine, store, scope);
    const Scope with_parts = check_body(file_.machine, scope);
    for (const TypeDeclaration& type : file_.types) check_type(type);
    for (const WorkloadKind* const kind : workload_kinds()) kind->check(file_, with_parts);
    for (const DiskArrayDeclaration& array : file_.disk_arrays) {
      DiskArrayOptions options;
      const ParameterTable table = options.parameters();
      array.mttf_hours.check(scope, "`mttf_hours`");
      array.repair_hours.check(scope, "`repair_hours`");
      for (const Setting& setting : array.settings) check_setting(setting, table, scope, owner_of(array));
    }
    for (const MetricDeclaration& metric : file_.metrics) {
      Scope inside = scope;
      enter_loop(metric.loop, inside);
      for (const PatternTemplate& of : metric.of) check_indices(of.indices(), inside, of.text());
    }
  }

 private:
  void check_type(const TypeDeclaration& type) {
    const ParameterStore store(type, file_);
    Scope scope = scope_with_values(type, scope_of(store));
    check_checks(type, store, scope);
    // An instance in an array has its index.
    scope["index"];
    for (const PortDeclaration& port : type.ports) {
      if (port.size) port.size->check(scope, fmt::format("the size of `{}`", port.name));
      check_path(port.inside, port.size ? with(scope, "i") : scope);
    }
    check_body(type, std::move(scope));
  }

  /// Returns `scope` with the choices and counts of the type's parts.
  Scope check_body(const TypeDeclaration& type, Scope scope) {
    for (const ParameterDeclaration& parameter : type.parameters)
      for (const CountsWith& with : parameter.conditions) check_when(with.when, scope);
    check_groups(type, scope);
    check_types(type, scope);
    for (const PartDeclaration& part : type.parts) {
      for (const Expression& size : part.sizes) size.check(scope, fmt::format("the size of `{}`", part.name));
      const bool has_own_index = !part.sizes.empty() && scope.try_emplace("index").second;
      check_when(part.when, scope);
      if (part.down) part.down->check(scope, "`down`");
      check_settings(part, scope);
      if (has_own_index) scope.erase("index");
      add_choices(part, "", scope, 0);
    }
    for (const ConnectionDeclaration& connection : type.connections) {
      enter_loop(connection.loop, scope);
      check_connection(connection, scope);
      for (const auto& [name, limit] : connection.loop.variables) scope.erase(name);
    }
    return scope;
  }

  /// Of `part`, by its path behind `prefix`: "node[*].mover.impl". What is a parameter too is the parameter.
  void add_choices(const PartDeclaration& part, const std::string& prefix, Scope& scope, int depth) {
    std::string path = prefix + with_stars(part.name);
    for (std::size_t i = 0; i < part.sizes.size(); ++i) path += "[*]";
    if (const TypeDeclaration* const composite = file_.type(part.type)) {
      if (depth < deepest)
        for (const PartDeclaration& inside : composite->parts) add_choices(inside, path + ".", scope, depth + 1);
      return;
    }
    for (const Parameter& parameter : prototype(part.type, part.type_position).table().all())
      if (parameter.quantity == Quantity::choice)
        scope.emplace(path + "." + parameter.path, Expression::Words{parameter.choices, true});
      else if (parameter.quantity == Quantity::count)
        scope.emplace(path + "." + parameter.path, Expression::Words());
  }

  /// Adds the names that `let` has.
  static Scope scope_with_values(const TypeDeclaration& type, Scope scope) {
    for (const auto& [name, value] : type.values) {
      if (scope.count(name) != 0)
        throw InputError(value.position(), fmt::format("`{}` in `let` is a parameter, or there twice", name),
                         "Give it another name");
      value.check(scope, fmt::format("`{}`", name));
      if (value.is_choice(scope))
        throw InputError(value.position(), fmt::format("`{}` is a name, and `let` has numbers and conditions", name),
                         "Use the parameter itself, or compare it: near == mode");
      scope[name];
    }
    return scope;
  }

  /// Also that conditions can be worked out with the defaults.
  static void check_checks(const TypeDeclaration& type, const ParameterStore& store, const Scope& scope) {
    const auto require_parameter = [&store](const CheckDeclaration::Place& place) {
      if (store.table().find(place.name) != nullptr) return;
      std::vector<std::string> known;
      for (const Parameter& parameter : store.table().all()) known.push_back(parameter.path);
      throw InputError(place.position, fmt::format("`{}` is no parameter here", place.name.substr(0, 60)),
                       known.empty() ? "Declare it" : suggestion(place.name, known));
    };
    for (const CheckDeclaration& one : type.checks) {
      one.require.check(scope, "`require`");
      one.cause.check(scope, "`cause`");
      one.remedy.check(scope, "`remedy`");
      require_parameter(one.at);
      for (const CheckDeclaration::Place& other : one.others) require_parameter(other);
      for (const Setting& setting : one.tries) {
        require_parameter({setting.path, setting.position});
        if (setting.value) setting.value->check(scope, fmt::format("`{}`", setting.path));
      }
      static_cast<void>(one.require.flag(store.names(), "`require`"));
    }
  }

  /// That parameters which choose types are choices, of all that they choose among.
  static void check_types(const TypeDeclaration& type, const Scope& scope) {
    for (const PartDeclaration& part : type.parts) {
      if (part.choice == nullptr) continue;
      const TypeChoice& choice = *part.choice;
      const auto found = scope.find(choice.parameter);
      if (found == scope.end() || !found->second.is_choice)
        throw InputError(choice.position,
                         fmt::format("the type of `{}` is chosen by `{}`, which is no choice", part.name,
                                     choice.parameter.substr(0, 60)),
                         "Declare it: {type: choice, choices: [...], default: ...}");
      for (const std::string& value : found->second.names)
        if (std::find(choice.values.begin(), choice.values.end(), value) == choice.values.end())
          throw InputError(
              choice.position,
              fmt::format("`{}` can be `{}`, for which `{}` has no type", choice.parameter, value, part.name),
              fmt::format("Add it to `among`, or choose from {}", fmt::join(choice.values, ", ")));
      part.chosen->check(scope, fmt::format("the type of `{}`", part.name));
    }
  }

  void check_groups(const TypeDeclaration& type, const Scope& scope) {
    for (const ParameterDeclaration& one : type.parameters) {
      if (one.kind != ParameterDeclaration::Kind::group || one.group.settings.empty()) continue;
      const TypePrototype& of = prototype(one.group.type, one.group.type_position);
      for (const Setting& setting : one.group.settings) check_setting(setting, of.table(), scope, of.owner());
    }
  }

  void check_settings(const PartDeclaration& part, const Scope& scope) {
    const TypePrototype& type = prototype(part.type, part.type_position);
    if (part.has_no_scope && type.config() != nullptr)
      throw InputError(part.position, fmt::format("`{}` is a part itself, and has no scope to leave out", part.name),
                       "Leave `scope` out");
    for (const Setting& setting : part.settings) check_setting(setting, type.table(), scope, type.owner());
  }

  /// Adds its variables, which have no other meaning around it.
  static void enter_loop(const Loop& loop, Scope& scope) {
    for (const auto& [name, limit] : loop.variables) {
      if (scope.count(name) != 0)
        throw InputError(limit.position(), fmt::format("the variable `{}` is a parameter too", name),
                         "Give it another name");
      limit.check(scope, fmt::format("the number of `{}`", name));
      scope[name];
    }
    check_when(loop.when, scope);
  }

  /// Within its loop.
  void check_connection(const ConnectionDeclaration& connection, const Scope& scope) {
    check_path(connection.from, scope);
    check_path(connection.to, scope);
    // Which parameters a master has is the bus's to say, that the path leads to.
    Expression::Words any;
    any.any = true;
    for (const Setting& setting : connection.master)
      if (setting.value) setting.value->check(scope, fmt::format("`{}`", setting.path), any);
    if (!connection.link) return;
    const LinkDeclaration& link = *connection.link;
    const auto fits = connection.both_ways ? is_link_of_peers : is_link;
    if (component_types().count(link.type) == 0) unknown_type(link.type, link.type_position, names_of_types(fits));
    const TypePrototype& type = prototype(link.type, link.type_position);
    if (!fits(*type.config())) no_link(link, connection.both_ways, *type.config());
    check_path(link.name, scope);
    for (const Setting& setting : link.settings) check_setting(setting, type.table(), scope, type.owner());
  }

  [[noreturn]] static void no_link(const LinkDeclaration& link, bool both_ways, const PartConfig& config) {
    if (!both_ways && is_link_of_peers(config))
      throw InputError(link.type_position, fmt::format("a `{}` is a link of both directions", link.type),
                       "Write between: [..., ...] in place of `from` and `to`");
    if (both_ways && is_link(config))
      throw InputError(link.type_position, fmt::format("a `{}` is a link of one direction", link.type),
                       "Write `from` and `to` in place of `between`, or use a part with the peers `a` and `b`");
    throw InputError(link.type_position, fmt::format("a `{}` is no link", link.type),
                     both_ways ? "Use a part with the peers `a` and `b`" : "Use a part with the ports `in` and `out`");
  }

  /// Each type is made once.
  const TypePrototype& prototype(const std::string& type, const SourcePosition& position) {
    std::unique_ptr<TypePrototype>& made = prototypes_[type];
    if (made == nullptr) made = std::make_unique<TypePrototype>(type, position, file_);
    return *made;
  }

  static constexpr int deepest = 4;  ///< types within types whose parts' choices have names

  const MachineFile& file_;
  std::map<std::string, std::unique_ptr<TypePrototype>> prototypes_;
};

}  // namespace

void check_declarations(const MachineFile& file) {
  DeclarationCheck(file).check();
}

}  // namespace isochron
