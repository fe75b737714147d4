// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/flow_judgement.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <isochron/scenario/units.h>

namespace isochron {

namespace {

using Verdict = FlowResult::Verdict;

/// How a backlog grew in the second half of the time in which something was asked for.
struct Growth {
  double before = 0;   ///< from the window's start to its highest in the first half
  double amount = 0;   ///< from there to when the last was asked for
  double share = 0;    ///< of what was asked for in the second half
  double scatter = 0;  ///< two standard deviations of that share, as if the changes from cell to cell were independent
  bool known = false;  ///< there is enough to say so
};

Growth growth_of(const FlowSample& sample) {
  constexpr std::size_t fewest = 4;  // cells; from fewer changes no scatter can be told
  const std::size_t half = sample.cells.size() / 2;
  double highest = sample.backlog_start, asked = 0, later = 0;
  std::vector<double> levels;
  for (std::size_t i = 0; i < sample.cells.size(); ++i) {
    const FlowSample::Cell& cell = sample.cells[i];
    if (cell.asked == 0) continue;
    levels.push_back(cell.highest);
    if (i < half) {
      highest = std::max(highest, cell.highest);
    } else {
      asked += cell.asked;
      ++later;
    }
  }
  Growth growth;
  if (levels.size() < fewest || asked == 0) return growth;
  growth.known = true;
  growth.before = highest - sample.backlog_start;
  growth.amount = sample.at_last_ask - highest;
  growth.share = growth.amount / asked;
  const auto changes = static_cast<double>(levels.size() - 1);
  const double mean = (levels.back() - levels.front()) / changes;
  double squares = 0;
  for (std::size_t i = 1; i < levels.size(); ++i) {
    const double off = levels[i] - levels[i - 1] - mean;
    squares += off * off;
  }
  growth.scatter = 2 * std::sqrt(squares / changes * later) / asked;
  return growth;
}

std::string amount(double value, const std::string& unit) {
  return unit == "1" ? fmt::format("{:.6g}", value) : format_si(value, unit);
}

std::string arrived(const FlowResult& flow) {
  return fmt::format("the window asked for {} and {} arrived", amount(flow.generated, flow.unit),
                     amount(flow.delivered, flow.unit));
}

}  // namespace

FlowResult judge_flow(const std::vector<FlowSample>& replications, bool until_done) {
  const auto n = static_cast<double>(replications.size());
  FlowResult flow;
  flow.unit = replications.front().unit;
  double missed = 0, before = 0, after = 0, variance = 0, expected = 0;
  bool known = true;
  for (const FlowSample& sample : replications) {
    flow.generated += sample.generated / n;
    flow.delivered += sample.delivered / n;
    flow.lost += sample.lost / n;
    flow.backlog_start += sample.backlog_start / n;
    flow.backlog_end += sample.backlog_end / n;
    expected += sample.expected / n;
    // What was asked for last may be under way at the end.
    const double at_end = until_done ? sample.before_last_ask : std::min(sample.backlog_end, sample.before_last_ask);
    missed += (at_end - sample.backlog_start) / n;
    const Growth growth = growth_of(sample);
    known = known && growth.known;
    before += growth.before / n;
    after += growth.amount / n;
    flow.growth += growth.share / n;
    variance += growth.scatter * growth.scatter / n / n;
  }
  flow.uncertainty = std::sqrt(variance);
  if (flow.generated == 0) {
    flow.reason = "nothing was asked for in the window";
    return flow;
  }
  flow.growth += flow.lost / flow.generated;
  if (flow.lost > saturation_margin * flow.generated) {
    flow.verdict = Verdict::falls_behind;
    flow.reason = fmt::format("{} of {} that the window asked for were lost", amount(flow.lost, flow.unit),
                              amount(flow.generated, flow.unit));
    return flow;
  }
  const std::string missing = until_done ? fmt::format("{} of {} had not arrived when the last was asked for",
                                                       amount(missed, flow.unit), amount(flow.generated, flow.unit))
                                         : arrived(flow);
  if (missed <= saturation_margin * flow.generated) {
    flow.reason = until_done ? "all arrived as fast as it was asked for" : missing;
    return flow;
  }
  flow.verdict = Verdict::in_doubt;
  const bool drawn_more = expected > 0 && flow.generated > expected * (1 + saturation_margin) &&
                          flow.delivered >= expected * (1 - saturation_margin);
  if (!known) {
    flow.reason = fmt::format("{}, in too few I/Os to tell more", missing);
  } else if (drawn_more) {
    flow.reason = fmt::format("{}, but {} is the mean of what is drawn", missing, amount(expected, flow.unit));
  } else if (flow.growth <= saturation_margin) {
    flow.reason = fmt::format("{}, and the backlog did not grow in the second half of it", missing);
  } else if (flow.growth - flow.uncertainty <= saturation_margin) {
    flow.reason = fmt::format("{}, but the backlog goes up and down as much as it grew", missing);
  } else if (after < before / 2) {
    flow.reason = fmt::format("{}, but the backlog grew more and more slowly, as when a machine fills", missing);
  } else {
    flow.verdict = Verdict::falls_behind;
    flow.reason = fmt::format("{}, and the backlog grew all the time, in its second half by {:.3g} % of what was asked",
                              missing, 100 * flow.growth);
  }
  return flow;
}

std::map<std::string, FlowResult> judge_flows(const std::vector<ReplicationRecord>& records, bool until_done) {
  std::map<std::string, FlowResult> flows;
  std::map<std::string, std::vector<FlowSample>> samples;
  for (const ReplicationRecord& record : records)
    for (const auto& [name, sample] : record.flows) samples[name].push_back(sample);
  for (const auto& [name, replications] : samples) flows[name] = judge_flow(replications, until_done);
  return flows;
}

}  // namespace isochron
