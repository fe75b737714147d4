// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/composed_simulation.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>
#include <isochron/machine/elaborate/netlist_assembly.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// In a machine without traffic.
class NoMessages final : public Departures, public Arrivals, public WorkLosses {
 public:
  bool message_lost(const Tag& tag, std::uint64_t, std::uint32_t, Time) override {
    throw ModelError("message " + std::to_string(tag.sequence) + " of source " + std::to_string(tag.source) +
                     " was lost, and is of no traffic");
  }
  void asks(std::uint32_t, std::uint64_t, Time) override {}
  void departs(const Tag&) override {}
  bool arrives(const Tag&, std::uint64_t, Time) override { return false; }
};

NoMessages no_messages;

std::size_t largest_payload(const Netlist& netlist) {
  std::size_t largest = 1;
  for (const WorkloadKind* const kind : workload_kinds())
    if (kind->is_in(netlist)) largest = std::max(largest, kind->largest_payload(netlist));
  return largest;
}

template <class Hearer>
Hearer& hearer(const std::vector<std::unique_ptr<WorkloadRun>>& runs, Hearer* (WorkloadRun::*of)()) {
  for (const auto& run : runs)
    if (Hearer* const found = (run.get()->*of)()) return *found;
  return no_messages;
}

/// The modules of these parts that faults strike.
std::vector<FaultDirector::Target> targets_of(const FlatFault& fault, const Netlist& netlist) {
  std::vector<FaultDirector::Target> targets;
  for (std::size_t p = 0; p < fault.parts.size(); ++p) {
    const std::string& part = netlist.parts[fault.parts[p]].path;
    const std::string path = fault.places.empty() ? part : part + "." + fault.places[p];
    auto* const module = dynamic_cast<Faulty*>(sc_core::sc_find_object(path.c_str()));
    if (module == nullptr) throw ModelError(path + ": faults strike it, and it is not made for any");
    targets.push_back({path, module});
  }
  return targets;
}

/// The connection behind a link, in the direction of `one` that leads to it; nullptr: that leads to no link.
const FlatConnection* behind_link(const Netlist& netlist, const FlatConnection& one) {
  const FlatPart& to = netlist.parts[one.to];
  if (is_link(*to.config)) return netlist.behind(one.to, {1, 0});
  if (!is_link_of_peers(*to.config)) return nullptr;
  for (const PortRef& output : to.config->ways_from(one.input, to.plan)) return netlist.behind(one.to, output);
  return nullptr;
}

}  // namespace

ComposedSimulation::ComposedSimulation(std::unique_ptr<Netlist> netlist, std::vector<Metric> metrics, const Seed& seed,
                                       bool fast, bool until_done, std::unique_ptr<Rerouting> rerouting)
    : MachineSimulation(largest_payload(*netlist), fast ? Phases::shortcut : Phases::explicit_four),
      own_netlist_(std::move(netlist)),
      netlist_(*own_netlist_),
      metrics_(std::move(metrics)),
      until_done_(until_done),
      runs_(attach()),
      context_{hearer(runs_, &WorkloadRun::departures), hearer(runs_, &WorkloadRun::arrivals), seed, fast},
      rerouting_(std::move(rerouting)) {
  for (const FlatPart& part : netlist_.parts)
    if (part.is_down) down_.push_back(part.path + ".");
  std::sort(down_.begin(), down_.end());
  for (const auto& run : runs_) {
    run->offer(context_);
    run->add_parts(assembly_);
  }
  build_parts(netlist_, assembly_, context_, [this](std::size_t part) {
    for (const auto& run : runs_) run->part_built(part, context_);
    context_.job_ports = {};
    if (const std::optional<std::uint32_t> number = netlist_.parts[part].plan.flow) {
      const FlatFlow& of = netlist_.flows[*number];
      flow(of.name, of.unit).add(*context_.counter);
    }
    context_.counter = nullptr;
  });
  bind_parts(netlist_, assembly_);
  // The parts have copies; in large machines the originals take megabytes.
  for (FlatPart& part : own_netlist_->parts) std::vector<RouteEntry>().swap(part.plan.routes);
  if (rerouting_ != nullptr) rerouting_->find_parts();
  if (!netlist_.faults.empty()) {
    std::vector<std::vector<FaultDirector::Target>> targets;
    for (const FlatFault& fault : netlist_.faults) targets.push_back(targets_of(fault, netlist_));
    faults_ = std::make_unique<FaultDirector>(
        "_faults", netlist_.faults, targets, region_, hearer(runs_, &WorkloadRun::losses),
        [this](std::size_t fault, FailureStep step, FailureBook& book, Time now) {
          for (const auto& run : runs_) run->failure(fault, step, book, now);
        },
        [this](const std::vector<std::size_t>& parts) { rerouting_->without(parts); }, seed.value());
    for (const auto& run : runs_) run->set_book(faults_->book());
  }
  for (const auto& run : runs_)
    if (run->has_end() && !run->left_to_do().empty()) ++to_end_;
}

