// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/composed_machine.h>
#include <isochron/machine/workload/traffic/traffic_declaration.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/process_end.h>
#include <isochron/machine/analyse/unlimited_parts.h>
#include <isochron/machine/composed_simulation.h>
#include <isochron/machine/elaborate/elaborate.h>
#include <isochron/machine/elaborate/metric_resolver.h>
#include <isochron/machine/elaborate/netlist_assembly.h>
#include <isochron/machine/elaborate/netlist_text.h>
#include <isochron/machine/faults/fault_reader.h>
#include <isochron/machine/faults/fault_resolver.h>
#include <isochron/machine/language/machine_reader.h>
#include <isochron/machine/language/scope_checks.h>
#include <isochron/machine/route/via_router.h>
#include <isochron/machine/run/effort.h>
#include <isochron/machine/run/metric.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

std::vector<TypeInfo::DescribedPreset> described_presets(const MachineFile& file, const ParameterTable& table) {
  std::vector<TypeInfo::DescribedPreset> all;
  for (const PresetDeclaration& preset : file.machine.presets) {
    all.push_back({preset.parameter, preset.choice, {}, preset.source});
    for (const Setting& value : preset.values) {
      const Parameter& parameter = *table.find(value.path);
      all.back().values.emplace_back(value.path, format_value(read_value(value.raw, parameter), parameter.quantity));
    }
  }
  return all;
}

/// A machine with nothing to do would stand still from the start.
void require_work(const MachineFile& file, const Netlist& netlist) {
  const auto& kinds = workload_kinds();
  if (std::any_of(kinds.begin(), kinds.end(), [&](const WorkloadKind* kind) { return kind->is_in(netlist); })) return;
  if (file.workloads.of<TrafficDeclaration>().empty())
    throw InputError(file.machine.position,
                     "the machine has nothing to do: it has neither traffic nor jobs, and no part has work of its own",
                     "Add `traffic:` with a line `- {name: ..., from: SOURCES, to: SINKS, rate: ...}`, or `jobs:`");
  throw InputError(file.workloads.of<TrafficDeclaration>().front().position,
                   "the machine has no traffic as its parameters are", "Let `when` of at least one hold");
}

/// Whether the reference has more events than the fast model: a PCI bus alone has one for each slice.
bool has_slices(const Netlist& netlist) {
  return std::any_of(netlist.parts.begin(), netlist.parts.end(),
                     [](const FlatPart& part) { return part.type == PciBus::type; });
}

}  // namespace

ComposedMachine::ComposedMachine(std::shared_ptr<const MachineFile> file)
    : file_(std::move(file)), store_(file_->machine, *file_) {
  if (!file_->pairs.is_null()) pairs_ = LinkPairs(file_->pairs);
  if (!file_->groups.is_null()) groups_ = read_groups(file_->groups, scope_of(store_));
  if (!file_->failures.is_null()) rules_ = FailureRules(file_->failures, "failures", scope_of(store_), store_.table());
  if (!file_->rebuilding.is_null())
    rebuilding_ = FailureRules(file_->rebuilding, "rebuilding", scope_of(store_), store_.table());
  if (!file_->faults.is_null()) set_faults(file_->faults);
  for (FaultDeclaration& fault : faults_) fault.of_machine = true;
}

ParameterTable ComposedMachine::parameters() {
  ParameterTable table = store_.table();
  table.choice("bus_model", bus_model_, {"fast", "reference"},
               "buses in closed form, or an event a slice and all four phases", "our own");
  table.choice("fold", folding_, {"off", "on"}, "chains of parts are computed, not simulated; same results", "our own");
  // What counts only where something has failed counts where something will.
  if (std::any_of(faults_.begin(), faults_.end(), [](const FaultDeclaration& one) { return one.kind == "fail"; })) {
    std::set<std::string> changed = rules_.parameters();
    changed.merge(rebuilding_.parameters());
    for (const Parameter& parameter : table.all()) {
      std::vector<Condition>& conditions = table.find(parameter.path)->conditions;
      conditions.erase(std::remove_if(conditions.begin(), conditions.end(),
                                      [&changed](const Condition& one) { return changed.count(one.path) != 0; }),
                       conditions.end());
    }
  }
  return table;
}

