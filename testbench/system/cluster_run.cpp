// SPDX-License-Identifier: Apache-2.0
#include "system/cluster_run.h"

#include <algorithm>
#include <ctime>
#include <memory>
#include <tuple>

#include <sys/resource.h>

#include <isochron/observe/trace.h>
#include <isochron/system/cluster_address.h>
#include <isochron/system/seachange_cluster.h>

#include "support/child_process.h"
#include "support/no_overrides.h"
#include "system/outcome_bytes.h"

namespace isochron::testbench {

namespace {

Delivery delivery_of(const Tag& tag, Time now, const SeachangeParameters& p) {
  const ClusterEndpoint to = ClusterEndpoint::decode(tag.destination);
  const auto controllers = static_cast<unsigned>(p.raid_controllers);
  const unsigned lane = tag.source % controllers;
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
          narrow(to.node),
          narrow(to.card),
          narrow(p.chip_for(tag.source / controllers, to.node, lane))};
}

/// Sees every arrival: how many messages are under way, in the whole run and after the middle of the window.
class Observer {
 public:
  Observer(const ClusterRun& run, SeachangeCluster& cluster) : run_(run), cluster_(cluster) {
    cluster.egress().set_listener([this](const Tag& tag, Time now) { arrived(tag, now); });
  }

  std::vector<Delivery> deliveries;
  std::uint64_t peak_under_way = 0;
  std::uint64_t peak_under_way_late = 0;

 private:
  void arrived(const Tag& tag, Time now) {
    const std::uint64_t under_way = cluster_.ledger().messages_out() - cluster_.ledger().messages_in();
    peak_under_way = std::max(peak_under_way, under_way);
    if (now > (run_.window_start + run_.window_end) / 2) peak_under_way_late = std::max(peak_under_way_late, under_way);
    if (run_.keep_deliveries) deliveries.push_back(delivery_of(tag, now, run_.parameters));
  }

  const ClusterRun& run_;
  SeachangeCluster& cluster_;
};

/// Brings the cluster to a time, through a trace if the run has one.
class Runner {
 public:
  Runner(const ClusterRun& run, SeachangeCluster& cluster) : cluster_(cluster) {
    if (run.trace_to == 0) return;
    TracePlan plan;
    plan.wave = plan.log = "/dev/null";
    plan.from = run.trace_from;
    plan.to = run.trace_to;
    trace_ = std::make_unique<Trace>(plan);
    trace_->open();
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
  SeachangeCluster& cluster_;
  std::unique_ptr<Trace> trace_;
};

std::string simulate_here(const ClusterRun& run, InstanceOverrides& overrides) {
  const std::clock_t start = std::clock();
  SeachangeCluster cluster(run.parameters, run.seed, overrides, run.io_limit);
  Observer observer(run, cluster);
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
    cluster.run_to_completion();
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

ClusterOutcome simulate(const ClusterRun& run, InstanceOverrides* overrides) {
  NoOverrides none;
  const std::string bytes = run_in_child(
      [&] { return simulate_here(run, overrides != nullptr ? *overrides : static_cast<InstanceOverrides&>(none)); });
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
