// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/metric_resolver.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <isochron/machine/elaborate/loops.h>
#include <isochron/machine/elaborate/metric_formula.h>
#include <isochron/machine/elaborate/part_metrics.h>
#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

/// "node[2]" and "node[1][*]", but not "node[*]".
bool has_number(const std::string& pattern) {
  for (std::size_t at = pattern.find('['); at != std::string::npos; at = pattern.find('[', at + 1))
    if (pattern.compare(at, 3, "[*]") != 0) return true;
  return false;
}

class MetricResolver {
 public:
  MetricResolver(const MachineFile& file, const Names& names, const Netlist& netlist)
      : names_(names), netlist_(netlist), places_(statistic_places(file)) {
    scope_ = {[this](const std::string& name) { return unit_of_metric(name); },
              [this](const std::string& pattern, const SourcePosition& position) {
                return unit_of_statistics(pattern, position);
              },
              [this] {
                std::vector<std::string> all;
                for (const auto& [name, unit] : units_) all.push_back(name);
                for (const auto& [name, declared] : pending_) all.push_back(name);
                return all;
              }};
  }

  void add_figures(const std::vector<StatisticInfo>& figures) {
    figures_ = figures;
    for (const StatisticInfo& figure : figures) units_.emplace(figure.name, figure.unit);
  }

  void add_scope_statistics(const std::vector<ScopeStatisticDeclaration>& statistics) {
    for (const ScopeStatisticDeclaration& declared : statistics) {
      FormulaScope inside = scope_;
      inside.metric = [](const std::string&) { return std::nullopt; };
      inside.statistics = [&](const std::string& pattern, const SourcePosition& position) {
        return unit_of_statistics(declared.scope + "." + pattern, position);
      };
      FormulaTerm made = resolve_formula(declared.formula, names_, inside);
      Metric metric{{declared.name, made.unit.text(), declared.about}, Metric::Kind::statistic, std::move(made.term)};
      metric.instances = instances_of(declared);
      places_.push_back({with_stars(declared.scope), declared.scope, {metric.info}});
      metrics_.push_back(std::move(metric));
    }
  }

  /// All of them, before what is shown without being asked.
  void declare(const std::vector<MetricDeclaration>& metrics) {
    for (const MetricDeclaration& declared : metrics) {
      if (declared.formula) {
        require_new(declared, declared.name);
        if (!declared.loop.when || declared.loop.when->flag(names_, "`when`"))
          pending_.emplace(declared.name, &declared);
      } else {
        add_group(declared);
      }
    }
  }

  void add_shown() {
    for (Metric& metric : part_metrics(places_)) {
      if (declared_.count(metric.info.name) == 0) add(std::move(metric));
    }
  }

  /// Figures that bear the name of one of these workloads go, unless they are declared, or say what faults have taken.
  void omit_figures_of(const std::vector<std::string>& workloads) {
    for (const StatisticInfo& figure : figures_) {
      if (declared_.count(figure.name) != 0 || is_loss(figure, workloads)) continue;
      if (std::any_of(workloads.begin(), workloads.end(),
                      [&](const std::string& one) { return figure.name.compare(0, one.size() + 1, one + ".") == 0; }))
        omitted_.push_back({figure, Metric::Kind::omitted, {MetricTerm::Kind::metric, 0, figure.name}});
    }
  }

  static bool is_loss(const StatisticInfo& figure, const std::vector<std::string>& workloads) {
    return std::any_of(workloads.begin(), workloads.end(),
                       [&figure](const std::string& one) { return figure.name == one + ".lost"; });
  }

  std::vector<Metric> finish(const std::vector<MetricDeclaration>& order) {
    for (const MetricDeclaration& declared : order)
      if (const auto found = pending_.find(declared.name); found != pending_.end()) resolve(*found->second);
    metrics_.insert(metrics_.end(), omitted_.begin(), omitted_.end());
    return std::move(metrics_);
  }

