// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/stream_contents.h>

#include <algorithm>
#include <set>
#include <utility>

#include <isochron/core/random_stream.h>
#include <isochron/software/calliope/constant_schedule.h>
#include <isochron/software/calliope/trace_file.h>

namespace isochron {

void StreamContents::add_to(ParameterTable& table) {
  const std::string constant_rate = "Calliope, section 3.2.1", variable_rate = "Calliope, section 3.2.2";
  const Range rates{1'000, 1'000'000'000};
  table.choice("streams.kind", kind, {"constant", "trace"},
               "constant: packets of one size at one rate; trace: as recorded, with bursts", "Calliope, section 3.2");
  table.data_rate("streams.rate", rate, rates, "of a stream of constant rate", constant_rate);
  table.bytes("streams.packet", packet, {64, 65'507}, "of a stream of constant rate", constant_rate);
  table.choice("streams.phase", phase, {"random", "aligned"},
               "random: packets of each are due at a time of their own within their interval; aligned: all at the same",
               "open in Calliope; aligned: section 3.2.2");
  table.numbers("trace.files", files, {0, 63}, "that are played, by turns", variable_rate + ": three");
  table.numbers("trace.mean", mean, rates, "rate of each file, b/s", variable_rate);
  table.numbers("trace.peak", peak, rates, "most in any 50 ms of each file, b/s",
                variable_rate + ": 2.0 to 5.4 Mb/s; which has which is our own");
  table.frequency("trace.frame_rate", trace.frame_rate, {1, 100}, "of a file", "our own");
  table.bytes("trace.packet", trace.packet, {64, 65'507}, "but the last of a frame", variable_rate + ": about 1 KB");
  table.data_rate("trace.line_rate", trace.line_rate, {100'000, 1'000'000'000},
                  "at which the packets of a frame follow each other", "our own");
  table.duration("trace.scene", trace.scene, {100 * millisecond, 1'000 * second}, "mean length of what looks alike",
                 "our own");
  table.duration("trace.length", trace.length, {second, 3'600 * second}, "of a file, which is played again and again",
                 "our own");
  table.count("trace.seed", trace_seed, {0, 1'000'000'000}, "of the files; other seeds, other files", "our own");
  table.file_or("trace.csv", csv, "none",
                "a recording that all streams play, a line `time_s,bytes` and one a packet: a file beside the scenario",
                "our own");
  table.counts_where(table.is("streams.kind", {"constant"}), {"streams.rate"});
  table.counts_where(table.is("streams.kind", {"trace"}), {"trace"});
  table.counts_where({"trace.csv", "none", [this] { return csv.empty(); }},
                     {"trace.files", "trace.mean", "trace.peak", "trace.frame_rate", "trace.packet", "trace.line_rate",
                      "trace.scene", "trace.length", "trace.seed"});
}

std::vector<ParameterProblem> StreamContents::problems() const {
  std::vector<ParameterProblem> found;
  if (constant()) return found;
  if (!csv.empty()) {
    try {
      TraceSchedule(read_trace_file(csv.path()));
    } catch (const TraceFileError& error) {
      found.push_back({"trace.csv", error.what(), error.remedy(), {"trace.csv"}, {}});
    }
    return found;
  }
  if (files.empty()) found.push_back({"trace.files", "no file is played", "name one or more", {"trace.files"}, {}});
  if (mean.size() != peak.size())
    found.push_back(
        {"trace.peak",
         "there are " + std::to_string(mean.size()) + " means and " + std::to_string(peak.size()) + " peaks",
         "give a mean and a peak for each file",
         {"trace.mean", "trace.peak"},
         {}});
  for (const std::uint64_t file : files) {
    if (file >= std::min(mean.size(), peak.size())) {
      found.push_back(
          {"trace.files",
           "there is no file " + std::to_string(file) + " among " + std::to_string(std::min(mean.size(), peak.size())),
           "number files from 0",
           {"trace.files", "trace.mean", "trace.peak"},
           {}});
      continue;
    }
    SyntheticTrace one = trace;
    one.mean = mean[file];
    one.peak = peak[file];
    if (static_cast<double>(one.peak) < one.least_peak() * 1.02)
      found.push_back({"trace.peak",
                       "a file of " + std::to_string(one.mean) + " b/s has a peak of at least " +
                           std::to_string(static_cast<std::uint64_t>(one.least_peak() * 1.02)) + " b/s",
                       "use a higher peak, a lower mean or a higher trace.frame_rate",
                       {"trace.peak", "trace.mean", "trace.frame_rate"},
                       {}});
  }
  return found;
}

StreamContents::Schedules StreamContents::schedules() const {
  Schedules schedules;
  if (constant()) {
    schedules.push_back(std::make_unique<ConstantSchedule>(rate, static_cast<std::uint32_t>(packet)));
    return schedules;
  }
  if (!csv.empty()) {
    schedules.push_back(std::make_unique<TraceSchedule>(read_trace_file(csv.path())));
    return schedules;
  }
  schedules.resize(mean.size());
  for (const std::uint64_t file : std::set<std::uint64_t>(files.begin(), files.end())) {
    SyntheticTrace one = trace;
    one.mean = mean.at(file);
    one.peak = peak.at(file);
    schedules[file] = std::make_unique<TraceSchedule>(one.make(trace_seed, file));
  }
  return schedules;
}

std::size_t StreamContents::schedule_of(std::uint64_t stream) const {
  return constant() || !csv.empty() ? 0 : files.at(stream % files.size());
}

std::vector<CentralProcess::Item> StreamContents::items(const Schedules& schedules, std::uint64_t recorded,
                                                        std::uint64_t seed) const {
  std::vector<CentralProcess::Item> items(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    CentralProcess::Item& item = items[i];
    const std::size_t schedule = schedule_of(i);
    item.schedule = schedules[schedule].get();
    // Of a constant rate each has a file of its own.
    item.file = constant() ? i : schedule;
    if (i >= count - recorded) item.direction = NetworkProcess::Direction::record;
    item.phase = phase_of(i, static_cast<double>(packet_bytes()) / item.schedule->mean_rate() * 1e12, seed);
  }
  return items;
}

Time StreamContents::phase_of(std::uint64_t key, double interval, std::uint64_t seed) const {
  if (phase != PhaseOf::random) return 0;
  SplitMix64 draw = random_stream(seed, "phase", key);
  return static_cast<Time>(static_cast<double>(draw() >> 11) * 0x1p-53 * interval);
}

std::vector<DerivedValue> StreamContents::derived(std::uint64_t streams) const {
  const bool known = constant() || problems().empty();
  const auto of_default = static_cast<double>(rate);
  return {{"streams.mean_rate", Quantity::data_rate, known ? mean_rate(streams) : of_default},
          {"streams.fastest", Quantity::data_rate, known && fastest() > 0 ? fastest() : of_default}};
}

double StreamContents::fastest() const {
  if (constant()) return static_cast<double>(rate);
  std::uint64_t most = 0;
  for (const std::uint64_t file : files) most = std::max(most, mean.at(file));
  return static_cast<double>(most);
}

double StreamContents::mean_rate(std::uint64_t streams) const {
  if (constant() || streams == 0) return static_cast<double>(rate);
  if (!csv.empty()) return TraceSchedule(read_trace_file(csv.path())).mean_rate() * 8;
  double sum = 0;
  for (std::uint64_t stream = 0; stream < streams; ++stream) sum += static_cast<double>(mean.at(schedule_of(stream)));
  return sum / static_cast<double>(streams);
}

}  // namespace isochron
