// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/replication.h>

#include <chrono>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <sys/resource.h>
#include <nlohmann/json.hpp>

#include <isochron/app/child_process.h>
#include <isochron/core/error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/scenario_instances.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

double in_seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

void require_started(const Trace& trace, const TracePlan& plan, const ReplicationRecord& record) {
  if (!trace.started())
    throw InputError({"--trace-from", 0, 0},
                     fmt::format("{} is after the end of the run, {}", format_stored(plan.from, Quantity::duration),
                                 format_si(record.simulated_s, "s")),
                     "Begin earlier");
}

std::string encode(const std::vector<IdleSetting>& settings) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [position, cause, remedy] : settings)
    list.push_back({position.file, position.line, position.column, cause, remedy});
  return list.dump();
}

std::vector<IdleSetting> decode(const std::string& text) {
  std::vector<IdleSetting> settings;
  for (const auto& one : nlohmann::json::parse(text))
    settings.push_back({{one[0].get<std::string>(), one[1].get<int>(), one[2].get<int>()},
                        one[3].get<std::string>(),
                        one[4].get<std::string>()});
  return settings;
}

}  // namespace

ReplicationRecord replicate(const ReplicationTask& task, const std::function<void(std::uint64_t)>& progress) {
  ScenarioInstances instances(*task.instances);
  const auto start = std::chrono::steady_clock::now();
  std::optional<Trace> trace;
  if (task.trace != nullptr) trace.emplace(*task.trace);
  ReplicationRecord record = task.machine->run(task.plan, instances, progress, trace ? &*trace : nullptr);
  instances.require_all_used();
  if (trace) require_started(*trace, *task.trace, record);
  record.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  record.cpu_s = in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
  record.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return record;
}

std::vector<IdleSetting> try_instances(const std::vector<ScenarioPoint>& points) {
  std::map<std::string, std::pair<std::size_t, IdleSetting>> idle;  // at how many points
  std::size_t tried = 0;
  for (const ScenarioPoint& point : points) {
    if (point.instances.empty()) continue;
    ++tried;
    // A process each: SystemC keeps the processes and events of a machine that has gone.
    ChildProcess child([&point](const auto&) {
      ScenarioInstances instances(point.instances);
      point.machine->probes(instances);
      instances.require_all_used();
      return encode(instances.idle());
    });
    while (child.receive()) {
    }
    const std::optional<ChildMessage> message = child.next_message();
    child.join();
    if (!message) throw ModelError("the process that tries the instances ended without a word");
    if (message->kind != ChildMessage::Kind::result) rethrow(*message);
    for (const IdleSetting& setting : decode(message->content)) {
      auto& [count, first] = idle[setting.position.text() + setting.cause];
      if (count++ == 0) first = setting;
    }
  }
  std::vector<IdleSetting> everywhere;
  for (const auto& [key, entry] : idle)
    if (entry.first == tried) everywhere.push_back(entry.second);
  return everywhere;
}

}  // namespace isochron
