// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/host_speed.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <isochron/app/child_process.h>
#include <isochron/app/output_file.h>
#include <isochron/core/time.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/scenario/build_info.h>
#include <isochron/scenario/scenario_instances.h>

namespace isochron {

namespace {

using Speeds = nlohmann::json;

/// A simulation of 80 ms, in a process of its own.
double measured_once() {
  return std::stod(result_of_child(
      [](const auto&) {
        const std::unique_ptr<MachineDescription> machine = machine_types().at("seachange_cluster").make();
        const std::vector<InstanceSetting> none;
        ScenarioInstances instances(none);
        const ReplicationRecord record = machine->run({0, 80 * millisecond, 1}, instances, {}, nullptr);
        return fmt::format("{}", static_cast<double>(record.events) / std::max(record.cpu_s, 1e-3));
      },
      "measures the computer's speed"));
}

/// Of the processors, as the system names them: the cache folder may be that of several computers.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "unknown";
}

std::filesystem::path kept_in() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  if (cache != nullptr && *cache == '/') return std::filesystem::path(cache) / "isochron" / "speed.json";
  if (home != nullptr && *home == '/') return std::filesystem::path(home) / ".cache" / "isochron" / "speed.json";
  return {};
}

/// Speeds by computer and build. Whatever is wrong with the file, it is as if there were none.
Speeds kept() {
  std::error_code error;
  if (!std::filesystem::is_regular_file(kept_in(), error)) return Speeds::object();  // a pipe would be waited for
  std::ifstream file(kept_in());
  constexpr std::size_t most = 1 << 16;
  std::string text(most, '\0');
  file.read(text.data(), most);
  text.resize(static_cast<std::size_t>(file.gcount()));
  Speeds document = Speeds::parse(text, nullptr, false);
  return document.is_object() ? document : Speeds::object();
}

void keep(const Speeds& document) {
  const std::filesystem::path path = kept_in();
  if (path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error || (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))) return;
  try {
    OutputFile file(path.string());
    file.write(document.dump(1, ' ', false, Speeds::error_handler_t::replace) + "\n");
    file.commit();
  } catch (const FileError&) {
    // Then it is measured again.
  }
}

}  // namespace

double host_events_per_second() {
  const std::string key = fmt::format("{}, {} ({}, {})", processor(), build_version, build_git, build_kind);
  Speeds document = kept();
  const auto found = document.find(key);
  if (found != document.end() && found->is_number() && found->get<double>() >= 1e3 && found->get<double>() <= 1e9)
    return found->get<double>();
  double fastest = 0;
  for (int i = 0; i < 2; ++i) fastest = std::max(fastest, measured_once());
  constexpr std::size_t most_kept = 100;
  if (document.size() >= most_kept) document.clear();
  document[key] = fastest;
  keep(document);
  return fastest;
}

}  // namespace isochron
