// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/composed_machine.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/machine/elaborate/elaborate.h>
#include <isochron/machine/elaborate/netlist_assembly.h>
#include <isochron/machine/elaborate/netlist_text.h>
#include <isochron/machine/elaborate/part_rules.h>
#include <isochron/machine/language/machine_reader.h>
#include <isochron/machine/route/via_router.h>
#include <isochron/machine/run/metric_rule.h>
#include <isochron/machine/workload/jobs/job_model.h>
#include <isochron/machine/workload/self/work_model.h>
#include <isochron/machine/workload/traffic/composed_model.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/source_plans.h>
#include <isochron/protocol/message_pool.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Nothing is said of single parts.
class NoOverrides final : public InstanceOverrides {
 public:
  void apply(const std::string&, ParameterTable&) override {}
};

/// What an assembly that plans knows of single parts.
class OverridesOfAssembly final : public InstanceOverrides {
 public:
  explicit OverridesOfAssembly(Assembly& assembly) : assembly_(assembly) {}
  void apply(const std::string& name, ParameterTable& table) override { assembly_.configure(name, table); }

 private:
  Assembly& assembly_;
};

/// A machine with nothing to do would stand still from the start.
void require_work(const MachineFile& file, const Netlist& netlist) {
  if (!netlist.traffic.empty() || !netlist.jobs.empty() || !netlist.work.empty()) return;
  if (file.traffic.empty())
    throw InputError(file.machine.position,
                     "the machine has nothing to do: it has neither traffic nor jobs, and no part has work of its own",
                     "Add `traffic:` with a line `- {name: ..., from: SOURCES, to: SINKS, rate: ...}`, or `jobs:`");
  throw InputError(file.traffic.front().position, "the machine has no traffic as its parameters are",
                   "Let `when` of at least one hold");
}

/// Whether the reference has more events than the fast model: a PCI bus alone has one for each slice.
bool has_slices(const Netlist& netlist) {
  return std::any_of(netlist.parts.begin(), netlist.parts.end(),
                     [](const FlatPart& part) { return part.type == PciBus::type; });
}

/// Figures of all declared traffic. Traffic that is switched off has none, which is seen when they are asked for.
std::vector<StatisticInfo> figures_of_traffic(const MachineFile& file) {
  std::vector<StatisticInfo> figures;
  for (const TrafficDeclaration& traffic : file.traffic) {
    figures.push_back({traffic.name + ".bandwidth", "B/s", "of a source: bytes of it that have arrived"});
    figures.push_back(
        {traffic.name + ".delay", "s", "from the request of an I/O to the arrival of each of its messages", true});
    const auto says = [&traffic](const char* option) {
      return std::any_of(traffic.settings.begin(), traffic.settings.end(),
                         [option](const Setting& setting) { return setting.path == option; });
    };
    if (says("degraded")) figures.push_back({traffic.name + ".rebuilt", "B/s", "of lost units (with degraded)"});
    if (!says("streams")) continue;
    figures.push_back({traffic.name + ".streams.count", "1", "streams (with streams)"});
    figures.push_back({traffic.name + ".streams.played", "1", "streams without a late message"});
    figures.push_back({traffic.name + ".streams.underrun", "1", "streams with a late message"});
    figures.push_back({traffic.name + ".streams.late_messages", "1", "messages that came after their time"});
  }
  figures.push_back({"delivered.bandwidth", "B/s", "of the machine: bytes that have arrived"});
  figures.push_back({"bytes.in", "B", "that sources have sent since the simulation began"});
  figures.push_back({"bytes.out", "B", "that have arrived since the simulation began"});
  return figures;
}

/// Names of the kinds of jobs, where there are several.
std::vector<std::string> kinds_of(const std::vector<FlatJobs>& jobs) {
  if (jobs.size() == 1) return {};
  std::vector<std::string> kinds;
  kinds.reserve(jobs.size());
  for (const FlatJobs& one : jobs) kinds.push_back(one.name);
  return kinds;
}

/// Bytes that the sources of each traffic send within `time`, s, in the mean, at the rates that are expected.
std::vector<double> bytes_within(const Netlist& netlist, const TrafficBounds& bounds, double time) {
  std::vector<double> bytes;
  for (std::size_t t = 0; t < netlist.traffic.size(); ++t) {
    const FlatTraffic& traffic = netlist.traffic[t];
    double all = 0;
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) all += bytes_in_all(netlist, traffic, s);
    bytes.push_back(bounds.loads().rates()[t] * time);
    if (all > 0) bytes.back() = std::min(bytes.back(), all / static_cast<double>(traffic.sources.size()));
  }
  return bytes;
}

