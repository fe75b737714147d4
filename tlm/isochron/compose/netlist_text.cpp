// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/netlist_text.h>

#include <map>
#include <set>

#include <fmt/format.h>

#include <isochron/compose/flow_loads.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

std::string parameters_text(const ParameterTable& table) {
  std::string text;
  for (const Parameter& parameter : table.all())
    if (parameter.counts())
      text += fmt::format(", {}: {}", parameter.path, format_value(parameter.get(), parameter.quantity));
  return text;
}

/// What is said of the master at the end of a connection.
std::string master_text(const FlatPart& to, const PortRef& input) {
  Carrier* const bus = to.config->carrier();
  if (bus == nullptr) return "";
  const std::string text = parameters_text(bus->at_port(input));
  return text.empty() ? "" : fmt::format(", master: {{{}}}", text.substr(2));
}

/// What the routes of a source are forced through, and to how many sinks.
std::string via_text(const FlatTraffic& traffic, std::size_t number) {
  if (traffic.itineraries == nullptr) return "";
  const Itineraries& itineraries = *traffic.itineraries;
  const std::size_t of_source = itineraries.chosen.size() / traffic.sources.size(), ways = traffic.options.ways;
  std::map<std::uint32_t, std::set<std::size_t>> sinks;
  for (std::size_t i = 0; i < of_source; ++i)
    if (const std::uint32_t one = itineraries.chosen[number * of_source + i]; one != Itineraries::unused)
      sinks[one].insert(i / ways);
  std::string text;
  for (const auto& [one, to] : sinks) {
    std::vector<std::string> passed;
    for (const std::uint32_t waypoint : itineraries.all[one])
      passed.push_back(fmt::format("\"{}\"", itineraries.waypoints[waypoint].pattern));
    if (!passed.empty())
      text += fmt::format("{}{{at: [{}], sinks: {}}}", text.empty() ? "" : ", ", fmt::join(passed, ", "), to.size());
  }
  return text.empty() ? "" : fmt::format(", via: [{}]", text);
}

/// The different ways of a kind of jobs.
std::string jobs_text(const FlatJobs& jobs, const Netlist& netlist) {
  std::string text;
  for (const JobPlan& plan : jobs.plans) {
    std::string steps;
    for (const FlatStep& step : plan.steps) {
      steps += fmt::format("{}{{at: \"{}\"", steps.empty() ? "" : ", ", netlist.parts[step.at].path);
      if (step.end != step.at) steps += fmt::format(", to: \"{}\"", netlist.parts[step.end].path);
      steps += step.requests == 1 ? "}" : fmt::format(", requests: {}}}", step.requests);
    }
    text += fmt::format("  - {{name: {}, jobs: {}, size: {}, steps: [{}]}}\n", jobs.name, plan.jobs,
                        format_value(jobs.options.size, Quantity::bytes), steps);
  }
  return text;
}

std::string work_text(const FlatWork& work, const Netlist& netlist) {
  const std::string bytes = format_value(work.work.bytes, Quantity::bytes);
  const auto interval = static_cast<std::uint64_t>(work.work.interval * 1e12);
  return fmt::format("  - {{at: \"{}\", {}, bytes: {}}}\n", netlist.parts[work.part].path,
                     work.work.has_end() ? fmt::format("rounds: {}", work.work.rounds)
                                         : fmt::format("every: {}", format_value(interval, Quantity::duration)),
                     bytes);
}

}  // namespace

std::string netlist_text(const Netlist& netlist) {
  std::string text = "parts:\n";
  for (const FlatPart& part : netlist.parts)
    text += fmt::format("  \"{}\": {{type: {}{}}}\n", part.path, part.type, parameters_text(part.config->parameters()));
  text += "connect:\n";
  for (const FlatConnection& one : netlist.connections) {
    const FlatPart &from = netlist.parts[one.from], &to = netlist.parts[one.to];
    text += fmt::format("  - {{from: \"{}.{}\", to: \"{}.{}\"{}}}\n", from.path, from.port_name(one.output), to.path,
                        to.port_name(one.input), master_text(to, one.input));
  }
  if (!netlist.jobs.empty()) text += "jobs:\n";
  for (const FlatJobs& jobs : netlist.jobs) text += jobs_text(jobs, netlist);
  if (!netlist.work.empty()) text += "work:\n";
  for (const FlatWork& work : netlist.work) text += work_text(work, netlist);
  if (!netlist.jobs.empty() || !netlist.work.empty()) return text;
  text += "traffic:\n";
  for (const FlatTraffic& traffic : netlist.traffic) {
    Endpoints endpoints(netlist, traffic);
    for (std::size_t s = 0; s < traffic.sources.size(); ++s)
      text += fmt::format(
          "  - {{name: {}, from: \"{}\"{}{}, to: {} sinks{}}}\n", traffic.name, netlist.parts[traffic.sources[s]].path,
          traffic.rate.zero() ? "" : ", rate: " + (traffic.rate / Number::whole(traffic.shares[s])).text(),
          traffic.traces.empty() ? "" : fmt::format(", ios: {}", traffic.traces[s]->size()), endpoints.of(s)->size(),
          via_text(traffic, s));
  }
  return text;
}

}  // namespace isochron
