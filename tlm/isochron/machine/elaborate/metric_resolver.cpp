// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/metric_resolver.h>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

/// Of the statistic `name` of a part of this type.
std::string unit_of(const std::string& type, const std::string& name, const SourcePosition& position) {
  const TypeInfo info = component_types().at(type).info();
  std::vector<std::string> known;
  for (const StatisticInfo& one : info.statistics) {
    if (without_indices(one.name) == without_indices(name)) return one.unit;
    known.push_back(one.name);
  }
  throw InputError(position, fmt::format("a `{}` has no statistic `{}`", type, name),
                   known.empty() ? "It has none" : suggestion(name, known));
}

/// Of the statistic that `pattern` ends with, at the parts that the rest of it matches.
std::string unit_of(const std::vector<FlatPart>& parts, const PathPattern& pattern) {
  // The statistic's name may have dots: the longest path that is a part's is the part.
  for (std::size_t dot = pattern.text.rfind('.'); dot != std::string::npos && dot > 0;
       dot = pattern.text.rfind('.', dot - 1)) {
    const std::string path = pattern.text.substr(0, dot);
    for (const FlatPart& part : parts)
      if (matches_path(path, part.path)) return unit_of(part.type, pattern.text.substr(dot + 1), pattern.position);
  }
  matching(parts, pattern);  // says what there is
  throw InputError(pattern.position,
                   fmt::format("`{}` names a part and no statistic of it", pattern.text.substr(0, 80)),
                   "Write part.statistic: node[*].card[*].bandwidth");
}

double read_quantile(const Expression& at, const Names& names) {
  const Value value = at.evaluate(names);
  const Number* const number = std::get_if<Number>(&value);
  if (number == nullptr || number->dimension() != Dimension::plain || number->negative() || number->to_double() > 1)
    throw InputError(at.position(), "`at` is no fraction", "Write 0 to 1, such as 95 %");
  return number->to_double();
}

}  // namespace

void resolve_metrics(const MachineFile& file, const Names& names, Netlist& netlist) {
  for (const MetricDeclaration& declared : file.metrics) {
    if (declared.when && !declared.when->flag(names, "`when`")) continue;
    FlatMetric metric;
    metric.declaration = &declared;
    metric.unit = unit_of(netlist.parts, declared.of);
    if (declared.divided_by) {
      unit_of(netlist.parts, *declared.divided_by);
      metric.unit = "1";
    }
    if (declared.quantile) metric.quantile = read_quantile(*declared.quantile, names);
    netlist.metrics.push_back(std::move(metric));
  }
}

}  // namespace isochron
