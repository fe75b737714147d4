// SPDX-License-Identifier: Apache-2.0
#include "systems/seachange/cluster_run.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <tuple>

#include <sys/resource.h>
#include <unistd.h>

#include <isochron/core/simulation.h>
#include <isochron/machine/composed_machine.h>
#include <isochron/machine/language/machine_library.h>
#include <isochron/machine/language/whole_file.h>
#include <isochron/machine/workload/traffic/traffic_run.h>
#include <isochron/observe/trace.h>

#include "support/child_process.h"
#include "systems/outcome_bytes.h"

namespace isochron::testbench {

namespace {

namespace fs = std::filesystem;

/// The machine's file with one parameter more: the I/Os of a controller. Read once, before processes are forked.
const MachineType& machine_type() {
  static const MachineType type = [] {
    std::string text = whole_file((fs::path(machine_folder()) / "seachange_cluster.yaml").string()).text;
    const auto insert_before = [&text](const std::string& line, const std::string& more) {
      text.insert(text.find(line) + 1, more);
    };
    insert_before("\n  node: ", "  ios: {type: count, or: endless, default: endless, range: [1, 1000000]}\n");
    insert_before("\n    per: ", "    ios: ios\n");
    const fs::path folder = fs::temp_directory_path() / ("cluster_run_" + std::to_string(::getpid()));
    fs::create_directories(folder);
    const fs::path file = folder / "seachange_cluster.yaml";
    std::ofstream(file) << text;
    MachineType read = composed_machine_type(file.string());
    fs::remove_all(folder);
    return read;
  }();
  return type;
}

Delivery delivery_of(const Tag& tag, Time now, const SeachangeParameters& p) {
  const auto controllers = static_cast<unsigned>(p.raid_controllers), cards = static_cast<unsigned>(p.gige_cards);
  const unsigned lane = tag.source % controllers;
  const unsigned node = tag.destination / cards;
  const auto narrow = [](unsigned number) { return static_cast<std::uint16_t>(number); };
  return {tag.sequence,
          tag.block,
          tag.offset,
          tag.bytes,
          p.lost_units().of(tag.block),
          tag.issued,
          tag.ready,
          now,
          tag.stream,
          narrow(tag.source),
          narrow(lane),
          narrow(node),
          narrow(tag.destination % cards),
          narrow(p.chip_for(tag.source / controllers, node, lane))};
}

/// Sees every arrival: how many messages are under way, in the whole run and after the middle of the window.
class Observer {
 public:
  Observer(const ClusterRun& run, TrafficRun& traffic) : run_(run), ledger_(traffic.ledger()) {
    traffic.set_listener([this](const Tag& tag, Time now) { arrived(tag, now); });
  }

  bool all_have_come() const { return ledger_.bytes_out() == ledger_.bytes_in(); }

  std::vector<Delivery> deliveries;
  std::uint64_t peak_under_way = 0;
  std::uint64_t peak_under_way_late = 0;

 private:
  void arrived(const Tag& tag, Time now) {
    const std::uint64_t under_way = ledger_.messages_out() - ledger_.messages_in();
    peak_under_way = std::max(peak_under_way, under_way);
    if (now > (run_.window_start + run_.window_end) / 2) peak_under_way_late = std::max(peak_under_way_late, under_way);
    if (run_.keep_deliveries) deliveries.push_back(delivery_of(tag, now, run_.parameters));
  }

  const ClusterRun& run_;
  const DeliveryLedger& ledger_;
};

/// Brings the cluster to a time, through a trace if the run has one.
class Runner {
 public:
  Runner(const ClusterRun& run, MachineSimulation& cluster) : cluster_(cluster) {
    if (run.trace_to == 0) {
      if (run.fold) cluster.fold(nullptr);
      return;
    }
    TracePlan plan;
    plan.wave = plan.log = "/dev/null";
    plan.from = run.trace_from;
    plan.to = run.trace_to;
    trace_ = std::make_unique<Trace>(plan);
    trace_->open();
    if (run.fold) cluster.fold(trace_.get());
  }
  void run_to(Time end) {
    if (trace_)
      trace_->run(end, [this](Time leg) { cluster_.run_to(leg); });
    else
      cluster_.run_to(end);
  }
  /// How much was written.
  std::uint64_t close() {
    if (!trace_) return 0;
    trace_->close();
    return trace_->changes() + trace_->lines();
  }

