// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/part_loads.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

#include <isochron/part/interconnect.h>

namespace isochron {

void PartLoads::at(const InterconnectHop& hop, const std::function<void(Load&)>& visit) {
  if (!netlist_.parts[hop.part].config->as<Interconnect>()->has_lanes()) {
    visit(parts_[hop.part]);
    return;
  }
  visit(lanes_[{hop.part, hop.input}]);
  visit(lanes_[{hop.part, hop.output}]);
}

double PartLoads::transfer(const TransferPath& path, bool write, std::uint64_t bytes, double times,
                           std::uint64_t piece) {
  if (piece == 0 || piece > bytes) piece = bytes;
  const double pieces = bytes == 0 ? 1 : std::ceil(static_cast<double>(bytes) / static_cast<double>(piece));
  for (const InterconnectHop& hop : path.hops) {
    const Interconnect& interconnect = *netlist_.parts[hop.part].config->as<Interconnect>();
    const double here = interconnect.seconds_of(hop.input, write, bytes);
    events_ += times * pieces * interconnect.turns_of(piece);
    at(hop, [&](Load& load) { load.seconds += here * times; });
  }
  return seconds_of(path, write, bytes);
}

double PartLoads::seconds_of(const TransferPath& path, bool write, std::uint64_t bytes) const {
  double seconds = 0;
  for (const InterconnectHop& hop : path.hops) {
    const double here = netlist_.parts[hop.part].config->as<Interconnect>()->seconds_of(hop.input, write, bytes);
    // What is read comes from bus to bus, what is written crosses all at once; the links of a crossbar are taken
    // together.
    seconds = write ? std::max(seconds, here) : seconds + here;
  }
  return seconds;
}

std::pair<double, std::size_t> PartLoads::disturb(const TransferPath& path, bool write, std::uint64_t bytes,
                                                  double per_second) {
  std::pair<double, std::size_t> most{0, 0};
  for (const InterconnectHop& hop : path.hops) {
    const double here =
        netlist_.parts[hop.part].config->as<Interconnect>()->seconds_of(hop.input, write, bytes) * per_second;
    at(hop, [&](Load& load) {
      load.share += here;
      most = std::max(most, {load.share, hop.part});
    });
  }
  return most;
}

std::vector<ResourceBound> PartLoads::bounds(double bytes, const std::optional<double>& demand) const {
  std::vector<ResourceBound> bounds;
  std::map<std::string, double> instances;  // of each kind
  std::map<std::string, std::size_t> places;
  const auto add = [&](std::size_t part, const std::string& within, const Load& load) {
    if (load.seconds <= 0) return;
    const double seconds = load.seconds / left_of(load.share + taken_[part]);
    const ResourceBound bound{netlist_.resource_name(part, within), netlist_.resource_text(part, within), 0, 0,
                              bytes / seconds};
    const auto [place, is_new] = places.emplace(bound.resource, bounds.size());
    if (is_new)
      bounds.push_back(bound);
    else if (bound.limit < bounds[place->second].limit)
      bounds[place->second] = bound;
  };
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    ++instances[netlist_.resource_name(p, "")];
    add(p, "", parts_[p]);
    add(p, "", kept_[p]);
    for (auto lane = lanes_.lower_bound({p, {0, 0}}); lane != lanes_.end() && lane->first.first == p; ++lane) {
      const std::string port = "." + netlist_.parts[p].port_name(lane->first.second);
      ++instances[netlist_.resource_name(p, port)];
      add(p, port, lane->second);
    }
  }
  for (const auto& [place, load] : within_) {
    const std::string name = "." + place.second;
    ++instances[netlist_.resource_name(place.first, name)];
    add(place.first, name, load);
  }
  double throughput = std::numeric_limits<double>::infinity();
  for (const ResourceBound& bound : bounds) throughput = std::min(throughput, bound.limit);
  throughput = demand.value_or(throughput);
  for (ResourceBound& bound : bounds) {
    bound.capacity = bound.limit / instances[bound.resource];
    bound.load = bound.capacity * throughput / bound.limit;
  }
  return bounds;
}

PartShares PartLoads::shares_in(double seconds) const {
  PartShares shares(parts_.size(), 0);
  for (std::size_t p = 0; p < shares.size(); ++p) shares[p] = parts_[p].seconds / seconds;
  for (const auto& [lane, load] : lanes_) shares[lane.first] = std::max(shares[lane.first], load.seconds / seconds);
  return shares;
}

PartShares PartLoads::disturbed() const {
  PartShares shares(parts_.size(), 0);
  for (std::size_t p = 0; p < shares.size(); ++p) shares[p] = parts_[p].share;
  for (const auto& [lane, load] : lanes_) shares[lane.first] = std::max(shares[lane.first], load.share);
  return shares;
}

double PartLoads::longest_lane() const {
  double longest = 0;
  for (const auto& [lane, load] : lanes_) longest = std::max(longest, load.seconds);
  return longest;
}

}  // namespace isochron
