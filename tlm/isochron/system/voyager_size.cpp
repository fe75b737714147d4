// SPDX-License-Identifier: Apache-2.0
// What arithmetic says of Voyager before anything is simulated.
#include <algorithm>
#include <cmath>
#include <limits>

#include <isochron/system/voyager_parameters.h>

namespace isochron {

namespace {

/// Measured; completions of the machine's fabric.
struct Costs {
  static constexpr double packet = 4.5;             ///< from its source to its file or viewer
  static constexpr double dropped = 1.5;            ///< of a packet that is not carried
  static constexpr double block = 14;               ///< of a file, there and back over the network
  static constexpr double local_block = 4;          ///< ... of the node's own disk
  static constexpr double bytes_of_message = 4600;  ///< its first page
};

}  // namespace

ResourceBound VoyagerParameters::bound(const std::string& resource, const std::string& description, double number,
                                       double each, double capacity_of_one, const std::string& unit) const {
  // Streams are whole; what is left of one by rounding is no stream. What a disk writes is no stream at all.
  const double exact = number * capacity_of_one / each;
  const double most = is_raw() ? exact : std::floor(exact + 1e-9);
  return {resource, description, static_cast<double>(streams.count()) * each / number, capacity_of_one, most, unit};
}

double VoyagerParameters::read_rate() const {
  if (is_raw()) return 0;
  return streams.mean(
      [](const StreamGroup& group) { return group.action == StreamAction::play ? group.bytes_per_second() : 0; });
}

double VoyagerParameters::written_rate() const {
  if (is_raw()) return streams.groups[0].bytes_per_second();
  return streams.mean(
      [](const StreamGroup& group) { return group.action == StreamAction::record ? group.bytes_per_second() : 0; });
}

double VoyagerParameters::buses_used() const {
  // A program at each disk keeps all buses busy. Of a file each node has as much, so the node with the fewest is the
  // limit.
  double sum = 0;
  double least = static_cast<double>(disks_of_node());
  const std::uint64_t nodes = !is_raw() && has_network() ? stripe_nodes : has_wide_nodes() ? wide_nodes : 1;
  for (std::uint64_t node = 0; node < nodes; ++node) {
    const auto most = static_cast<double>(is_raw() ? disks_of_node() : disks_a_node);
    const double used = std::min(static_cast<double>(buses_of_node(node)), most);
    sum += used;
    least = std::min(least, used);
  }
  if (is_raw()) return sum;
  return least * static_cast<double>(has_network() ? stripe_nodes : thin_nodes);
}

double VoyagerParameters::disk_bytes() const {
  if (has_network()) return Capacity::of_rate(disk().rate).alone;
  if (is_raw()) return Capacity::of_rate(disk_rate).alone;
  // Many streams ask for blocks: while one is on its bus, the next comes off the medium.
  const auto bytes = static_cast<double>(block);
  return bytes / (bytes / Capacity::of_rate(disk().rate).alone + seconds(rotation) / 2);
}

std::vector<ResourceBound> VoyagerParameters::bounds() const {
  std::vector<ResourceBound> found;
  if (!is_raw()) add_node_bounds(found);
  if (file_rate() > 0) add_disk_bounds(found);
  if (is_raw()) {
    // Nobody asks for less than everything: the first limit is what is asked for.
    double least = found.front().limit;
    for (const ResourceBound& one : found) least = std::min(least, one.limit);
    for (ResourceBound& one : found) one.load = one.capacity * least / one.limit;
  }
  return found;
}

void VoyagerParameters::add_node_bounds(std::vector<ResourceBound>& bounds) const {
  const auto thin = static_cast<double>(thin_nodes);
  const auto mean = [this](auto of_group) { return streams.mean(of_group); };
  bounds.push_back(bound("processor", "processor of a thin node: UDP, IP and files", thin,
                         mean([this](const StreamGroup& g) { return g.packets_per_second() * packet_work(g) * 1e-12; }),
                         1, "1"));
  const auto on_wire = [this](const StreamGroup& g, bool counts) {
    return counts ? g.packets_per_second() * static_cast<double>(link(stack).wire_bytes(g.packet)) : 0;
  };
  const double sent = mean([&](const StreamGroup& g) { return on_wire(g, g.goes()); });
  const double got = mean([&](const StreamGroup& g) { return on_wire(g, g.comes()); });
  const double atm_rate = Capacity::of_rate(atm.rate).alone;
  const char* const cells = atm.cells ? "cells" : "payload";
  if (sent > 0)
    bounds.push_back(bound("atm", std::string("ATM to the network: ") + cells, thin, sent, atm_rate, "B/s"));
  if (got > 0)
    bounds.push_back(bound("atm", std::string("ATM from the network: ") + cells, thin, got, atm_rate, "B/s"));
  const double crossed = mean([](const StreamGroup& g) {
    const double files_cross = g.has_file() ? 1 : 0;
    return g.bytes_per_second() * ((g.comes() ? 1 : 0) + (g.goes() ? 1 : 0) + files_cross);
  });
  bounds.push_back(bound("microchannel", "Microchannel of a thin node: a stream with a file crosses it twice", thin,
                         crossed, microchannel.capacity().contended, "B/s"));
}

void VoyagerParameters::add_disk_bounds(std::vector<ResourceBound>& bounds) const {
  const double each = file_rate();
  const auto of_nodes = static_cast<double>(!has_network() ? (is_raw() ? wide_nodes : thin_nodes)
                                                           : (is_raw() ? wide_nodes : stripe_nodes));
  const double disks_used = of_nodes * static_cast<double>(is_raw() ? disks_of_node() : disks_a_node);
  const auto rate = [](std::uint64_t bits) { return Capacity::of_rate(bits).alone; };
  bounds.push_back(bound("string", "SCSI buses", buses_used(), each, rate(bus_rate), "B/s"));
  bounds.push_back(bound("disk", "disks, each alone on its bus", disks_used, each, disk_bytes(), "B/s"));
  if (!has_network()) return;
  const auto thin = static_cast<double>(clients());
  // What is read goes one way, what is written the other.
  const double one_way = tb2.duplex ? std::max(read_rate(), written_rate()) : each;
  bounds.push_back(bound("tb2", "TB2 adapter of a thin node", thin, one_way, rate(tb2.rate), "B/s"));
  bounds.push_back(bound("tb2", "TB2 adapter of a wide node", of_nodes, one_way, rate(tb2.rate), "B/s"));
  bounds.push_back(bound("microchannel", "Microchannel of a wide node, which is crossed twice", of_nodes, 2 * each,
                         microchannel.capacity().contended, "B/s"));
  if (sp_switch.medium == SpSwitchConfig::Medium::shared)
    bounds.push_back(bound("switch", "SP switch, one medium for all nodes", 1, each, rate(sp_switch.rate), "B/s"));
  if (vsd.shared > 0)
    bounds.push_back(bound("vsd", "shared stage of virtual shared disks",
                           vsd.stage == VsdConfig::Stage::client ? thin : of_nodes, each, vsd.capacity().contended,
                           "B/s"));
  const double requests = is_raw() ? 1 : static_cast<double>(vsd.outstanding) * thin;
  // A block crosses each medium after the other: both nodes' Microchannels and adapters, the switch and the bus.
  const double media =
      3 / microchannel.capacity().alone + 2 / rate(tb2.rate) + 1 / rate(sp_switch.rate) + 1 / rate(bus_rate);
  const double of_request = 1 / (static_cast<double>(vsd.shared + vsd.own) * 1e-12 + media);
  const double of_disk = std::min(1e12 / static_cast<double>(vsd.own), requests * of_request);
  bounds.push_back(bound("vsd_disk", "a disk as requests through VSD find it", disks_used, each, of_disk, "B/s"));
}

std::optional<double> VoyagerParameters::demand() const {
  if (is_raw()) return std::nullopt;
  return static_cast<double>(streams.count());
}

double VoyagerParameters::least_limit() const {
  double least = std::numeric_limits<double>::infinity();
  for (const ResourceBound& one : bounds()) least = std::min(least, one.limit);
  return least;
}

double VoyagerParameters::carried_share(double begun) const {
  double share = 1;
  for (const ResourceBound& one : bounds())
    if (one.load * begun > one.capacity) share = std::min(share, one.capacity / (one.load * begun));
  return share;
}

double VoyagerParameters::time_of_stream(double time) const {
  const auto number = static_cast<double>(streams.count());
  const double step = seconds(streams.step);
  if (step == 0 || number == 0) return time;
  // The first `begun` streams begin within the time, one a step.
  const double begun = std::min(number, std::ceil(time / step));
  return begun * (time - (begun - 1) / 2 * step) / number;
}

RunSize VoyagerParameters::size(const MeasurePlan& plan, double built) const {
  RunSize size;
  const double time = seconds(plan.warm_up + plan.duration);
  const auto number = static_cast<double>(streams.count());
  const double share = carried_share(time_of_stream(time) / time);
  double blocks = number * share * file_rate() / static_cast<double>(block) * time_of_stream(time);
  double held = number * static_cast<double>(buffers + 2);
  double packets = 0;
  if (is_raw()) {
    blocks = least_limit() * file_rate() / static_cast<double>(block) * time;
    held = static_cast<double>(disks);
  } else {
    packets = number * streams.mean([](const StreamGroup& g) { return g.packets_per_second(); }) * time_of_stream(time);
    // Packets that the processor has no time for fill the sockets of those that are sent; not all at all times.
    const ResourceBound processor = bounds().front();
    const double of_socket = streams.mean([this](const StreamGroup& g) {
      return g.goes() ? static_cast<double>(stack.socket) / static_cast<double>(g.packet) : 0;
    });
    if (processor.load > processor.capacity) held += number * of_socket / 2;
    if (streams.step > 0) held *= std::min(1.0, time / seconds(streams.step) / number);
  }
  size.events = packets * (share * Costs::packet + (1 - share) * Costs::dropped) +
                blocks * (has_network() ? Costs::block : Costs::local_block);
  size.peak_memory = RunSize::empty_process + built * RunSize::part + held * Costs::bytes_of_message;
  return size;
}

}  // namespace isochron