/// Most messages that are in the machine at a time: in buffers that fill and on links with delays, but no more than
/// sources send within `time`, s.
double messages_inside(const Netlist& netlist, const TrafficBounds& bounds, double time) {
  double inside = bounds.in_full_buffers(), sent = 0;
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const FlowLoads::OfPart load = bounds.loads().part(p);
    if (load.messages == 0) continue;
    const auto bytes = static_cast<std::uint64_t>(std::ceil(load.bytes / load.messages));
    inside += load.messages * netlist.parts[p].config->least_transit(bytes, netlist.parts[p].plan);
  }
  for (std::size_t t = 0; t < netlist.traffic.size(); ++t) {
    const FlatTraffic& traffic = netlist.traffic[t];
    const bool is_closed = traffic.options.arrivals == SourceLoad::Arrivals::closed;
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      const OfferedLoad asked = offered_load_of(netlist, traffic, s);
      if (asked.bytes == 0) continue;
      double bytes = bounds.asked(t) ? asked.bytes * time : std::numeric_limits<double>::infinity();
      if (is_closed) bytes = static_cast<double>(traffic.options.outstanding) * mean_io(netlist, traffic, s);
      if (const double all = bytes_in_all(netlist, traffic, s); all > 0) bytes = std::min(bytes, all);
      sent += bytes * asked.messages / asked.bytes;
    }
  }
  return std::min(inside, sent);
}

/// I/Os of closed loops.
double ios_of_loops(const Netlist& netlist) {
  double ios = 0;
  for (const FlatTraffic& traffic : netlist.traffic) {
    if (traffic.options.arrivals != SourceLoad::Arrivals::closed) continue;
    const std::uint64_t each = traffic.options.ios == 0
                                   ? traffic.options.outstanding
                                   : std::min<std::uint64_t>(traffic.options.outstanding, traffic.options.ios);
    ios += static_cast<double>(each) * static_cast<double>(traffic.sources.size());
  }
  return ios;
}

/// I/Os that sources have been asked for and have not begun to send after `time`, s. Each arrived, which is an event,
/// and is kept.
double waiting_ios(const Netlist& netlist, const TrafficBounds& bounds, double time) {
  double ios = 0;
  for (std::size_t t = 0; t < netlist.traffic.size(); ++t) {
    const FlatTraffic& traffic = netlist.traffic[t];
    // The other sources keep only a number, or have everything from the start.
    if (!bounds.asked(t) || traffic.options.arrivals == SourceLoad::Arrivals::at_start) continue;
    const double behind = 1 - std::min(1.0, bounds.expected(t) / *bounds.asked(t));
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      const double asked = offered_load_of(netlist, traffic, s).bytes * time / mean_io(netlist, traffic, s);
      ios += behind * (traffic.options.ios == 0 ? asked : std::min(asked, static_cast<double>(traffic.options.ios)));
    }
  }
  return ios;
}

}  // namespace

ComposedMachine::ComposedMachine(std::shared_ptr<const MachineFile> file)
    : file_(std::move(file)), store_(file_->machine.parameters) {}

ParameterTable ComposedMachine::parameters() {
  ParameterTable table = store_.table();
  add_bus_model(table, bus_model_);
  return table;
}

Netlist ComposedMachine::netlist(InstanceOverrides& overrides) const {
  Netlist netlist = elaborate(*file_, store_.names(), overrides);
  require_work(*file_, netlist);
  find_routes(netlist).store(netlist);
  return netlist;
}

std::string ComposedMachine::flat_file(InstanceOverrides& overrides) const {
  return netlist_text(*file_, store_.names(), netlist(overrides));
}

const MachineAnalysis& ComposedMachine::analysis() const {
  Names names = store_.names();
  if (analysis_ == nullptr || !(names == analysed_)) {
    NoOverrides none;
    InstanceOverrides& overrides = instances_ != nullptr ? *instances_ : none;
    Netlist flat = elaborate(*file_, names, overrides);
    require_work(*file_, flat);
    uses_.reset();
    analysis_ = std::make_shared<const MachineAnalysis>(std::move(flat));
    analysed_ = std::move(names);
  }
  return *analysis_;
}

