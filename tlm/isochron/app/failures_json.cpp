// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/failures_json.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace isochron {

namespace {

nlohmann::ordered_json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json paths_of(const Netlist& netlist, const std::vector<std::size_t>& parts) {
  nlohmann::ordered_json paths = nlohmann::ordered_json::array();
  for (const std::size_t part : parts) paths.push_back(netlist.parts[part].path);
  return paths;
}

void add_remaining(nlohmann::ordered_json& entry, const Remaining& left) {
  entry["metric"] = left.metric;
  entry["remaining"] = number_or_null(left.value);
  entry["share"] = number_or_null(left.share);
  entry["limit"] = left.limit.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(left.limit);
  entry["by_buffers"] = left.by_buffers;
}

}  // namespace

void add_failures(nlohmann::ordered_json& point, const Netlist& netlist, const FailureAnalysis& analysis,
                  unsigned at_once) {
  nlohmann::ordered_json& whole = point["without_failures"];
  add_remaining(whole, analysis.whole());
  whole.erase("share");
  whole["streams"] = analysis.streams();
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Failure& one : at_once == 1 ? analysis.of_one() : analysis.of_two()) {
    nlohmann::ordered_json entry = {{"parts", paths_of(netlist, one.parts)}};
    add_remaining(entry, one.left);
    entry["stopped"] = {{"streams", one.streams},
                        {"sources", paths_of(netlist, one.left.sources)},
                        {"sinks", paths_of(netlist, one.left.sinks)}};
    if (at_once > 1) entry["stopped"]["together"] = one.together;
    list.push_back(std::move(entry));
  }
  point["failures"] = std::move(list);
}

}  // namespace isochron
