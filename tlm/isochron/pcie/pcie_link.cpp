// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/pcie_link.h>

#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistics.h>
#include <isochron/pcie/fast_direction.h>
#include <isochron/pcie/reference_direction.h>

namespace isochron {

namespace {

std::unique_ptr<LinkDirection> make_direction(const Domain& domain, const PcieLinkConfig& config) {
  if (domain.phases == Phases::explicit_four) return std::make_unique<ReferenceDirection>(domain.region, config);
  return std::make_unique<FastDirection>(domain.region, config);
}

/// Of a direction: what it counts, and the end of the window.
Statistics<LinkDirection> direction_statistics() {
  using Counts = LinkDirection::Statistics;
  Statistics<LinkDirection> table;
  const auto of = [](auto value) {
    return [value](LinkDirection& direction, Time end) { return value(direction.statistics(), end); };
  };
  table.rate("payload", of([](const Counts& counts, Time) { return counts.payload; }),
             "data of packets that have begun in the window");
  table.rate("tlp_bytes", of([](const Counts& counts, Time) { return counts.tlp_bytes; }),
             "the same with headers, framing and check sums");
  table.rate("dllp_bytes", of([](const Counts& counts, Time) { return counts.dllp_bytes; }),
             "Acks and UpdateFCs, where they are simulated");
  table.count("tlps", of([](const Counts& counts, Time) { return counts.tlps; }),
              "packets that have begun in the window");
  table.fraction("utilisation", of([](const Counts& counts, Time end) { return counts.busy.total(end); }),
                 "fraction of the time with a packet or DLLP on its way out");
  for (const TlpType type : all_tlp_types) {
    const std::size_t i = index_of(type);
    table.fraction(std::string("wait_") + tlp_type_names[i],
                   of([i](const Counts& counts, Time end) { return counts.wait_credit[i].total(end); }),
                   std::string("fraction of the time in which the first packet of the type ") + tlp_type_names[i] +
                       " lacks credits");
  }
  table.fraction("wait_replay", of([](const Counts& counts, Time end) { return counts.wait_replay.total(end); }),
                 "fraction of the time in which a packet lacks only room in the replay buffer");
  return table;
}

/// The same of one that faults strike.
Statistics<LinkDirection> fault_statistics() {
  using Counts = LinkDirection::Statistics;
  Statistics<LinkDirection> table;
  const auto of = [](auto value) {
    return [value](LinkDirection& direction, Time end) { return value(direction.statistics(), end); };
  };
  table.count("errors", of([](const Counts& counts, Time) { return counts.errors; }),
              "packets that came with a wrong bit and were sent again (with faults)");
  table.count("lost", of([](const Counts& counts, Time) { return counts.lost; }),
              "packets that never arrive, since the link has failed (with faults)");
  table.fraction("down", of([](const Counts& counts, Time end) { return counts.down.total(end); }),
                 "fraction of the time that nothing could leave (with faults)");
  return table;
}

}  // namespace

PcieLink::PcieLink(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
    : sc_module(name),
      config_(config),
      a_to_b_(make_direction(domain, config)),
      b_to_a_(make_direction(domain, config)),
      end_a_(*a_to_b_, *b_to_a_),
      end_b_(*b_to_a_, *a_to_b_) {
  a_to_b_->call(std::string(this->name()) + ".a_to_b");
  b_to_a_->call(std::string(this->name()) + ".b_to_a");
  a.bind(static_cast<PcieLinkEnd&>(end_a_));
  b.bind(static_cast<PcieLinkEnd&>(end_b_));
}

PcieLink::~PcieLink() = default;

void PcieLink::end_of_elaboration() {
  PcieDevice* const at_a = a.get_base_port().operator->();
  PcieDevice* const at_b = b.get_base_port().operator->();
  a_to_b_->connect(*at_a, *at_b, *b_to_a_);
  b_to_a_->connect(*at_b, *at_a, *a_to_b_);
}

void PcieLink::bring_to(Time now) {
  a_to_b_->bring_to(now);
  b_to_a_->bring_to(now);
}

void PcieLink::expect_faults(const FaultContext& context) {
  a_to_b_->expect_faults(context.seed, context.losses);
  b_to_a_->expect_faults(~context.seed, context.losses);
}

void PcieLink::set_condition(const PartCondition& condition, Time now) {
  Config present = config_;
  const ParameterTable table = present.parameters();
  for (const auto& [path, value] : condition.changed) table.find(path)->set(value);
  a_to_b_->set_condition(condition, present, now);
  b_to_a_->set_condition(condition, present, now);
}

bool PcieLink::all_home(Time now) {
  bring_to(now);
  bring_to(now);  // what the second direction sent may have been for the first
  const auto home = [](const LinkDirection& one) { return one.credits_home() && one.replay_held() == 0; };
  return home(*a_to_b_) && home(*b_to_a_);
}

void PcieLink::start_window(Time now) {
  bring_to(now);
  a_to_b_->start_window(now);
  b_to_a_->start_window(now);
}

void PcieLink::report(StatisticSink& sink) {
  static const Statistics<LinkDirection> table = direction_statistics();
  bring_to(sink.end());
  table.report(*a_to_b_, sink);
  table.report(*b_to_a_, sink);
  if (!a_to_b_->expects_faults()) return;
  static const Statistics<LinkDirection> with_faults = fault_statistics();
  with_faults.report(*a_to_b_, sink);
  with_faults.report(*b_to_a_, sink);
}

void PcieLink::report_waits(std::vector<Wait>& waits) const {
  a_to_b_->report_waits(waits);
  b_to_a_->report_waits(waits);
}

void PcieLink::list_probes(ProbeList& list) {
  a_to_b_->list_probes(list, name(), "a_to_b");
  b_to_a_->list_probes(list, name(), "b_to_a");
}

void PcieLink::start_trace(Time now) {
  a_to_b_->start_trace(now);
  b_to_a_->start_trace(now);
}

void PcieLink::stop_trace() {
  a_to_b_->stop_trace();
  b_to_a_->stop_trace();
}

TypeInfo PcieLink::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary =
      "PCI Express link of generation 1 to 5 and up to 32 lanes: two directions with credits by type of packet, Acks "
      "and a replay buffer";
  info.source = "PCI Express Base Specification 3.0";
  info.ports = {{"a", "pcie", "peer", "one end"}, {"b", "pcie", "peer", "the other"}};
  info.is_line = true;
  for (const char* const direction : {"a_to_b.", "b_to_a."})
    for (const auto& table : {direction_statistics(), fault_statistics()})
      for (StatisticInfo one : table.infos()) {
        one.name.insert(0, direction);
        info.statistics.push_back(std::move(one));
      }
  info.faults = {
      {"down", "both directions stand still once what is being sent has left; nothing is lost", true},
      {"bit_errors", "packets come with wrong bits, are not acknowledged, and are sent again in their order"}};
  info.changeable = {"generation", "lanes"};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