 private:
  /// Those that parts which `pattern` matches have.
  std::vector<const StatisticPlace*> places_at(const std::string& pattern) const {
    std::vector<const StatisticPlace*> found;
    const std::string starred = with_stars(pattern);
    for (const StatisticPlace& place : places_)
      if (matches(place, starred)) found.push_back(&place);
    return found;
  }

  void require_new(const MetricDeclaration& declared, const std::string& name) {
    if (!declared_.insert(name).second)
      throw InputError(declared.position, fmt::format("the metric `{}` is declared twice", name.substr(0, 80)),
                       "Give one of them another name");
  }

  void add(Metric metric) {
    units_[metric.info.name] = metric.info.unit;
    metrics_.push_back(std::move(metric));
  }

  void resolve(const MetricDeclaration& declared) {
    if (!open_.insert(declared.name).second)
      throw InputError(declared.position,
                       fmt::format("the metric `{}` is made of itself: {}", declared.name, fmt::join(open_, ", ")),
                       "Take one of them out of the formula of another");
    FormulaTerm made = resolve_formula(*declared.formula, names_, scope_);
    open_.erase(declared.name);
    pending_.erase(declared.name);
    add({{declared.name, made.unit.text(), declared.about}, Metric::Kind::formula, std::move(made.term)});
  }

  /// The scopes that parts are in.
  std::vector<std::string> instances_of(const ScopeStatisticDeclaration& declared) const {
    std::set<std::string> found;
    for (const FlatPart& part : netlist_.parts)
      for_each_split(part.path, [&](const std::string& scope, const std::string&) {
        if (matches_path(declared.scope, scope)) found.insert(scope);
        return false;
      });
    return {found.begin(), found.end()};
  }

  std::optional<std::string> unit_of_metric(const std::string& name) {
    if (const auto found = pending_.find(name); found != pending_.end()) resolve(*found->second);
    const auto known = units_.find(name);
    return known == units_.end() ? std::nullopt : std::optional<std::string>(known->second);
  }

  /// Throws where a statistic's names are right and no part of it is there: "node[9]" of three.
  void require_parts(const std::string& part, const SourcePosition& position) const {
    if (!has_number(part)) return;
    const auto is_there = [this](const std::string& pattern) {
      return std::any_of(netlist_.parts.begin(), netlist_.parts.end(),
                         [&pattern](const FlatPart& one) { return matches_path(pattern, one.path); });
    };
    const auto of_a_part = [&](const std::string& pattern, const std::string&) { return is_there(pattern); };
    if (!is_there(part) && !for_each_split(part, of_a_part)) matching(netlist_.parts, PathPattern{part, position});
  }

  std::string unit_of_statistics(const std::string& pattern, const SourcePosition& position) const {
    std::string unit, type;
    const bool found = for_each_split(pattern, [&](const std::string& part, const std::string& statistic) {
      for (const StatisticPlace* const place : places_at(part)) {
        if (type.empty()) type = place->type;
        if (const StatisticInfo* const info = find(*place, statistic)) {
          if (info->distribution)
            throw InputError(
                position,
                fmt::format("`{}` of a `{}` is a distribution, and a formula is over numbers", info->name, place->type),
                fmt::format("Declare a metric {{of: {}, statistic: {}}}, whose mean formulas take by its name", part,
                            statistic));
          take_unit(*info, *place, position, unit, type);
        }
      }
      if (!unit.empty()) require_parts(part, position);
      return !unit.empty();
    });
    if (found) return unit;
    if (!type.empty()) no_statistic(pattern, type, position);
    matching(netlist_.parts, PathPattern{pattern, position});  // says what there is
    throw InputError(position, fmt::format("`{}` names a part and no statistic of it", pattern.substr(0, 80)),
                     "Write part.statistic: node[*].card[*].bandwidth");
  }

  static const StatisticInfo* find(const StatisticPlace& place, const std::string& statistic) {
    const auto found = std::find_if(place.statistics.begin(), place.statistics.end(),
                                    [&statistic](const StatisticInfo& one) { return one.name == statistic; });
    return found == place.statistics.end() ? nullptr : &*found;
  }

