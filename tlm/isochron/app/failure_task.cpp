// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/failure_task.h>

#include <chrono>

#include <fmt/format.h>

#include <isochron/app/log.h>
#include <isochron/machine/composed_machine.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Says once, after half a second of work, how long all of it takes.
class LongWork {
 public:
  explicit LongWork(std::string what) : what_(std::move(what)) {}

  void update(std::size_t done, std::size_t all) {
    if (is_told_) return;
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    constexpr double enough = 0.5, long_time = 10;  // s
    if (elapsed < enough) return;
    is_told_ = true;
    const double seconds = elapsed / static_cast<double>(done) * static_cast<double>(all);
    if (seconds > long_time) log_note(fmt::format("{}: about {:.2g} seconds for {} failures", what_, seconds, all));
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  Clock::time_point start_ = Clock::now();
  bool is_told_ = false;
};

const ComposedMachine& machine_of(const ScenarioPoint& point) {
  const auto* const machine = dynamic_cast<const ComposedMachine*>(point.machine.get());
  if (machine == nullptr)
    throw InputError({"--fail", 0, 0}, "the machine is none of a machine file", "Leave the option out");
  return *machine;
}

}  // namespace

std::optional<unsigned> read_fail(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "1" || text == "2") return text == "1" ? 1 : 2;
  throw InputError({"--fail " + text.substr(0, 40), 0, 0}, "failures of one part, or of two at once, are ranked",
                   "Use `--fail 1` or `--fail 2`");
}

const Netlist& netlist_of(const ScenarioPoint& point) {
  return machine_of(point).analysis().netlist();
}

FailureAnalysis analyse_failures(const Simulation& simulation, const ScenarioPoint& point, unsigned at_once) {
  const std::unique_ptr<FailureModel> model = machine_of(point).failures();
  LongWork work(simulation.scenario().file);
  return FailureAnalysis(netlist_of(point), *model, at_once,
                         [&work](std::size_t done, std::size_t all) { work.update(done, all); });
}

}  // namespace isochron
