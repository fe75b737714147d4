// SPDX-License-Identifier: Apache-2.0
#include "support/fake_machine.h"

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>
#include <isochron/observe/backlog.h>

namespace isochron::test {

namespace {

double bytes_per_second(std::uint64_t bits_per_second) {
  return static_cast<double>(bits_per_second) / 8;
}

ParameterTable engine_table(std::uint64_t& engines) {
  ParameterTable table;
  table.count("dma_engines", engines, {1, 2}, "DMA engines of the controller");
  return table;
}

/// What is asked for and what arrives, a thousandth of the time at a time.
FlowSample flow_of(double asked, double delivered, const MeasurePlan& plan) {
  constexpr Time steps = 1000;
  const Time step = (plan.warm_up + plan.duration) / steps;
  Backlog backlog;
  for (Time at = 0; at < steps * step; at += step) {
    if (at >= plan.warm_up && at < plan.warm_up + step) backlog.start_window(plan.warm_up);
    backlog.ask(at, static_cast<std::uint64_t>(asked * seconds(step)));
    backlog.arrive(at, static_cast<std::uint64_t>(delivered * seconds(step)));
  }
  return backlog.sample("B");
}

}  // namespace

ParameterTable FakeConfig::table() {
  ParameterTable inner;
  inner.duration("slice_time", slice_time, {1'000, 1'000'000}, "time of a slice", "section 6.2.1");
  inner.frequency("clock", clock, {1'000'000, 1'000'000'000}, "bus clock");
  inner.bits("width", width, {32, 64}, "bus width");
  ParameterTable table;
  table.count("nodes", nodes, {2, 9}, "nodes of the cluster", "section 2");
  table.bytes("io", io, {512, 1 << 20}, "an I/O");
  table.bytes_or("packets", packets, "whole", {1, 1 << 20}, "what is sent at a time");
  table.data_rate("target_bandwidth", bandwidth, {8'000'000, 80'000'000'000}, "what a node asks for");
  table.nest("pci", inner);
  table.flag("include_self", include_self, "may a node send to itself");
  table.choice("mode", mode, {"slow", "fast"}, "which engine");
  table.indices("failed_nodes", failed, {0, 8}, "nodes that are down");
  table.count_or("strings", strings, "table", {1, 9}, "strings of disks");
  table.fraction("share", share, {0, 1'000'000}, "of each dimension");
  table.file_or("recording", recording, "none", "a file");
  table.dimensions("volume", volume, 3, {1, 4096}, "size of the volume");
  table.nest("controller", engine_table(engines));
  table.check([this]() -> std::vector<ParameterProblem> {
    for (const std::uint64_t node : failed)
      if (node >= nodes)
        return {{"failed_nodes", "there is no such node", "Name nodes from 0 to nodes - 1", {"failed_nodes", "nodes"}}};
    return {};
  });
  return table;
}

std::vector<ResourceBound> FakeMachine::bounds() const {
  constexpr double tightest = 125e6;
  const double driven = demand().value_or(tightest);
  return {{"link", "serial link", driven, 250e6, 250e6},
          {"ib_pci", "PCI bus in the middle", 4 * driven, 500e6, tightest}};
}

double FakeMachine::target() const {
  return bytes_per_second(config_.bandwidth) / 2;
}

Topology FakeMachine::topology() const {
  Topology topology;
  for (std::uint64_t node = 0; node < config_.nodes; ++node) {
    const std::string name = "node[" + std::to_string(node) + "]";
    topology.parts.push_back({name + ".raid[0]", "fake_raid"});
    topology.parts.push_back({name + ".raid[1]", "fake_raid"});
    topology.parts.push_back({name + ".switch", "fake_switch"});
    topology.edges.push_back({name + ".raid[0]", name + ".switch", "wire"});
  }
  return topology;
}

RunSize FakeMachine::size(const MeasurePlan&) const {
  RunSize size;
  size.peak_memory = 1e6 * static_cast<double>(config_.nodes);
  return size;
}

ReplicationRecord FakeMachine::run(const MeasurePlan& plan, const std::function<void(std::uint64_t)>& progress,
                                   Trace*) {
  Seed seed = plan.seed;
  if (config_.width == 35) static_cast<void>(seed.value());  // as a machine does that draws while it is built
  if (plan.built) plan.built(seed);
  if (config_.width == 33) throw ModelError("node[0].raid[1] waits for node[3].switch, which waits for it");
  if (config_.width == 34) abort();
  ReplicationRecord record;
  record.warm_up_s = static_cast<double>(plan.warm_up) * 1e-12;
  record.simulated_s = static_cast<double>(plan.warm_up + plan.duration) * 1e-12;
  SplitMix64 random(seed.value());
  const double noise = 1 + 1e-4 * (static_cast<double>(random() % 1000) / 1000 - 0.5);
  const double bandwidth = std::min(target(), 121e6) * noise;
  double least = 1e30;
  double most = 0;
  const Topology parts = topology();
  for (const Topology::Part& part : parts.parts) {
    std::uint64_t engines = config_.engines;
    ParameterTable table;
    if (part.type == "fake_raid") table = engine_table(engines);
    if (instances_ != nullptr) instances_->apply(part.name, table);
    if (part.type != "fake_raid") continue;
    const double own = bandwidth * (1 + 1e-3 * static_cast<double>(engines));
    least = std::min(least, own);
    most = std::max(most, own);
    record.component_units = {{"bandwidth", "B/s"}, {"io.count", "1"}};
    record.components[part.name] = {{"bandwidth", own}, {"io.count", 10}};
  }
  record.metrics["raid.bandwidth"] = {"B/s", bandwidth, least, most};
  if (demand()) record.flows["raid"] = flow_of(*demand(), bandwidth, plan);
  record.metrics["raid_pci.utilisation"] = {"1", 0.5, 0.4, 0.6};
  record.metrics["ib_pci.utilisation"] = {"1", 0.9 * noise, 0.8, 1};
  record.metrics["ib_pci_out.wait_link"] = {"1", 0.25 * noise, 0.2, 0.3};
  record.histograms["delay"] = {"s", 4, 0.1, 0.01, 0.04, {{0.01, 0.02, 2}, {0.02, 0.04, 2}}};
  record.series["raid.bandwidth"] = {
      "B/s", 0.1, std::vector<double>(static_cast<std::size_t>(record.simulated_s / 0.1 + 0.5), bandwidth)};
  record.fingerprint = random();
  record.messages = 1000;
  record.events = 8000;
  record.deltas = 5000;
  record.kernel_notifications = 3000;
  if (progress) progress(plan.warm_up + plan.duration);
  return record;
}

const TypeRegistry& fake_types() {
  static const TypeRegistry types = [] {
    TypeRegistry all;
    TypeInfo raid;
    raid.name = "fake_raid";
    raid.kind = "device";
    raid.summary = "Makes load";
    std::uint64_t engines = 1;
    raid.describe_parameters(engine_table(engines));
    raid.statistics.push_back({"bandwidth", "B/s", "delivered"});
    all[raid.name] = raid;
    TypeInfo fabric;
    fabric.name = "fake_switch";
    fabric.kind = "fabric";
    fabric.summary = "Carries load";
    all[fabric.name] = fabric;
    TypeInfo system;
    system.name = "fake";
    system.kind = "system";
    system.summary = "A machine for tests";
    FakeConfig config;
    system.describe_parameters(config.table());
    all[system.name] = system;
    return all;
  }();
  return types;
}

const std::map<std::string, MachineType>& fake_machines() {
  static const std::map<std::string, MachineType> machines{
      {"fake", {fake_types().at("fake"), [] { return std::make_unique<FakeMachine>(); }}}};
  return machines;
}

std::shared_ptr<const MachineType> FakeLibrary::in_library(const std::string& name) const {
  const auto found = machines_.find(name);
  return found == machines_.end() ? nullptr : std::make_shared<const MachineType>(found->second);
}

std::vector<std::string> FakeLibrary::library() const {
  std::vector<std::string> names;
  for (const auto& [name, machine] : machines_) names.push_back(name);
  return names;
}

}  // namespace isochron::test