void ComposedMachine::forget() const {
  uses_.reset();
  analysis_.reset();
  netlist_.reset();
}

const Netlist& ComposedMachine::elaborated() const {
  Names names = store_.names();
  if (!(names == elaborated_with_)) forget();
  if (analysis_ != nullptr) return analysis_->netlist();
  if (!netlist_) {
    netlist_ = elaborate(*file_, names, instances_);
    netlist_->faults = resolve_faults(faults_, *file_, names, pairs_, *netlist_);
    for (FlatFault& fault : netlist_->faults) {
      fault.remaining = remaining(rules_, fault, *netlist_);
      if (fault.options.rebuild.rate == 0) continue;
      fault.rebuilding = remaining(rebuilding_, fault, *netlist_);
      if (fault.rebuilding == nullptr) fault.rebuilding = fault.remaining;
    }
    combine_failures(*netlist_);
    elaborated_with_ = std::move(names);
  }
  return *netlist_;
}

void ComposedMachine::combine_failures(Netlist& whole) const {
  const auto known_at = [](const FlatFault& fault) { return fault.options.at + fault.options.detect; };
  const auto ends_at = [](const FlatFault& fault) { return fault.options.back > 0 ? fault.options.back : end_of_time; };
  // Of disks that die the latest counts.
  const auto counts = [&](const FlatFault& fault) {
    const bool is_known = fault.options.detect > 0 && known_at(fault) < ends_at(fault);
    return is_known && !fault.alone && fault.remaining != nullptr;
  };
  std::vector<std::shared_ptr<Netlist>> combined(whole.faults.size());
  for (std::size_t f = 0; f < whole.faults.size(); ++f) {
    const FlatFault& fault = whole.faults[f];
    FlatFault all = fault;
    for (std::size_t g = 0; g < whole.faults.size() && counts(fault); ++g) {
      const FlatFault& other = whole.faults[g];
      const bool is_before = std::pair(known_at(other), g) < std::pair(known_at(fault), f);
      if (g == f || !counts(other) || !is_before || ends_at(other) <= known_at(fault)) continue;
      if (ends_at(other) < ends_at(fault))
        throw InputError(
            fault.on.front().position,
            fmt::format("`{}` is back while `{}` still fails: what the machine does about both is known only until "
                        "the one that failed last is back",
                        other.on.front().text, fault.on.front().text),
            "Let the part that fails last be back first, or let the two not fail at a time");
      all.scopes.insert(other.scopes.begin(), other.scopes.end());
    }
    if (all.scopes != fault.scopes) combined[f] = remaining(rules_, all, whole);
  }
  for (std::size_t f = 0; f < combined.size(); ++f)
    if (combined[f] != nullptr) whole.faults[f].remaining = combined[f];
}

std::unique_ptr<Netlist> ComposedMachine::remaining(const FailureRules& rules, const FlatFault& fault,
                                                    const Netlist& whole) const {
  ParameterStore store(file_->machine, *file_);
  for (const Parameter& parameter : store_.table().all()) store.table().find(parameter.path)->set(parameter.get());
  bool changes = false;
  std::string differs;  // set to different values
  std::map<std::string, ParameterValue> set;
  for (const std::string& scope : fault.scopes) {
    if (!rules.has(scope)) continue;
    rules.apply(scope, store);
    changes = true;
    for (const Parameter& parameter : store.table().all()) {
      if (parameter.get() == store_.table().find(parameter.path)->get()) continue;
      auto& known = set.try_emplace(parameter.path, parameter.get()).first->second;
      // Lists are joined.
      if (!(known == parameter.get()) && parameter.quantity != Quantity::indices) differs = parameter.path;
      known = parameter.get();
    }
  }
  if (!changes) return nullptr;
  const auto fail = [&](const std::string& cause, const std::string& remedy) {
    throw InputError(
        fault.on.front().position,
        fmt::format("the machine cannot go on without `{}`: {}", fmt::join(fault.scopes, "` and `"), cause), remedy);
  };
  if (!differs.empty())
    fail(fmt::format("`failures` sets `{}` to different values for them", differs), "Let them not fail at a time");
  for (const ParameterProblem& problem : store.table().problems()) fail(problem.message, problem.remedy);
  auto netlist = std::make_unique<Netlist>(elaborate(*file_, store.names(), instances_));
  const auto same_path = [](const FlatPart& a, const FlatPart& b) { return a.path == b.path; };
  if (!std::equal(netlist->parts.begin(), netlist->parts.end(), whole.parts.begin(), whole.parts.end(), same_path))
    fail(fmt::format("what `{}` sets gives it other parts", rules.section()),
         fmt::format("Let `{}` set what changes the traffic alone", rules.section()));
  return netlist;
}

