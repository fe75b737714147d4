// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/declaration_check.h>

#include <map>
#include <memory>

#include <fmt/format.h>

#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/route/via_names.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/machine/workload/jobs/job_options.h>
#include <isochron/machine/workload/traffic/traffic_options.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

using Scope = Expression::Scope;

Scope scope_of(const TypeDeclaration& type) {
  Scope scope;
  for (const ParameterDeclaration& parameter : type.parameters) {
    Expression::Words& words = scope[parameter.name];
    words.names = parameter.choices;
    if (!parameter.instead.empty()) words.names.push_back(parameter.instead);
    words.is_choice = parameter.quantity == Quantity::choice;
  }
  return scope;
}

Scope with(Scope scope, const std::string& name) {
  scope[name];
  return scope;
}

void check_indices(const std::vector<Expression>& indices, const Scope& scope, const std::string& of) {
  for (const Expression& index : indices) index.check(scope, fmt::format("the index of `{}`", of));
}

void check_path(const PathTemplate& path, const Scope& scope) {
  for (const PathTemplate::Segment& segment : path.segments()) check_indices(segment.indices, scope, segment.name);
}

void check_when(const std::optional<Expression>& when, const Scope& scope) {
  if (when) when->check(scope, "`when`");
}

/// Lists of an option that may be one of several: "rate.of", "io.weights".
bool is_list_of(const std::string& path, const std::string& option) {
  return path == option + ".of" || path == option + ".weights";
}

class DeclarationCheck {
 public:
  explicit DeclarationCheck(const MachineFile& file) : file_(file) {}

  void check() {
    const Scope scope = scope_of(file_.machine);
    check_body(file_.machine, scope);
    for (const TypeDeclaration& type : file_.types) check_type(type);
    for (const TrafficDeclaration& traffic : file_.traffic) check_traffic(traffic, scope);
    for (const JobDeclaration& jobs : file_.jobs) check_jobs(jobs, scope);
    for (const MetricDeclaration& metric : file_.metrics) {
      const Scope inside = check_loop(metric.loop, scope);
      for (const PatternTemplate& of : metric.of) check_indices(of.indices(), inside, of.text());
    }
  }

 private:
  /// A part of the library as it is at first.
  struct Plain {
    std::unique_ptr<PartConfig> config;
    ParameterTable table;
  };

  void check_type(const TypeDeclaration& type) {
    static_cast<void>(ParameterStore(type.parameters));  // its defaults
    // An instance in an array has its index.
    const Scope scope = with(scope_of(type), "index");
    for (const PortDeclaration& port : type.ports) {
      if (port.size) port.size->check(scope, fmt::format("the size of `{}`", port.name));
      check_path(port.inside, port.size ? with(scope, "i") : scope);
    }
    check_body(type, scope);
  }

  void check_body(const TypeDeclaration& type, const Scope& scope) {
    for (const PartDeclaration& part : type.parts) {
      check_when(part.when, scope);
      for (const Expression& size : part.sizes) size.check(scope, fmt::format("the size of `{}`", part.name));
      check_settings(part, part.sizes.empty() ? scope : with(scope, "index"));
    }
    for (const ConnectionDeclaration& connection : type.connections) check_connection(connection, scope);
  }

  void check_settings(const PartDeclaration& part, const Scope& scope) {
    if (const TypeDeclaration* const composite = file_.type(part.type)) {
      if (part.settings.empty()) return;
      ParameterStore store(composite->parameters);
      const ParameterTable table = store.table();
      for (const Setting& setting : part.settings)
        check_setting(setting, table, scope, fmt::format("the type `{}`", part.type));
      return;
    }
    if (component_types().count(part.type) == 0) {
      std::vector<std::string> known;
      for (const TypeDeclaration& type : file_.types) known.push_back(type.name);
      for (const auto& [name, type] : component_types()) known.push_back(name);
      unknown_type(part.type, part.type_position, known);
    }
    for (const Setting& setting : part.settings)
      check_setting(setting, plain(part.type).table, scope, fmt::format("a `{}`", part.type));
  }