bool ComposedMachine::count_instances(const std::shared_ptr<InstanceOverrides>& instances) {
  instances_ = instances;
  uses_.reset();
  analysis_ = nullptr;
  return true;
}

std::vector<std::string> ComposedMachine::drawn_at_random() const {
  const Netlist& flat = analysis().netlist();
  std::set<std::string> drawn;
  for (const FlatTraffic& traffic : flat.traffic) {
    if (traffic.sizes != nullptr) drawn.insert("sizes of I/Os");
    if (!traffic.rates.empty()) drawn.insert("rates of sources");
    const TrafficOptions::Destinations to = traffic.options.destination;
    const bool at_random = to == TrafficOptions::Destinations::uniform || to == TrafficOptions::Destinations::zipf;
    if (at_random && !traffic.trace_has_sinks && traffic.sinks.size() > 1) drawn.insert("destinations");
  }
  for (const FlatPart& part : flat.parts)
    if (const char* const what = part.config->drawn()) drawn.insert(what);
  return {drawn.begin(), drawn.end()};
}

std::vector<ResourceBound> ComposedMachine::bounds() const {
  return analysis().bounds();
}

std::pair<std::string, std::string> ComposedMachine::driver() const {
  if (!file_->jobs.empty() || analysis().work() != nullptr) return {"throughput", "B/s"};
  if (const HandOverLoads* const loads = analysis().hand_overs()) return loads->work().driver();
  if (const ResourceBound* const bound = tightest(analysis().bounds())) return {bound->metric, "B/s"};
  // The first that asks for something, if there is one.
  const std::vector<WorkloadBound>& all = analysis().traffic().workloads();
  const auto asks = std::find_if(all.begin(), all.end(), [](const WorkloadBound& one) { return one.asked != 0; });
  if (asks != all.end()) return {asks->metric, "B/s"};
  return {all.empty() ? "delivered.bandwidth" : all.front().metric, "B/s"};
}

std::optional<double> ComposedMachine::demand() const {
  if (const JobLoads* const jobs = analysis().jobs()) return jobs->demand();
  if (analysis().work() != nullptr || analysis().hand_overs() != nullptr) return std::nullopt;
  const std::string metric = driver().first;
  for (const WorkloadBound& one : analysis().traffic().workloads())
    if (one.metric == metric) return one.asked;
  return std::nullopt;
}

std::vector<WorkloadBound> ComposedMachine::workloads() const {
  return analysis().traffic().workloads();
}

std::vector<std::string> ComposedMachine::picture_names() const {
  const HandOverLoads* const loads = analysis().hand_overs();
  return loads == nullptr ? std::vector<std::string>() : loads->work().pictures();
}

std::vector<Warning> ComposedMachine::warnings() const {
  std::vector<Warning> warnings = file_->warnings;
  for (const std::vector<Warning>& some : {analysis().netlist().warnings, analysis().path_warnings()})
    warnings.insert(warnings.end(), some.begin(), some.end());
  const bool of_jobs = analysis().jobs() != nullptr;
  if (const std::vector<std::string> cycle = analysis().deadlock(); !cycle.empty())
    warnings.push_back({fmt::format("{} can wait for each other in a cycle, and then nothing moves: {}",
                                    of_jobs ? "jobs that have parts" : "buffers", fmt::join(cycle, ", ")),
                        of_jobs ? "Let all of them take these parts in one order"
                                : "Route around one of them, or keep the load so low that they never fill"});
  return warnings;
}

std::string ComposedMachine::why_idle(const std::string& parameter) const {
  const Netlist& flat = analysis().netlist();
  if (!uses_) uses_.emplace(*file_, flat);
  return uses_->why_idle(parameter);
}

std::optional<std::uint64_t> ComposedMachine::completes_in() const {
  if (!file_->until_done) return std::nullopt;
  if (const JobLoads* const jobs = analysis().jobs()) return jobs->completes_in();
  if (const WorkLoads* const work = analysis().work()) return work->completes_in();
  if (const HandOverLoads* const loads = analysis().hand_overs()) return loads->completes_in();
  const double longest = analysis().seconds_to_send_all();
  constexpr double most = 1.8e7;  // s, that fit in 64 bits of picoseconds
  return std::isfinite(longest) ? static_cast<std::uint64_t>(std::min(most, longest) * 1e12) : 0;
}