  /// `unit` and `type`: of the places before, if there were any.
  static void take_unit(const StatisticInfo& info, const StatisticPlace& place, const SourcePosition& position,
                        std::string& unit, std::string& type) {
    if (!unit.empty() && unit != info.unit)
      throw InputError(
          position,
          fmt::format("`{}` of a `{}` is in {}, and of a `{}` in {}", info.name, type, unit, place.type, info.unit),
          "Name parts of one type");
    unit = info.unit;
    type = place.type;
  }

  [[noreturn]] void no_statistic(const std::string& pattern, const std::string& type,
                                 const SourcePosition& position) const {
    // What lies behind the longest path of a part.
    std::string name;
    for_each_split(pattern, [&](const std::string& part, const std::string& statistic) {
      name = statistic;
      return !places_at(part).empty();
    });
    std::vector<std::string> known;
    for (const StatisticPlace& place : places_)
      for (const StatisticInfo& one : place.statistics)
        if (place.type == type && std::find(known.begin(), known.end(), one.name) == known.end())
          known.push_back(one.name);
    throw InputError(position, fmt::format("a `{}` has no statistic `{}`", type, name.substr(0, 80)),
                     known.empty() ? "It has none" : suggestion(name, known));
  }

  /// Whether the group is figures of a workload, which have other names here: `streams: {of: play.streams, statistics:
  /// [count]}`, `delay: {of: play.delay}`.
  bool add_renamed(const MetricDeclaration& declared) {
    const std::string& of = declared.of.front().text();
    const auto add_figure = [&](const std::string& name, const std::string& figure) {
      const auto found = std::find_if(figures_.begin(), figures_.end(),
                                      [&figure](const StatisticInfo& one) { return one.name == figure; });
      if (found == figures_.end()) return false;
      require_new(declared, name);
      StatisticInfo info = *found;
      info.name = name;
      if (!declared.about.empty()) info.doc = declared.about;
      add({info, Metric::Kind::renamed, {MetricTerm::Kind::metric, 0, figure}});
      return true;
    };
    if (declared.of.size() > 1 || !declared.statistic.empty()) return false;
    if (declared.statistics.empty()) return add_figure(declared.name, of);
    bool found = false;
    for (const std::string& one : declared.statistics)
      found = add_figure(fmt::format("{}.{}", declared.name, one), fmt::format("{}.{}", of, one)) || found;
    return found;
  }

  /// The statistics of a group, and the places of each of its patterns.
  void add_group(const MetricDeclaration& declared) {
    if (declared.loop.variables.empty() && declared.loop.when && !declared.loop.when->flag(names_, "`when`")) return;
    if (add_renamed(declared)) return;
    std::vector<std::string> statistics = declared.statistics;
    if (statistics.empty() && declared.statistic.empty())
      for (const PatternTemplate& of : declared.of) {
        for (const StatisticPlace* const place : places_at(of.text()))
          for (const StatisticInfo& one : shown_statistics(*place))
            if (std::find(statistics.begin(), statistics.end(), one.name) == statistics.end())
              statistics.push_back(one.name);
      }
    if (statistics.empty() && declared.statistic.empty()) {  // the pattern is wrong, or has nothing to show
      for (const PatternTemplate& of : declared.of)
        if (places_at(of.text()).empty()) unit_of_statistics(of.text(), of.position());
      throw InputError(declared.position, fmt::format("the metrics of `{}` are over no statistic", declared.name),
                       "Add `statistics: [bandwidth]`, or another name that `describe` shows of the part's type");
    }
    const std::vector<std::string> patterns = patterns_of(declared, names_);
    const auto add_spread = [&](const std::string& name, const std::string& statistic, Metric::Kind kind) {
      Metric metric{{name, "", ""}, kind, {}};
      if (kind == Metric::Kind::spread) require_new(declared, name);
      for (const std::string& pattern : patterns) add_to_spread(declared, pattern, statistic, metric);
      if (!patterns.empty() && metric.term.of.empty())
        unit_of_statistics(patterns.front() + "." + statistic, declared.of.front().position());
      if (metric.term.of.empty()) return;
      if (kind == Metric::Kind::spread) units_[name] = metric.info.unit;
      if (kind == Metric::Kind::spread && metric.info.distribution) metric.kind = Metric::Kind::merged;
      const bool is_one = declared.statistic.empty() && declared.statistics.size() == 1;
      if (!declared.about.empty() && (is_one || name == declared.name))
        metric.info.doc = declared.about;
      else if (!declared.about.empty() && declared.statistic.empty())
        metric.info.doc = declared.about + ": " + metric.info.doc;
      metrics_.push_back(std::move(metric));
    };
    if (!declared.statistic.empty()) add_spread(declared.name, declared.statistic, Metric::Kind::spread);
    for (const std::string& one : statistics) add_spread(declared.name + "." + one, one, Metric::Kind::spread);
    for (const std::string& one : declared.series) add_spread(declared.name + "." + one, one, Metric::Kind::series);
  }