ComposedSimulation::~ComposedSimulation() = default;

ComposedSimulation::Runs ComposedSimulation::attach() {
  Runs runs;
  const WorkloadContext context{netlist_, domain_, until_done_, [this](Time now) { workload_done(now); }};
  for (const WorkloadKind* const kind : workload_kinds())
    if (kind->is_in(netlist_)) runs.push_back(kind->attach(context));
  return runs;
}

void ComposedSimulation::workload_done(Time now) {
  if (--to_end_ > 0) return;
  completion_ = now;
  for (const auto& run : runs_) run->stop(now);
  if (faults_) faults_->stop();
  // What parts do after it is none of the window.
  if (std::none_of(runs_.begin(), runs_.end(), [](const auto& run) { return run->parts_go_on(); })) return;
  if (now < kernel_now())  // it was seen later
    take_reports(now);
  else  // once everybody has seen the last of it end
    region_.call_at(now, [this, now] { take_reports(now); });
}

bool ComposedSimulation::all_end() const {
  return std::all_of(runs_.begin(), runs_.end(), [](const auto& run) { return run->has_end(); });
}

std::size_t ComposedSimulation::outstanding() const {
  // Work without end is cut off somewhere.
  return all_end() ? payloads() : 0;
}

std::string ComposedSimulation::left_to_do() const {
  std::string text;
  for (const auto& run : runs_) {
    const std::string left = run->left_to_do();
    if (!left.empty()) text += (text.empty() ? "" : ", ") + left;
  }
  // What comes too late for requests that are over is still to be taken.
  if (text.empty() && to_end_ == 0 && can_lose(netlist_) && outstanding() > 0 && region_.pending() > 0)
    return std::to_string(outstanding()) + " late messages";
  return text;
}

bool ComposedSimulation::in_service(const std::string& path) const {
  if (down_.empty()) return true;
  const std::string scope = path + ".";
  const auto after = std::upper_bound(down_.begin(), down_.end(), scope);
  return after == down_.begin() || scope.compare(0, std::prev(after)->size(), *std::prev(after)) != 0;
}

std::set<std::string> ComposedSimulation::idle_components() const {
  std::set<std::string> idle;
  if (down_.empty()) return idle;
  for (const FlatConnection& one : netlist_.connections) {
    const FlatPart &from = netlist_.parts[one.from], &to = netlist_.parts[one.to];
    // A link is up, whatever it leads to.
    const FlatConnection* const behind = behind_link(netlist_, one);
    if (to.is_down || (behind != nullptr && netlist_.parts[behind->to].is_down))
      idle.insert(from.path + "." + from.port_name(one.output));
  }
  return idle;
}

bool ComposedSimulation::stands_still() const {
  // The rest of the machine may go on: nobody would see what is missing in its figures.
  if (has_cycle(all_waits())) return true;
  // Sources with a rate go on asking for ever: it is the fabric that stands still.
  std::size_t timers = faults_ && faults_->only_waits() ? 1 : 0;
  for (const auto& run : runs_) timers += run->timers();
  if (region_.pending() != timers) return false;
  // Others may move without the region.
  if (timers > 0) return runs_.size() == 1;
  const bool in_region = !until_done_ && std::none_of(runs_.begin(), runs_.end(),
                                                      [](const auto& run) { return run->moves_outside_the_region(); });
  return in_region || MachineSimulation::stands_still();
}

void ComposedSimulation::fold(const Trace* trace) {
  if (netlist_.folds.empty()) return;
  folds_ = std::make_unique<Folds>(netlist_, region_, trace);
  for (const auto& run : runs_) run->expect_late_arrivals();
  region_.join(last_arrivals_);
}

void ComposedSimulation::start_own_window(Time now) {
  if (folds_) folds_->start_window(now);
  for (const auto& run : runs_) run->start_window(now);
  if (faults_) faults_->start_window();
}

void ComposedSimulation::add_to(ReplicationRecord& record) const {
  const double window = seconds(window_end() - window_start());
  std::uint64_t all = 0;
  for (const auto& run : runs_) {
    record.fingerprint = 0;
    run->add_to(record, window);
    // That of a single workload is its own.
    all = runs_.size() == 1 ? record.fingerprint : mix(all ^ mix(record.fingerprint));
  }
  record.fingerprint = all;
  if (faults_) faults_->add_to(record);
  for (const auto& [part, statistics] : record.components)
    if (const auto cycles = statistics.find("cycles"); cycles != statistics.end())
      record.rtl_cycles += static_cast<std::uint64_t>(cycles->second);
}

}  // namespace isochron
