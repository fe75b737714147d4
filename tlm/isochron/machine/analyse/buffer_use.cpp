// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/buffer_use.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <isochron/scenario/units.h>

namespace isochron {

std::vector<BufferPlace> BufferUse::places() const {
  std::vector<BufferPlace> places;
  for (std::size_t p = 0; p < netlist_.parts.size(); ++p) {
    const FlatPart& part = netlist_.parts[p];
    if (!part.config->buffers()) continue;
    if (part.config->is_sink()) {
      places.push_back({p, std::nullopt});
      continue;
    }
    for (unsigned g = 0; g < part.groups.size(); ++g)
      for (unsigned i = 0; part.groups[g].buffered && i < part.joined[g].size(); ++i)
        if (part.joined[g][i]) places.push_back({p, PortRef{g, i}});
  }
  return places;
}

std::string BufferUse::path(const BufferPlace& place) const {
  const FlatPart& part = netlist_.parts[place.part];
  return place.port ? part.path + "." + part.port_name(*place.port) : part.path;
}

Taken BufferUse::taken(const BufferPlace& place, const FlowLoads& loads) const {
  return place.port ? at_port(place, loads) : at_sink(place.part, loads);
}

Taken BufferUse::at_sink(std::size_t number, const FlowLoads& loads) const {
  const FlowLoads::OfPart load = loads.part(number);
  Taken taken{load.bytes, load.messages, 1 / more(number, loads)};
  std::optional<double> coming;
  for (const auto& group : netlist_.parts[number].joined)
    for (const std::optional<std::size_t>& connection : group) {
      if (!connection) continue;
      const double one = transits_.into(netlist_.connections[*connection], load.bytes, load.messages);
      coming = std::min(coming.value_or(one), one);
    }
  taken.seconds += coming.value_or(0);
  return taken;
}

Taken BufferUse::at_port(const BufferPlace& place, const FlowLoads& loads) const {
  const FlatPart& part = netlist_.parts[place.part];
  const std::size_t connection = *part.joined[place.port->group][place.port->index];
  const FlowLoads::OfConnection load = loads.connection(connection);
  Taken taken{load.bytes, load.messages, load.coming};
  if (part.config->buffers()->until_across)
    taken.seconds += transits_.across(netlist_.connections[connection].to, load.bytes, load.messages);
  return taken;
}

double BufferUse::around(const BufferPlace& place, const FlowLoads& loads) const {
  const FlatPart& part = netlist_.parts[place.part];
  if (place.port) {
    const std::map<PortRef, double>& before = this->before(place.part, loads);
    const auto found = before.find(*place.port);
    const double behind = more(netlist_.behind(place.part, *place.port)->to, loads);
    return found == before.end() ? behind : std::min(behind, found->second);
  }
  double around = more(place.part, loads);
  for (const auto& group : part.joined)
    for (const std::optional<std::size_t>& connection : group)
      if (connection) around = std::min(around, more(netlist_.connections[*connection].from, loads));
  return around;
}

const std::map<PortRef, double>& BufferUse::before(std::size_t number, const FlowLoads& loads) const {
  std::pair<std::size_t, std::vector<double>> asked{number, loads.rates()};
  if (before_of_ == asked) return before_;
  before_of_ = std::move(asked);
  std::map<std::vector<PortRef>, double> inputs;  // by the outputs that they lead to
  const FlatPart& part = netlist_.parts[number];
  for (unsigned g = 0; g < part.groups.size(); ++g) {
    const Port::Role role = part.groups[g].role;
    if (role == Port::Role::initiator || role == Port::Role::sender) continue;
    for (unsigned i = 0; i < part.joined[g].size(); ++i) {
      if (!part.joined[g][i]) continue;
      const double carries = more(netlist_.connections[*part.joined[g][i]].from, loads);
      const auto [place, is_new] = inputs.emplace(part.config->ways_from({g, i}, part.plan), carries);
      if (!is_new) place->second = std::min(place->second, carries);
    }
  }
  before_.clear();
  for (const auto& [outputs, carries] : inputs)
    for (const PortRef& output : outputs) {
      const auto [place, is_new] = before_.emplace(output, carries);
      if (!is_new) place->second = std::min(place->second, carries);
    }
  return before_;
}

double BufferUse::more(std::size_t part, const FlowLoads& loads) const {
  const std::optional<double> carries = carries_of(netlist_, loads, part);
  return carries ? *carries / loads.part(part).bytes : std::numeric_limits<double>::infinity();
}

std::string BufferUse::text(const BufferPlace& place, const FlowLoads& loads) const {
  const FlatPart& part = netlist_.parts[place.part];
  const MessageBuffers buffers = *part.config->buffers();
  const Taken taken = this->taken(place, loads);
  const std::string each = format_si(taken.seconds / taken.messages, "s");
  if (!buffers.can_be_set) return fmt::format("{}: its one buffer, taken for {} by a message", part.type, each);
  std::string row =
      fmt::format("{}: its `{}: {}`{}{}, each taken for {} by a message", part.type, buffers.parameter, buffers.count,
                  buffers.classes > 1 ? " of a class" : "", part.config->is_sink() ? "" : " of a port", each);
  const double around = this->around(place, loads);
  if (!std::isfinite(around)) return row;
  return fmt::format("{}; `{}: {:.0f}` would be enough", row, buffers.parameter,
                     std::ceil(around * taken.seconds / static_cast<double>(buffers.classes) * (1 - 1e-9)));
}

}  // namespace isochron