  /// Returns the scope inside it.
  static Scope check_loop(const Loop& loop, Scope scope) {
    for (const auto& [name, limit] : loop.variables) {
      if (scope.count(name) != 0)
        throw InputError(limit.position(), fmt::format("the variable `{}` is a parameter too", name),
                         "Give it another name");
      limit.check(scope, fmt::format("the number of `{}`", name));
      scope[name];
    }
    check_when(loop.when, scope);
    return scope;
  }

  void check_connection(const ConnectionDeclaration& connection, const Scope& around) {
    const Scope scope = check_loop(connection.loop, around);
    check_path(connection.from, scope);
    check_path(connection.to, scope);
    // Which parameters a master has is the bus's to say, that the path leads to.
    Expression::Words any;
    any.any = true;
    for (const Setting& setting : connection.master)
      if (setting.value) setting.value->check(scope, fmt::format("`{}`", setting.path), any);
    if (!connection.link) return;
    const LinkDeclaration& link = *connection.link;
    if (component_types().count(link.type) == 0) unknown_type(link.type, link.type_position, names_of_types(is_link));
    if (!is_link(*plain(link.type).config))
      throw InputError(link.type_position, fmt::format("a `{}` is no link", link.type),
                       "Use a part with the ports `in` and `out`");
    check_path(link.name, scope);
    for (const Setting& setting : link.settings)
      check_setting(setting, plain(link.type).table, scope, fmt::format("a `{}`", link.type));
  }

  static void check_traffic(const TrafficDeclaration& traffic, const Scope& scope) {
    check_when(traffic.when, scope);
    TrafficOptions options;
    const ParameterTable table = options.parameters();
    for (const Setting& setting : traffic.settings) {
      if (setting.path == "per") continue;
      if (setting.path == "rate") {
        if (setting.value) setting.value->check(scope, "`rate`");
      } else if (is_list_of(setting.path, "rate") || is_list_of(setting.path, "io")) {
        for (const YamlNode& item : setting.raw.items)
          Expression::parse(item.text, item.position).check(scope, fmt::format("`{}`", setting.path));
      } else {
        check_setting(setting, table, scope, fmt::format("the traffic `{}`", traffic.name));
      }
    }
    Scope of_route = scope;
    for (const char* const name : route_names) of_route[name];
    for (const ViaDeclaration& via : traffic.via) {
      check_when(via.when, of_route);
      check_indices(via.at.indices(), of_route, via.at.text());
    }
  }

  static void check_jobs(const JobDeclaration& jobs, const Scope& scope) {
    check_when(jobs.when, scope);
    JobOptions options;
    const ParameterTable table = options.parameters();
    for (const Setting& setting : jobs.settings)
      check_setting(setting, table, scope, fmt::format("a job of `{}`", jobs.name));
    Scope of_job = with(scope, "job");
    for (const auto& [name, value] : jobs.values) {
      value.check(of_job, fmt::format("`{}`", name));
      if (value.may_be_name(of_job))
        throw InputError(value.position(), fmt::format("`{}` is a name, and `let` has numbers and conditions", name),
                         "Use the parameter itself, or compare it: near == mode");
      of_job[name];
    }
    for (const StepDeclaration& step : jobs.steps) {
      check_path(step.at, of_job);
      if (step.to) check_path(*step.to, of_job);
      check_when(step.when, of_job);
      if (step.requests) step.requests->check(of_job, "`requests`");
    }
  }

  const Plain& plain(const std::string& type) {
    Plain& made = plain_[type];
    if (made.config == nullptr) {
      made.config = component_types().at(type).make();
      made.table = made.config->parameters();
    }
    return made;
  }

  /// Of models that `isochron describe` knows and no machine file can use it says so.
  [[noreturn]] static void unknown_type(const std::string& type, const SourcePosition& position,
                                        const std::vector<std::string>& known) {
    if (type_registry().count(type) != 0)
      throw InputError(position, fmt::format("a `{}` cannot be a part of a machine file", type),
                       fmt::format("Use one of {}", fmt::join(known, ", ")));
    throw InputError(position, fmt::format("unknown type `{}`", type.substr(0, 60)), suggestion(type, known));
  }

  const MachineFile& file_;
  std::map<std::string, Plain> plain_;
};

}  // namespace

void check_declarations(const MachineFile& file) {
  DeclarationCheck(file).check();
}

}  // namespace isochron
