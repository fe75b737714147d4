// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/trace_output.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <isochron/app/trace_selection.h>
#include <isochron/observe/save_file.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>

namespace isochron {

namespace fs = std::filesystem;

namespace {

Time read_time(const std::string& option, const std::string& text) {
  try {
    return parse_stored(text, Quantity::duration);
  } catch (const ValueError& error) {
    throw InputError({option + " " + text.substr(0, 80), 0, 0}, error.what(), error.remedy());
  }
}

/// Whether the waveform is to be FST.
bool format_of(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  if (extension == ".vcd") return false;
  if (extension != ".fst")
    throw InputError({"--trace " + file, 0, 0}, "the name says no format", "Name a file that ends in .fst or .vcd");
  if (!WaveFile::has_fst())
    throw InputError({"--trace " + file, 0, 0}, "this build cannot write FST",
                     "Name it .vcd, or install Debian's packages verilator and zlib1g-dev and build again");
  return true;
}

std::string save_file_of(const std::string& wave) {
  return fs::path(wave).replace_extension(".gtkw").string();
}

/// Where the view of `wave` goes: not to a file that somebody has edited.
std::string unedited_save_file_of(const std::string& wave) {
  const auto is_free = [](const std::string& file) {
    std::error_code ignored;
    return !fs::is_regular_file(file, ignored) || is_own_save_file(file);
  };
  std::string file = save_file_of(wave);
  for (int number = 1; !is_free(file); ++number)
    file = fs::path(wave).replace_extension(number == 1 ? ".new.gtkw" : fmt::format(".new{}.gtkw", number)).string();
  return file;
}

/// A hundred samples, more or less, at 1, 2 or 5 times a power of ten.
Time round_interval(Time traced) {
  Time interval = microsecond;
  while (interval <= traced / 1000) interval *= 10;
  for (const Time factor : {Time{5}, Time{2}})
    if (interval * factor <= traced / 100) return interval * factor;
  return interval;
}

Time interval_of(const TraceOptions& options, Time traced) {
  constexpr Time most_samples = 10'000'000;
  if (options.interval.empty()) return round_interval(traced);
  const Time interval = read_time("--trace-interval", options.interval);
  if (interval == 0 || traced / interval > most_samples)
    throw InputError({"--trace-interval " + options.interval, 0, 0},
                     "more than ten million samples of each utilisation", "Choose a longer interval");
  return interval;
}

/// `number` counts from 1; 0: the first.
std::size_t index_of(const char* option, std::uint64_t number, std::size_t count) {
  if (number > count)
    throw InputError({fmt::format("{} {}", option, number), 0, 0}, fmt::format("there are {}", count),
                     fmt::format("Valid: 1 to {}", count));
  return number == 0 ? 0 : number - 1;
}

/// Options that say how to trace, but nothing is traced.
void require_none(const TraceOptions& options) {
  const bool any = !options.from.empty() || !options.to.empty() || !options.interval.empty() ||
                   !options.scopes.empty() || options.point != 0 || options.replication != 0;
  if (any)
    throw InputError({"isochron", 0, 0}, "options of a trace, but none is asked for",
                     "Add --trace FILE or --record FILE");
}

}  // namespace

TraceOutput::TraceOutput(const TraceOptions& options, bool results, const Simulation& simulation, OutputSet& output)
    : options_(options) {
  if (options.wave.empty() && options.record.empty()) {
    require_none(options);
    return;
  }
  const Measure& measure = simulation.scenario().measure;
  TraceTask task;
  task.point = index_of("--trace-point", options.point, simulation.points().size());
  task.replication = index_of("--trace-replication", options.replication, measure.replications);
  TracePlan& plan = task.plan;
  if (!options.from.empty()) plan.from = read_time("--trace-from", options.from);
  if (!options.to.empty()) plan.to = read_time("--trace-to", options.to);
  if (plan.from >= plan.to)
    throw InputError({"--trace-from", 0, 0},
                     fmt::format("{} is not before --trace-to {}", format_stored(plan.from, Quantity::duration),
                                 format_stored(plan.to, Quantity::duration)),
                     "Let the trace begin before it ends");
  const std::optional<std::uint64_t> estimated = simulation.points()[task.point].machine->completes_in();
  const Time end = estimated.value_or(measure.warm_up + measure.duration);
  if (!estimated && plan.from >= end)
    throw InputError({"--trace-from", 0, 0},
                     fmt::format("{} is not before the end of the run, {}",
                                 format_stored(plan.from, Quantity::duration), format_stored(end, Quantity::duration)),
                     "Begin earlier, or measure for longer");
  task.alone = !results && plan.to != end_of_time && (estimated || plan.to < end);
  const Time last = plan.to == end_of_time ? std::max(end, plan.from) : plan.to;
  plan.interval = interval_of(options, last - plan.from);
  plan.select = [scopes = options.scopes](const std::vector<ProbeInfo>& infos) { return select_probes(infos, scopes); };
  if (!options.wave.empty()) {
    plan.fst = format_of(options.wave);
    std::error_code ignored;
    if (plan.fst && fs::exists(options.wave, ignored) && !fs::is_regular_file(options.wave, ignored))
      throw FileError(options.wave, "cannot be written: FST needs a regular file", "Name another file");
    plan.wave = output.open_for_others("trace", options.wave);
    save_file_ = unedited_save_file_of(options.wave);
    plan.save_file = output.open_for_others("save_file", save_file_);
    plan.shown_as = fs::absolute(options.wave).lexically_normal().string();
  }
  if (!options.record.empty()) plan.log = output.open_for_others("record", options.record);
  task_ = std::move(task);
}

TraceOutput::~TraceOutput() {
  std::error_code ignored;
  if (task_ && task_->plan.fst) fs::remove(task_->plan.wave + ".hier", ignored);
}

std::string TraceOutput::files() const {
  std::string wave = options_.wave.empty() ? "" : options_.wave + " and " + save_file_;
  if (const std::string edited = save_file_of(options_.wave); !save_file_.empty() && save_file_ != edited)
    wave += fmt::format(" ({} has been edited and stays)", edited);
  return wave + (wave.empty() || options_.record.empty() ? "" : ", ") + options_.record;
}

void TraceOutput::keep(OutputSet& output) const {
  for (const char* const name : {"trace", "save_file", "record"}) output.keep(name);
}

FileError TraceOutput::explain(const WriteError& error) const {
  if (error.file() == task_->plan.wave) return write_failure(options_.wave, error.error());
  if (error.file() == task_->plan.save_file) return write_failure(save_file_, error.error());
  return write_failure(options_.record, error.error());
}

}  // namespace isochron