RunSize ComposedMachine::size(const MeasurePlan& plan, const HardwareParts&) const {
  const auto built = static_cast<double>(analysis().netlist().parts.size());
  const double slower = bus_model_ == BusModel::reference && has_slices(analysis().netlist()) ? 5 : 1;
  RunSize size;
  size.peak_memory = RunSize::empty_process + built * (RunSize::part + 2'000);
  for (const FlatPart& part : analysis().netlist().parts) size.peak_memory += part.config->memory();
  if (const JobLoads* const jobs = analysis().jobs()) {
    size.events = jobs->events() * slower;
    size.cluster_work =
        size.events + seconds(jobs->completes_in()) / 100e-3 * RunSize::step + built * RunSize::building;
    size.peak_memory += jobs->memory();
    return size;
  }
  if (const HandOverLoads* const loads = analysis().hand_overs()) {
    size.events = loads->events() * slower;
    size.cluster_work = size.events + built * RunSize::building;
    size.peak_memory += loads->memory();
    return size;
  }
  if (const WorkLoads* const work = analysis().work()) {
    size.events = work->events() * slower;
    size.cluster_work = size.events / 2;  // nothing waits long, and little is touched
    return size;
  }
  const double time = file_->until_done ? static_cast<double>(completes_in().value_or(0)) * 1e-12
                                        : static_cast<double>(plan.warm_up + plan.duration) * 1e-12;
  const Netlist& flat = analysis().netlist();
  const TrafficBounds& traffic = analysis().traffic();
  size.events = traffic.loads().at(bytes_within(flat, traffic, time)).events() * slower;
  const double waiting = waiting_ios(flat, traffic, time);
  size.events += waiting;
  // A queue has room for twice as much as it had, and for a while for what it had too.
  size.peak_memory += (waiting + ios_of_loops(flat)) * 3 * sizeof(Io);
  // Of a message's room for data, in which nothing is written, pages that it begins in are taken.
  constexpr std::size_t page = 4096;
  size.peak_memory += messages_inside(flat, traffic, time) *
                      static_cast<double>(sizeof(Message) + std::min(page, largest_message(flat)));
  size.cluster_work = size.events + time / 10e-3 * RunSize::step + built * RunSize::building;
  return size;
}

void ComposedMachine::plan(Assembly& machine) const {
  OverridesOfAssembly overrides(machine);
  Netlist flat = elaborate(*file_, store_.names(), overrides);
  for (const FlatJobs& jobs : flat.jobs) machine.place(jobs.name, StrandSource::type);
  for (FlatPart& part : flat.parts) {
    machine.place(part.path, part.type.c_str());
    part.config->inner([&](const std::string& name, const char* type, ParameterTable&) {
      machine.place(part.path + "." + name, type);
    });
  }
  bind_parts(flat, machine);
}

std::unique_ptr<MachineSimulation> ComposedMachine::build(std::uint64_t seed, InstanceOverrides& overrides) const {
  auto flat = std::make_unique<Netlist>(netlist(overrides));
  const bool fast = bus_model_ == BusModel::fast;
  if (!flat->jobs.empty())
    return std::make_unique<JobModel>(std::move(flat), part_rules(*file_), seed, fast, overrides);
  if (!flat->work.empty())
    return std::make_unique<WorkModel>(std::move(flat), part_rules(*file_), seed, fast, overrides);
  add_source_plans(*flat, seed);
  const std::size_t message = largest_message(*flat);
  return std::make_unique<ComposedModel>(std::move(flat), part_rules(*file_), message, seed, fast, file_->until_done,
                                         overrides);
}

std::vector<StatisticInfo> ComposedMachine::figures() const {
  const Netlist& flat = analysis().netlist();
  std::vector<StatisticInfo> figures;
  if (const HandOverLoads* const loads = analysis().hand_overs())
    figures = loads->work().figures();
  else if (!flat.work.empty())
    figures = WorkModel::figures();
  else if (!flat.jobs.empty())
    figures = JobModel::figures(kinds_of(flat.jobs));
  else
    figures = figures_of_traffic(*file_);
  for (const FlatMetric& metric : flat.metrics)
    figures.push_back({metric.declaration->name, metric.unit, metric.declaration->about});
  return figures;
}

MachineType composed_machine_type(const std::string& file) {
  const auto read = std::make_shared<const MachineFile>(read_machine_file(file));
  TypeInfo info = machine_info(read->machine.name, read->summary, read->source, ComposedMachine(read).parameters(), {},
                               part_rules(*read));
  return {std::move(info), [read] { return std::make_unique<ComposedMachine>(read); }, read->files, read->sha256};
}

}  // namespace isochron
