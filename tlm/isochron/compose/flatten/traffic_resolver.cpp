// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/flatten/traffic_resolver.h>

#include <fmt/format.h>

#include <isochron/compose/flatten/part_pattern.h>
#include <isochron/compose/parameter_store.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/system/part_path.h>

namespace isochron {

namespace {

bool is_source(const PartConfig& part) {
  return !part.sources().empty();
}

bool is_sink(const PartConfig& part) {
  return part.is_sink();
}

Number read_rate(const Setting& setting, const Names& names) {
  if (!setting.value)
    throw InputError(setting.problem.empty() ? setting.raw.position.text() + ": `rate` is no single value"
                                             : setting.problem);
  const Value value = setting.value->evaluate(names);
  const Number* const rate = std::get_if<Number>(&value);
  if (const std::string* const name = std::get_if<std::string>(&value))
    throw InputError(setting.raw.position, fmt::format("`rate`: unknown name `{}`", name->substr(0, 60)),
                     suggestion(*name, names.all()));
  if (rate == nullptr || rate->dimension() != Dimension::data_rate || rate->negative() || rate->zero())
    throw InputError(setting.raw.position,
                     fmt::format("`rate` is {}", rate == nullptr ? kind_of(value)
                                                 : rate->zero()  ? "0"
                                                                 : kind_of(value)),
                     "Write a rate above 0, such as 240 MB/s");
  constexpr Number::Wide most = Number::Wide{1} << 40;
  if (rate->numerator() > most * 1000 || rate->denominator() > most)
    throw InputError(setting.raw.position, "`rate` cannot be kept exactly", "Use rounder numbers");
  return *rate;
}

/// What `pattern` matches of the scopes that the part is in: "node[0]" of "node[0].raid[1]"; empty: nothing.
std::string scope_of(const std::string& path, const std::string& pattern) {
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
    if (matches_path(pattern, path.substr(0, dot))) return path.substr(0, dot);
  return "";
}

}  // namespace

void TrafficResolver::resolve(const Names& names) {
  for (const TrafficDeclaration& declared : file_.traffic) {
    if (declared.when && !declared.when->flag(names, "`when`")) continue;
    FlatTraffic traffic = resolve(declared, names);
    check_sources(declared, traffic);
    check_sinks(declared, traffic);
    netlist_.traffic.push_back(std::move(traffic));
  }
  for (std::size_t i = 0; i < netlist_.parts.size(); ++i)
    if (netlist_.parts[i].config->is_sink()) netlist_.endpoints.push_back(i);
}

FlatTraffic TrafficResolver::resolve(const TrafficDeclaration& declared, const Names& names) const {
  FlatTraffic traffic;
  traffic.name = declared.name;
  traffic.position = declared.position;
  traffic.sources = matching(netlist_.parts, declared.from);
  traffic.sinks = matching(netlist_.parts, declared.to);
  traffic.shares.assign(traffic.sources.size(), 1);
  read_settings(declared, names, traffic);

  const SourceLoad::Arrivals arrivals = traffic.options.arrivals;
  const bool all_at_start = arrivals == SourceLoad::Arrivals::at_start;
  if (traffic.rate.zero() && !all_at_start && arrivals != SourceLoad::Arrivals::closed)
    throw InputError(declared.position, fmt::format("the traffic `{}` has no `rate`", declared.name),
                     "Add `rate: 240 MB/s`, what a source asks for");
  if (traffic.options.ios == 0 && (file_.until_done || all_at_start))
    throw InputError(declared.position,
                     fmt::format("the traffic `{}` has no `ios`: {}", declared.name,
                                 all_at_start ? "all are asked for at the start" : "the machine would never be done"),
                     "Add `ios: 100`, how many I/Os a source sends");
  return traffic;
}

void TrafficResolver::read_settings(const TrafficDeclaration& declared, const Names& names,
                                    FlatTraffic& traffic) const {
  const ParameterTable table = traffic.options.parameters();
  for (const Setting& setting : declared.settings)
    if (setting.path == "rate")
      traffic.rate = read_rate(setting, names);
    else if (setting.path == "per")
      read_shares(setting, traffic);
    else
      apply_setting(setting, table, names, fmt::format("the traffic `{}`", declared.name));
}

/// Sources below one part have the rate together.
void TrafficResolver::read_shares(const Setting& setting, FlatTraffic& traffic) const {
  const std::string pattern = setting.raw.text;
  if (pattern == "source") return;
  std::unordered_map<std::string, std::uint64_t> sizes;
  std::vector<std::string> scopes;
  for (const std::size_t source : traffic.sources) {
    const std::string& path = netlist_.parts[source].path;
    scopes.push_back(scope_of(path, pattern));
    if (scopes.back().empty())
      throw InputError(setting.raw.position, fmt::format("`{}` is not within `{}`", path, pattern.substr(0, 60)),
                       "Write what the sources are in, such as node[*], or `source`");
    ++sizes[scopes.back()];
  }
  for (std::size_t i = 0; i < scopes.size(); ++i) traffic.shares[i] = sizes[scopes[i]];
}

void TrafficResolver::check_sources(const TrafficDeclaration& declared, const FlatTraffic& traffic) {
  SourceLoad load;
  load.arrivals = traffic.options.arrivals;
  for (const std::size_t source : traffic.sources) {
    const FlatPart& part = netlist_.parts[source];
    if (!is_source(*part.config))
      throw InputError(declared.from.position, fmt::format("`{}`, a `{}`, generates nothing", part.path, part.type),
                       fmt::format("Name sources: {}", fmt::join(names_of_types(is_source), ", ")));
    if (const std::string why = part.config->why_not(load); !why.empty())
      throw InputError(declared.position, fmt::format("`{}` cannot send this: {}", part.path, why),
                       "Change `arrivals`");
    const auto [user, is_new] = users_.emplace(source, declared.name);
    if (!is_new)
      throw InputError(declared.from.position, fmt::format("`{}` is a source of `{}` already", part.path, user->second),
                       "Give each source one traffic");
  }
}

void TrafficResolver::check_sinks(const TrafficDeclaration& declared, const FlatTraffic& traffic) const {
  for (const std::size_t sink : traffic.sinks) {
    const FlatPart& part = netlist_.parts[sink];
    if (!is_sink(*part.config))
      throw InputError(declared.to.position, fmt::format("`{}`, a `{}`, takes no data", part.path, part.type),
                       fmt::format("Name sinks: {}", fmt::join(names_of_types(is_sink), ", ")));
  }
}

}  // namespace isochron
