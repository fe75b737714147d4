// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/buffer_bounds.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <isochron/scenario/units.h>

namespace isochron {

namespace {

/// What takes the buffers of a port or a sink.
struct Taken {
  double bytes = 0;     ///< a second
  double messages = 0;  ///< a second
  double seconds = 0;   ///< a second, of all buffers together, at least
  /// How many times as much the parts before and behind can carry; infinite: any amount.
  double around = std::numeric_limits<double>::infinity();
};

class Rows {
 public:
  explicit Rows(double rate) : rate_(rate) {}

  void add(const FlatPart& part, const std::string& path, const MessageBuffers& buffers, const Taken& taken) {
    if (taken.bytes == 0 || taken.seconds <= 0) return;
    const double more = static_cast<double>(buffers.count) / taken.seconds;
    // Else others are full before.
    if (more >= taken.around * (1 - 1e-9)) return;
    const double limit = rate_ * more;
    const auto [place, is_new] = places_.emplace(kind_of_path(path), bounds_.size());
    if (is_new) bounds_.emplace_back();
    ResourceBound& bound = bounds_[place->second];
    if (is_new || limit < bound.limit)
      bound = {place->first + " buffers", text(part, buffers, taken), taken.bytes, taken.bytes * more, limit};
  }
  std::vector<ResourceBound> bounds() { return std::move(bounds_); }

 private:
  static std::string text(const FlatPart& part, const MessageBuffers& buffers, const Taken& taken) {
    const std::string each = format_si(taken.seconds / taken.messages, "s");
    if (!buffers.can_be_set) return fmt::format("{}: its one buffer, taken for {} by a message", part.type, each);
    std::string row = fmt::format("{}: its `buffers: {}`{}, each taken for {} by a message", part.type, buffers.count,
                                  part.config->is_sink() ? "" : " of a port", each);
    if (!std::isfinite(taken.around)) return row;
    return fmt::format("{}; `buffers: {:.0f}` would be enough", row,
                       std::ceil(taken.around * taken.seconds * (1 - 1e-9)));
  }

  double rate_;
  std::map<std::string, std::size_t> places_;
  std::vector<ResourceBound> bounds_;
};

class Places {
 public:
  Places(const Netlist& netlist, const FlowLoads& loads, const Transits& transits)
      : netlist_(netlist), loads_(loads), transits_(transits) {}

  /// From the grant until the message has come, and until it has been taken.
  Taken at_sink(std::size_t number) const {
    const FlowLoads::OfPart& load = loads_.parts[number];
    Taken taken{load.bytes, load.messages, 1 / more(number), more(number)};
    std::optional<double> coming;
    for (const auto& group : netlist_.parts[number].joined)
      for (const std::optional<std::size_t>& connection : group) {
        if (!connection) continue;
        const FlatConnection& from = netlist_.connections[*connection];
        const double one = transits_.into(from, load.bytes, load.messages);
        coming = std::min(coming.value_or(one), one);
        taken.around = std::min(taken.around, more(from.from));
      }
    taken.seconds += coming.value_or(0);
    return taken;
  }

  /// From the grant until the message has come, and until it is across what is behind the port. `before`: what comes
  /// to it.
  Taken at_port(std::size_t connection, bool until_across, double before) const {
    const FlowLoads::OfConnection& load = loads_.connections[connection];
    const std::size_t next = netlist_.connections[connection].to;
    Taken taken{load.bytes, load.messages, load.coming, std::min(before, more(next))};
    if (until_across) taken.seconds += transits_.across(next, load.bytes, load.messages);
    return taken;
  }

  /// By output: how many times as much the fullest of the parts before it can carry.
  std::map<PortRef, double> before(const FlatPart& part) const {
    std::map<PortRef, double> before;
    for (unsigned g = 0; g < part.groups.size(); ++g) {
      const Port::Role role = part.groups[g].role;
      if (role == Port::Role::initiator || role == Port::Role::sender) continue;
      for (unsigned i = 0; i < part.joined[g].size(); ++i) {
        if (!part.joined[g][i]) continue;
        const double carries = more(netlist_.connections[*part.joined[g][i]].from);
        for (const PortRef& output : part.config->ways_from({g, i}, part.plan)) {
          const auto [place, is_new] = before.emplace(output, carries);
          if (!is_new) place->second = std::min(place->second, carries);
        }
      }
    }
    return before;
  }

 private:
  /// How many times as much as it is asked for the part can carry.
  double more(std::size_t part) const {
    const FlowLoads::OfPart& load = loads_.parts[part];
    const std::optional<double> carries = carries_of(netlist_, loads_, part);
    return carries ? *carries / load.bytes : std::numeric_limits<double>::infinity();
  }

  const Netlist& netlist_;
  const FlowLoads& loads_;
  const Transits& transits_;
};

}  // namespace

std::vector<ResourceBound> buffer_bounds(const Netlist& netlist, const FlowLoads& loads, const Transits& transits) {
  Rows rows(loads.rate);
  const Places places(netlist, loads, transits);
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const FlatPart& part = netlist.parts[p];
    const std::optional<MessageBuffers> buffers = part.config->buffers();
    if (!buffers || loads.parts[p].bytes == 0) continue;
    if (part.config->is_sink()) {
      rows.add(part, part.path, *buffers, places.at_sink(p));
      continue;
    }
    for (const auto& [port, before] : places.before(part))
      if (const auto& connection = part.joined[port.group][port.index]; connection && part.groups[port.group].buffered)
        rows.add(part, part.path + "." + part.port_name(port), *buffers,
                 places.at_port(*connection, buffers->until_across, before));
  }
  return rows.bounds();
}

}  // namespace isochron