const MachineAnalysis& ComposedMachine::analysis() const {
  const Netlist& flat = elaborated();
  if (analysis_ == nullptr) {
    require_work(*file_, flat);
    Netlist analysed = std::move(*netlist_);
    netlist_.reset();
    analysis_ = std::make_unique<MachineAnalysis>(std::move(analysed));
  }
  return *analysis_;
}

Netlist ComposedMachine::netlist() const {
  analysis();
  Netlist flat = analysis_->take();
  if (folding() == Folding::off) flat.folds.clear();
  forget();
  return flat;
}

std::string ComposedMachine::flat_file() const {
  return netlist_text(*file_, store_.names(), netlist());
}

bool ComposedMachine::set_instances(InstanceOverrides* instances) {
  instances_ = instances;
  forget();
  return file_->run.driver.empty();  // formulas are over parameters
}

std::vector<std::string> ComposedMachine::drawn_at_random() const {
  std::set<std::string> drawn;
  for (const auto& workload : analysis().workloads()) workload->add_drawn(drawn);
  for (const FlatPart& part : analysis().netlist().parts)
    if (const char* const what = part.config->drawn()) drawn.insert(what);
  return {drawn.begin(), drawn.end()};
}

std::vector<UnlimitedParts> ComposedMachine::unlimited() const {
  return unlimited_parts(*file_, store_.table());
}

std::unique_ptr<FailureModel> ComposedMachine::failures() const {
  const SourcePosition option{"--fail", 0, 0};
  if (!file_->run.driver.empty())
    throw InputError(option,
                     fmt::format("bounds of `{}` are formulas over its parameters, which say nothing of single parts",
                                 file_->machine.name),
                     "Leave the option out, or ask a machine whose work is `traffic`");
  std::unique_ptr<FailureModel> model = analysis().failures();
  if (model == nullptr)
    throw InputError(
        option,
        fmt::format("what failures leave is known where all work is `traffic`; `{}` has {}", file_->machine.name,
                    analysis().workloads().size() > 1 ? "other work too" : "jobs or parts with work of their own"),
        "Leave the option out, or ask a machine whose work is `traffic`");
  return model;
}

std::optional<DeclaredArithmetic> ComposedMachine::declared(const Names& names) const {
  if (file_->run.driver.empty()) return std::nullopt;
  return DeclaredArithmetic(*file_, names, driver().second);
}

std::vector<ResourceBound> ComposedMachine::bounds() const {
  const Names names = store_.names();
  const auto own = declared(names);
  return own ? own->bounds() : analysis().bounds();
}

std::pair<std::string, std::string> ComposedMachine::driver() const {
  if (file_->run.driver.empty()) return analysis().main_workload().driver();
  std::vector<std::string> known;
  for (const StatisticInfo& figure : figures()) {
    if (figure.name == file_->run.driver) return {figure.name, figure.unit};
    known.push_back(figure.name);
  }
  throw InputError(file_->run.driver_position,
                   fmt::format("`driver`: the machine has no metric `{}`", file_->run.driver.substr(0, 60)),
                   suggestion(file_->run.driver, known));
}

std::optional<double> ComposedMachine::demand() const {
  const Names names = store_.names();
  const auto own = declared(names);
  return own ? own->demand() : analysis().main_workload().offered_load();
}

std::vector<WorkloadBound> ComposedMachine::workloads() const {
  std::vector<WorkloadBound> all;
  for (const auto& workload : analysis().workloads())
    for (WorkloadBound& bound : workload->workloads()) all.push_back(std::move(bound));
  return all;
}

std::vector<std::string> ComposedMachine::picture_names() const {
  std::vector<std::string> names;
  for (const auto& workload : analysis().workloads())
    for (std::string& name : workload->pictures()) names.push_back(std::move(name));
  return names;
}