  void add_to_spread(const MetricDeclaration& declared, const std::string& pattern, const std::string& statistic,
                     Metric& metric) const {
    const SourcePosition& position = declared.of.front().position();
    const std::vector<const StatisticPlace*> places = places_at(pattern);
    if (places.empty()) unit_of_statistics(pattern + "." + statistic, position);
    std::string type;
    for (const StatisticPlace* const place : places)
      if (const StatisticInfo* const info = find(*place, statistic)) {
        const bool is_first = metric.info.unit.empty();
        take_unit(*info, *place, position, metric.info.unit, type);
        if (!is_first && metric.info.distribution != info->distribution)
          throw InputError(
              position, fmt::format("`{}` is a distribution in some of these parts and a number in others", info->name),
              "Name parts of one type");
        metric.info.doc = info->doc;
        metric.info.distribution = info->distribution;
        if (declared.loop.variables.empty()) require_parts(pattern, position);
      }
    if (!type.empty()) metric.term.of.push_back(pattern + "." + statistic);
  }

  const Names& names_;
  const Netlist& netlist_;
  std::vector<StatisticPlace> places_;
  FormulaScope scope_;
  std::vector<StatisticInfo> figures_;  ///< of workloads
  std::vector<Metric> omitted_;
  std::map<std::string, std::string> units_;                 ///< of what formulas may use
  std::map<std::string, const MetricDeclaration*> pending_;  ///< formulas that are not resolved yet
  std::set<std::string> declared_, open_;                    ///< names; of formulas that are being resolved
  std::vector<Metric> metrics_;
};

}  // namespace

std::vector<std::string> patterns_of(const MetricDeclaration& group, Names names) {
  std::vector<std::string> patterns;
  std::uint64_t turns = 0;
  add_turns(group.loop, names, turns);
  for_each(group.loop, names, [&] {
    for (const PatternTemplate& of : group.of)
      if (std::string pattern = of.pattern(names);
          std::find(patterns.begin(), patterns.end(), pattern) == patterns.end())
        patterns.push_back(std::move(pattern));
  });
  return patterns;
}

std::vector<Metric> resolve_metrics(const MachineFile& file, const std::vector<MetricDeclaration>& asked,
                                    const Names& names, const Netlist& netlist,
                                    const std::vector<StatisticInfo>& figures) {
  std::vector<MetricDeclaration> all = file.metrics;
  all.insert(all.end(), asked.begin(), asked.end());
  MetricResolver resolver(file, names, netlist);
  resolver.add_figures(figures);
  resolver.add_scope_statistics(file.statistics);
  resolver.declare(all);
  if (file.automatic_metrics)
    resolver.add_shown();
  else
    for (const WorkloadKind* const kind : workload_kinds()) resolver.omit_figures_of(kind->names(file));
  return resolver.finish(all);
}

}  // namespace isochron
