// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/memory_limit.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>

namespace isochron {

namespace {

/// The number in a file of the control groups; none where it says "max".
std::optional<double> number_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  double number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

/// The least limit from a group up to the root of the hierarchy.
std::optional<double> least_limit(const std::filesystem::path& root, std::string group, const char* file) {
  std::optional<double> least;
  for (;;) {
    const auto limit = number_in(root / group.substr(std::min<std::size_t>(1, group.size())) / file);
    if (limit && (!least || *limit < *least)) least = limit;
    if (group.empty() || group == "/") return least;
    group.resize(group.rfind('/'));
  }
}

std::optional<double> control_group_limit() {
  std::ifstream groups("/proc/self/cgroup");
  std::optional<double> least;
  // "0::/path" is version 2, "4:memory:/path" version 1.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), group = line.substr(second + 1);
    std::optional<double> limit;
    if (controllers.empty())
      limit = least_limit("/sys/fs/cgroup", group, "memory.max");
    else if (("," + controllers + ",").find(",memory,") != std::string::npos)
      limit = least_limit("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
    if (limit && (!least || *limit < *least)) least = limit;
  }
  return least;
}

}  // namespace

MemoryLimit MemoryLimit::of_host() {
  const double physical = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const std::optional<double> group = control_group_limit();
  if (group && *group < physical) return {*group, "the control group's limit"};
  return {physical, "physical memory"};
}

MemoryLimit MemoryLimit::read(const std::string& text) {
  if (text.empty()) return of_host();
  const SourcePosition option{"--limit-memory " + text.substr(0, 40), 0, 0};
  constexpr const char* remedy = "Write bytes with a unit, 8GB or 512MiB, or a part of what the computer has, 50%";
  SiValue value;
  try {
    value = parse_si(text);
  } catch (const ValueError& error) {
    throw InputError(option, error.what(), remedy);
  }
  if ((value.unit != "B" && value.unit != "1") || !(value.value > 0))
    throw InputError(option, "not an amount of memory", remedy);
  if (value.unit == "B") return {value.value, "--limit-memory"};
  MemoryLimit limit = of_host();
  limit.bytes *= value.value;
  limit.whose = fmt::format("{} of {}", text, limit.whose);
  return limit;
}

void require_memory(const MemoryLimit& limit, std::vector<double> memory, std::size_t jobs, const std::string& file) {
  jobs = std::min(jobs, memory.size());
  std::sort(memory.begin(), memory.end(), std::greater<>());
  const double together = std::accumulate(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(jobs), 0.0);
  if (together <= limit.bytes) return;
  const double largest = memory.front();
  std::string cause = fmt::format("a simulation would take about {} of memory", format_si(largest, "B"));
  if (jobs > 1) cause += fmt::format(", {} side by side {}", jobs, format_si(together, "B"));
  cause += fmt::format("; {} is {}", limit.whose, format_si(limit.bytes, "B"));
  const auto fit = static_cast<std::size_t>(limit.bytes / largest);
  throw InputError({file, 0, 0}, cause,
                   (fit > 0 ? fmt::format("Use --jobs {}", fit)
                            : std::string("Simulate less: a shorter time, larger I/Os or messages, fewer strands")) +
                       ", or raise --limit-memory if you know better than the estimate");
}

}  // namespace isochron