std::vector<Warning> ComposedMachine::warnings() const {
  std::vector<Warning> warnings = file_->warnings;
  const std::vector<Warning> others = analysis().warnings();
  warnings.insert(warnings.end(), others.begin(), others.end());
  return warnings;
}

std::string ComposedMachine::why_idle(const std::string& parameter) const {
  const Netlist& flat = analysis().netlist();
  if (!uses_) uses_.emplace(*file_, flat, faults_);
  return uses_->why_idle(parameter);
}

std::optional<std::uint64_t> ComposedMachine::completes_in() const {
  if (!file_->until_done) return std::nullopt;
  double longest = 0;
  for (const auto& workload : analysis().workloads()) longest = std::max(longest, workload->completes_in().value_or(0));
  constexpr double most = 1.8e7;  // s, that fit in 64 bits of picoseconds
  return static_cast<std::uint64_t>(std::min(most, longest) * 1e12);
}

RunSize ComposedMachine::size(const MeasurePlan& plan) const {
  const auto built = static_cast<double>(analysis().netlist().parts.size());
  const double slower = bus_model_ == BusModel::reference && has_slices(analysis().netlist()) ? 5 : 1;
  const double time = seconds(file_->until_done ? completes_in().value_or(0) : plan.warm_up + plan.duration);
  RunSize size;
  size.description = RunSize::described_machine + built * RunSize::described_part;
  size.peak_memory = RunSize::empty_process + built * (RunSize::part + 2'000);
  for (const FlatPart& part : analysis().netlist().parts) size.peak_memory += part.config->memory();
  for (const auto& workload : analysis().workloads()) {
    size.events += workload->events(time, folding()) * slower;
    size.peak_memory += workload->memory(time);
  }
  const Names names = store_.names();
  if (const auto own = declared(names)) {
    size.events += own->events(plan.warm_up + plan.duration) * slower;
    size.peak_memory += own->memory(plan.warm_up + plan.duration);
  }
  return size;
}

std::unique_ptr<MachineSimulation> ComposedMachine::build(const Seed& seed) const {
  std::vector<Metric> all = metrics();
  auto flat = std::make_unique<Netlist>(netlist());
  std::unique_ptr<Rerouting> rerouting;
  if (Rerouting::is_needed(*flat)) rerouting = std::make_unique<Rerouting>(*flat);
  for (const WorkloadKind* const kind : workload_kinds()) {
    kind->plan(*flat, seed);
    for (const FlatFault& fault : flat->faults) {
      if (fault.remaining != nullptr) kind->plan(*fault.remaining, seed);
      if (fault.rebuilding != nullptr && fault.rebuilding != fault.remaining) kind->plan(*fault.rebuilding, seed);
    }
  }
  return std::make_unique<ComposedSimulation>(std::move(flat), std::move(all), seed, bus_model_ == BusModel::fast,
                                              file_->until_done, std::move(rerouting));
}

Folding ComposedMachine::folding() const {
  // A machine that runs until it is done is done at the very time of its last arrival.
  return bus_model_ == BusModel::reference || file_->until_done ? Folding::off : folding_;
}

bool ComposedMachine::ask(const std::string& formula, const SourcePosition& position) {
  MetricDeclaration metric;
  metric.name = formula;
  metric.position = position;
  metric.formula = Expression::parse_formula(formula, position);
  metric.about = "as it was asked for";
  asked_.push_back(std::move(metric));
  return true;
}

void ComposedMachine::set_faults(const YamlNode& faults) {
  read_faults(faults, scope_of(store_), groups_, faults_);
  forget();
}

std::vector<FaultText> ComposedMachine::faults() const {
  std::vector<FaultText> texts;
  for (const FlatFault& fault : analysis().netlist().faults) {
    FaultOptions options = fault.options, plain;
    const ParameterTable table = options.parameters(fault.kind), standard = plain.parameters(fault.kind);
    std::string how;
    for (const Parameter& parameter : table.all())
      if (parameter.get() != standard.find(parameter.path)->get())
        how += fmt::format("{}{}: {}", how.empty() ? "" : ", ", parameter.path,
                           format_value(parameter.get(), parameter.quantity));
    std::vector<std::string> on;
    for (const PathPattern& one : fault.on) on.push_back(one.text);
    texts.push_back({fault.name, fault.kind, fmt::format("{}", fmt::join(on, ", ")), fault.parts.size(), how});
  }
  return texts;
}

std::vector<Metric> ComposedMachine::metrics() const {
  return resolve_metrics(*file_, asked_, store_.names(), analysis().netlist(), workload_figures());
}

std::vector<StatisticInfo> ComposedMachine::workload_figures() const {
  const Netlist& flat = analysis().netlist();
  std::vector<StatisticInfo> figures;
  for (const WorkloadKind* const kind : workload_kinds()) {
    if (!kind->is_in(flat)) continue;
    // Workloads share what is a sum of all: bytes.in.
    for (StatisticInfo& one : kind->figures(*file_, flat))
      if (std::none_of(figures.begin(), figures.end(),
                       [&one](const StatisticInfo& other) { return other.name == one.name; }))
        figures.push_back(std::move(one));
  }
  for (StatisticInfo& one : FaultDirector::figures(flat.faults)) figures.push_back(std::move(one));
  return figures;
}

std::vector<StatisticInfo> ComposedMachine::figures() const {
  const std::vector<Metric> all = metrics();
  std::vector<StatisticInfo> figures = workload_figures();
  figures.erase(std::remove_if(figures.begin(), figures.end(),
                               [&all](const StatisticInfo& figure) {
                                 return std::any_of(all.begin(), all.end(), [&figure](const Metric& metric) {
                                   return metric.kind == Metric::Kind::omitted ? metric.term.metric == figure.name
                                                                               : metric.info.name == figure.name;
                                 });
                               }),
                figures.end());
  for (const bool automatic : {false, true})
    for (const Metric& metric : all)
      if (metric.is_automatic == automatic && metric.is_figure()) figures.push_back(metric.info);
  return figures;
}

Topology ComposedMachine::topology() const {
  const Netlist& flat = elaborated();
  Assembly planned;
  for (const WorkloadKind* const kind : workload_kinds()) kind->place(flat, planned);
  for (const FlatPart& part : flat.parts) {
    const char* const built = part.config->built_type();
    planned.place(part.path, built != nullptr ? built : part.type.c_str());
    part.config->inner([&](const std::string& name, const char* type, ParameterTable&) {
      planned.place(part.path + "." + name, type);
    });
  }
  bind_parts(flat, planned);
  return planned.topology();
}

ReplicationRecord ComposedMachine::run(const MeasurePlan& measure, const std::function<void(std::uint64_t)>& progress,
                                       Trace* trace) {
  const Effort effort;
  Seed seed = measure.seed;
  std::unique_ptr<MachineSimulation> model = build(seed);
  if (trace != nullptr) trace->open();
  model->fold(trace);
  if (measure.built) measure.built(seed);
  const Time end = measure.warm_up + measure.duration;
  try {
    if (measure.every > 0) {
      model->run_in_intervals(measure.every, until_done() ? std::nullopt : std::optional(end), measure.sample,
                              progress);
    } else if (until_done()) {
      model->run_until_done(progress, trace);
    } else {
      model->run_to(measure.warm_up, progress, trace);
      model->start_window();
      model->run_to(end, progress, trace);
    }
  } catch (const WriteError&) {
    throw;
  } catch (const std::runtime_error&) {
    // What happened until then tells why the model failed, or is all that was wanted.
    if (trace != nullptr) trace->close();
    throw;
  }
  if (trace != nullptr) trace->close();
  ReplicationRecord record = model->record();
  if (ProcessEnd::is_announced()) static_cast<void>(model.release());
  effort.store(record);
  return record;
}

std::vector<ProbeInfo> ComposedMachine::probes() const {
  const std::unique_ptr<MachineSimulation> model = build(1);
  ProbeList list;
  list.collect();
  return list.infos();
}

MachineType composed_machine_type(const std::string& file) {
  const auto read = std::make_shared<const MachineFile>(read_machine_file(file));
  TypeInfo info;
  info.name = read->machine.name;
  info.kind = "system";
  info.summary = read->summary;
  info.source = read->source;
  ComposedMachine at_defaults(read);
  const ParameterTable table = at_defaults.parameters();
  info.describe_parameters(table);
  info.presets = described_presets(*read, table);
  return {std::move(info), [read] { return std::make_unique<ComposedMachine>(read); }, read->files, read->sha256};
}

}  // namespace isochron
