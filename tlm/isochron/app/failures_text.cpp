// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/failures_text.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <isochron/app/text_table.h>
#include <isochron/machine/analyse/failure_groups.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

/// Rows of a table; with two failures there may be thousands.
constexpr std::size_t most_failure_rows = 40;

std::string count_text(std::size_t number, const std::string& one) {
  return fmt::format("{} {}{}", number, one, number == 1 ? "" : "s");
}

/// Tables of groups of failures.
class FailureTables {
 public:
  FailureTables(const MachineDescription& machine, const FailureAnalysis& analysis)
      : analysis_(analysis), unit_(machine.driver().second), is_one_metric_(machine.workloads().size() < 2) {}

  /// All failures, the worst first.
  std::string ranking(const std::vector<FailureGroup>& groups) const {
    TextTable table({">rank", "what fails", ">cases",
                     is_one_metric_ ? ">" + analysis_.whole().metric + " at most" : "at most", ">left", "limited by",
                     "stops", "such as"});
    for (std::size_t g = 0; g < std::min(groups.size(), most_failure_rows); ++g) {
      const FailureGroup& group = groups[g];
      const Remaining& left = group.first->left;
      table.add({std::to_string(group.rank), group.parts, cases(group), value(left),
                 std::isfinite(left.share) ? fmt::format("{:.1f} %", 100 * left.share) : "any", left.limit,
                 stops(*group.first), group.example});
    }
    return table.text() + more(groups.size());
  }

  /// Those that stop streams; of pairs, streams that neither part stops alone.
  std::string stopping(const std::vector<FailureGroup>& groups, const std::string& what) const {
    std::vector<const FailureGroup*> found;
    for (const FailureGroup& group : groups)
      if (group.first->together > 0) found.push_back(&group);
    std::stable_sort(found.begin(), found.end(), [](const FailureGroup* one, const FailureGroup* other) {
      return one->first->together > other->first->together;
    });
    TextTable table(
        {what, ">cases", fmt::format(">stops, of {}", count_text(analysis_.streams(), "stream")), "such as"});
    for (std::size_t g = 0; g < std::min(found.size(), most_failure_rows); ++g) {
      const Failure& first = *found[g]->first;
      table.add({found[g]->parts, cases(*found[g]), stopped_text(first.together), found[g]->example});
    }
    return found.empty() ? "" : table.text() + more(found.size());
  }

  std::string at_most(const Remaining& left) const {
    return left.value == 0 ? "nothing" : std::isfinite(left.value) ? format_si(left.value, unit_) : "any";
  }

 private:
  static std::string cases(const FailureGroup& group) { return fmt::format("{} of {}", group.cases, group.of); }
  std::string value(const Remaining& left) const {
    return is_one_metric_ ? at_most(left) : fmt::format("{} = {}", left.metric, at_most(left));
  }
  std::string stopped_text(std::size_t streams) const {
    return fmt::format("{}{}", streams == analysis_.streams() && streams > 1 ? "all " : "", streams);
  }
  std::string stops(const Failure& failure) const {
    if (failure.streams == 0) return "";
    std::string text = stopped_text(failure.streams) + (failure.streams == 1 ? " stream" : " streams");
    if (!failure.left.sources.empty()) text += ", " + count_text(failure.left.sources.size(), "source");
    if (!failure.left.sinks.empty()) text += ", " + count_text(failure.left.sinks.size(), "sink");
    return text;
  }
  static std::string more(std::size_t rows) {
    return rows <= most_failure_rows
               ? ""
               : fmt::format("... and {} more rows; --json has all failures\n", rows - most_failure_rows);
  }

  const FailureAnalysis& analysis_;
  std::string unit_;
  bool is_one_metric_;
};

/// How many leave less than is asked for; empty: nothing is asked for.
std::string short_of_demand(const MachineDescription& machine, const std::vector<Failure>& failures) {
  const std::optional<double> demand = machine.demand();
  if (!demand) return "";
  const auto [metric, unit] = machine.driver();
  const auto fewer = std::count_if(failures.begin(), failures.end(), [&, &name = metric](const Failure& one) {
    return one.left.metric == name && one.left.value < *demand;
  });
  return fmt::format("The scenario asks for {} = {}: {} of {} failures leave less.\n", metric, format_si(*demand, unit),
                     fewer, failures.size());
}

/// Where buffers hold back, a simulation may carry less than arithmetic says.
std::string buffers_text(const std::vector<FailureGroup>& groups) {
  std::string text;
  std::size_t cases = 0;
  for (const FailureGroup& group : groups) {
    if (!group.first->left.by_buffers) continue;
    cases += group.cases;
    text += fmt::format("{}{} ({} of {}, {})", text.empty() ? "" : ", ", group.parts, group.cases, group.of,
                        group.first->left.limit);
  }
  if (text.empty()) return "";
  return fmt::format("\nLimited by buffers and not by a part, {}: {}.\n", count_text(cases, "failure"), text);
}

}  // namespace

std::string failures_text(const MachineDescription& machine, const Netlist& netlist, const FailureAnalysis& analysis,
                          unsigned at_once) {
  const std::vector<Failure>& failures = at_once == 1 ? analysis.of_one() : analysis.of_two();
  const FailureTables tables(machine, analysis);
  const Remaining& whole = analysis.whole();
  std::string text = fmt::format("Without failures: {} = {}{}.\n", whole.metric, tables.at_most(whole),
                                 whole.limit.empty() ? "" : fmt::format(" at most, limited by {}", whole.limit)) +
                     short_of_demand(machine, failures);
  const std::vector<FailureGroup> groups = group_failures(netlist, failures);
  text += fmt::format("\nWhat {} leave{}, the worst first\n",
                      at_once == 1 ? count_text(failures.size(), "failure") + " of one part"
                                   : count_text(failures.size(), "failure") + " of two parts",
                      failures.size() == 1 ? "s" : "") +
          tables.ranking(groups) + buffers_text(groups);
  const std::string parts = tables.stopping(at_once == 1 ? groups : group_failures(netlist, analysis.of_one()), "part");
  text += parts.empty() ? "\nNo single part stops a stream altogether.\n"
                        : "\nParts whose loss stops streams altogether, since there is no other way\n" + parts;
  if (at_once == 1) return text;
  const std::string pairs = tables.stopping(groups, "two parts");
  return text + (pairs.empty() ? "\nNo two parts stop streams that neither of them stops alone.\n"
                               : "\nTwo parts whose loss stops streams that neither of them stops alone\n" + pairs);
}

}  // namespace isochron
