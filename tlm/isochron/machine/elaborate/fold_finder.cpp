// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/fold_finder.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/route/rerouting.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

namespace {

class FoldFinder {
 public:
  explicit FoldFinder(const Netlist& netlist)
      : netlist_(netlist), is_struck_(netlist.parts.size(), false), is_heard_(netlist.parts.size(), false) {
    for (const FlatFault& fault : netlist.faults) {
      for (const std::size_t part : fault.parts) is_struck_[part] = true;
      for (const std::size_t part : fault.failed) is_struck_[part] = true;
    }
    find_heard();
  }

  std::vector<FlatFold> all() {
    std::vector<FlatFold> folds;
    for (std::size_t part = 0; part < netlist_.parts.size(); ++part) {
      std::optional<FlatFold> fold;
      if (is(part, FoldRole::master)) fold = head_from(part);
      if (is(part, FoldRole::link)) fold = tail_from(part);
      if (fold) folds.push_back(std::move(*fold));
    }
    return folds;
  }

 private:
  /// Sinks of which somebody needs to know at once what has arrived.
  void find_heard() {
    const bool parts_fail = std::any_of(netlist_.faults.begin(), netlist_.faults.end(),
                                        [](const FlatFault& one) { return one.kind == "fail"; });
    if (parts_fail || Rerouting::is_needed(netlist_)) is_heard_.assign(is_heard_.size(), true);
    const auto& traffics = netlist_.workloads.of<FlatTraffic>();
    for (const FlatTraffic& traffic : traffics) {
      const TrafficOptions& options = traffic.options;
      const bool is_heard = options.arrivals == SourceLoad::Arrivals::closed || options.asks() || traffic.leader ||
                            options.rebuild_bytes > 0;
      if (is_heard) hear(traffic);
      if (traffic.leader) hear(traffics[*traffic.leader]);
    }
  }
  void hear(const FlatTraffic& traffic) {
    for (const std::size_t sink : traffic.sinks) is_heard_[sink] = true;
  }

  bool is(std::size_t part, FoldRole role) const {
    const FlatPart& one = netlist_.parts[part];
    return one.config->fold_role() == role && !one.is_down && !is_struck_[part];
  }

  /// The output that `input` alone leads to, and that is joined; nullptr: there is none.
  const FlatConnection* only_way(std::size_t part, const PortRef& input) const {
    const FlatPart& one = netlist_.parts[part];
    const std::vector<PortRef> ways = one.config->ways_from(input, one.plan);
    if (ways.size() != 1) return nullptr;
    for (unsigned group = 0; group < one.joined.size(); ++group)
      for (unsigned index = 0; index < one.joined[group].size(); ++index) {
        const PortRef other{group, index};
        if (!one.joined[group][index] || other == input || other == ways.front()) continue;
        const auto also = one.config->ways_from(other, one.plan);
        const bool is_input =
            one.groups[group].role == Port::Role::target || one.groups[group].role == Port::Role::receiver;
        if (is_input && std::find(also.begin(), also.end(), ways.front()) != also.end()) return nullptr;
      }
    return netlist_.behind(part, ways.front());
  }

  std::optional<FlatFold> head_from(std::size_t master) const {
    const FlatConnection* const to_bus = netlist_.behind(master, {0, 0});
    if (to_bus == nullptr || !is(to_bus->to, FoldRole::bus)) return std::nullopt;
    const std::size_t bus = to_bus->to;
    const PartPlan& plan = netlist_.parts[bus].plan;
    if (plan.counts[0] != 1 || plan.counts[1] != 1) return std::nullopt;
    const FlatConnection* const to_bridge = netlist_.behind(bus, {1, 0});
    if (to_bridge == nullptr || !is(to_bridge->to, FoldRole::ports)) return std::nullopt;
    const FlatConnection* const out = only_way(to_bridge->to, to_bridge->input);
    if (out == nullptr || !netlist_.parts[out->from].groups[out->output.group].line) return std::nullopt;
    FlatFold fold;
    fold.port = {out->from, out->output};
    fold.master = master;
    fold.bus = bus;
    return fold;
  }

  std::optional<FlatFold> tail_from(std::size_t link) const {
    const FlatConnection* const before = before_link(link);
    const FlatConnection* const behind = netlist_.behind(link, {1, 0});
    if (before == nullptr || behind == nullptr || !is(before->from, FoldRole::ports)) return std::nullopt;
    FlatFold fold;
    fold.port = {before->from, before->output};
    fold.link = link;
    if (ends_at(behind->to)) {
      fold.sinks = {behind->to};
      return fold;
    }
    if (!is(behind->to, FoldRole::ports)) return std::nullopt;
    const FlatConnection* const to_bus = only_way(behind->to, behind->input);
    if (to_bus == nullptr || !is(to_bus->to, FoldRole::bus)) return std::nullopt;
    const PartPlan& plan = netlist_.parts[to_bus->to].plan;
    if (plan.counts[0] != 1 || !netlist_.parts[to_bus->from].plan.address_changes.empty()) return std::nullopt;
    fold.bus_port = PortAt{to_bus->from, to_bus->output};
    fold.bus = to_bus->to;
    for (unsigned window = 0; window < plan.counts[1]; ++window) {
      const FlatConnection* const to_sink = netlist_.behind(*fold.bus, {1, window});
      if (to_sink == nullptr || !ends_at(to_sink->to)) return std::nullopt;
      fold.sinks.push_back(to_sink->to);
    }
    return fold;
  }

  bool ends_at(std::size_t part) const { return is(part, FoldRole::sink) && !is_heard_[part]; }

  const FlatConnection* before_link(std::size_t link) const {
    const auto& connection = netlist_.parts[link].joined[0][0];
    return connection ? &netlist_.connections[*connection] : nullptr;
  }

  const Netlist& netlist_;
  std::vector<bool> is_struck_;  ///< by part: faults strike it
  std::vector<bool> is_heard_;   ///< by part
};

}  // namespace

std::vector<FlatFold> find_folds(const Netlist& netlist) {
  return FoldFinder(netlist).all();
}

std::string text_of(const FlatFold& fold, const Netlist& netlist) {
  const auto path = [&netlist](std::size_t part) { return netlist.parts[part].path; };
  const auto port = [&netlist](const PortAt& at) {
    return netlist.parts[at.part].path + "." + netlist.parts[at.part].port_name(at.port);
  };
  if (fold.is_head()) return fmt::format("{}, {}, {}", path(*fold.master), path(*fold.bus), port(fold.port));
  std::string text = fmt::format("{}, {}", port(fold.port), path(*fold.link));
  if (fold.bus) text += fmt::format(", {}, {}", port(*fold.bus_port), path(*fold.bus));
  for (const std::size_t sink : fold.sinks) text += ", " + path(sink);
  return text;
}

}  // namespace isochron