 private:
  MachineSimulation& cluster_;
  std::unique_ptr<Trace> trace_;
};

std::string simulate_here(const ClusterRun& run, InstanceOverrides* overrides) {
  const std::clock_t start = std::clock();
  const std::unique_ptr<ComposedSimulation> built = build_cluster(run.parameters, run.seed, overrides, run.io_limit);
  ComposedSimulation& cluster = *built;
  Observer observer(run, dynamic_cast<TrafficRun&>(*cluster.runs().front()));
  Runner runner(run, cluster);
  Figures window;
  Figures complete;
  if (run.window_start > 0) {
    runner.run_to(run.window_start);
    cluster.start_window();
  }
  if (run.window_end > 0) {
    runner.run_to(run.window_end);
    window = figures_of(cluster.record());
  }
  const std::uint64_t traced = runner.close();
  if (run.to_completion) {
    do cluster.run_to(kernel_now() + 100 * millisecond);
    while (sc_core::sc_pending_activity() || !observer.all_have_come());  // before the first run nothing is pending
    complete = figures_of(cluster.record());
  }
  const ReplicationRecord record = cluster.record();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);

  OutcomeWriter writer;
  writer.list(observer.deliveries);
  writer.figures(window);
  writer.figures(complete);
  writer.figures({{"events", static_cast<double>(record.events)},
                  {"messages", static_cast<double>(record.messages)},
                  {"kernel_notifications", static_cast<double>(record.kernel_notifications)},
                  {"cpu_s", static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC},
                  {"peak_rss_bytes", static_cast<double>(usage.ru_maxrss) * 1024},
                  {"traced", static_cast<double>(traced)},
                  {"peak_under_way", static_cast<double>(observer.peak_under_way)},
                  {"peak_under_way_late", static_cast<double>(observer.peak_under_way_late)}});
  return writer.bytes;
}

}  // namespace

std::unique_ptr<ComposedSimulation> build_cluster(const SeachangeParameters& parameters, std::uint64_t seed,
                                                  InstanceOverrides* overrides, std::uint64_t io_limit) {
  const std::unique_ptr<MachineDescription> machine = machine_type().make();
  Settings settings = parameters.settings();
  if (io_limit > 0) settings["ios"] = std::to_string(io_limit);
  set_all(*machine, settings);
  machine->set_instances(overrides);
  return std::unique_ptr<ComposedSimulation>(
      dynamic_cast<ComposedSimulation*>(dynamic_cast<ComposedMachine&>(*machine).build(seed).release()));
}

ClusterOutcome simulate(const ClusterRun& run, InstanceOverrides* overrides) {
  machine_type();
  const std::string bytes = run_in_child([&] { return simulate_here(run, overrides); });
  OutcomeReader reader(bytes);
  ClusterOutcome outcome;
  outcome.deliveries = reader.list<Delivery>();
  std::sort(outcome.deliveries.begin(), outcome.deliveries.end(), [](const Delivery& a, const Delivery& b) {
    return std::tie(a.source, a.sequence) < std::tie(b.source, b.sequence);
  });
  outcome.window = reader.figures();
  outcome.complete = reader.figures();
  outcome.effort = reader.figures();
  return outcome;
}

Figures measure(const SeachangeParameters& parameters, Time warm_up, Time duration, InstanceOverrides* overrides) {
  ClusterRun run;
  run.parameters = parameters;
  run.window_start = warm_up;
  run.window_end = warm_up + duration;
  return simulate(run, overrides).window;
}

}  // namespace isochron::testbench
