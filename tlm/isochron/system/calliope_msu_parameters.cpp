// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/calliope_msu_parameters.h>

#include <algorithm>
#include <limits>

namespace isochron {

namespace {

/// Measured; processor time in events of the cluster.
struct Costs {
  static constexpr double packet = 3;               ///< events
  static constexpr double frame = 1.2;              ///< events, of each after a packet's first
  static constexpr double bytes_of_message = 4600;  ///< its first page
};

}  // namespace

ParameterTable CalliopeMsuParameters::table() {
  const std::string paper = "Calliope, section 3.1";
  ParameterTable table;
  table.choice("load", load, {"streams", "baseline"},
               "streams: viewers; baseline: the programs that measure the hardware, as fast as it goes",
               "Calliope, sections 3.1 and 3.2");
  table.flag("baseline.send", send, "packets are sent", paper);
  table.flag("baseline.write", write, "each packet is written to memory before it is sent: the disk-less path",
             "Calliope, section 3.2.3");
  table.count("baseline.depth", depth, {1, 1000}, "requests at a disk at a time", paper + "; 24: section 2.3.3");
  table.count("streams.count", streams.count, {0, 200}, "that begin at once", "Calliope, section 3.2.1");
  streams.add_to(table);
  table.choice("streams.start", start, {"together", "slot"},
               "together: all play as soon as each has its first block; slot: each as soon as it has its own",
               "Calliope, section 3.2.2");
  table.count("streams.record", record, {0, 200}, "of the streams that record", "our own");
  unit.add_to(table);
  const Condition with_streams = table.is("load", {"streams"});
  table.counts_where(with_streams, {"streams.count", "streams.kind", "streams.rate", "streams.phase", "streams.start",
                                    "streams.record", "trace", "host.server_packet", "timer", "stall", "layout", "duty",
                                    "clients", "vcr"});
  table.counts_where({"streams.kind", "constant", [this] { return !has_streams() || streams.constant(); }},
                     {"streams.packet"});
  table.counts_where(table.is("load", {"baseline"}), {"baseline"});
  table.counts_where({"baseline.send", "true", [this] { return has_streams() || send; }},
                     {"baseline.write", "streams.packet"});
  table.check([this] { return own_problems(); });
  add_bus_model(table, bus_model);
  return table;
}

std::vector<ParameterProblem> CalliopeMsuParameters::own_problems() const {
  std::vector<ParameterProblem> found = unit.problems();
  for (ParameterProblem& problem : streams.problems()) found.push_back(std::move(problem));
  if (has_streams() && unit.disks == 0)
    found.push_back(
        {"disks", "streams need a disk", "use 1 or more, or load: baseline", {"disks", "load"}, {{"disks", 1}}});
  if (!has_streams() && !send && unit.disks == 0)
    found.push_back({"baseline.send",
                     "there is nothing to measure",
                     "send packets, or use disks",
                     {"baseline.send", "disks"},
                     {{"disks", 1}}});
  if (has_streams() && record > streams.count)
    found.push_back({"streams.record",
                     std::to_string(record) + " of " + std::to_string(streams.count) + " streams are to record",
                     "use streams.count or fewer",
                     {"streams.record", "streams.count"},
                     {{"streams.record", streams.count}}});
  if (has_streams() && streams.packet_bytes() > unit.block)
    found.push_back({"block",
                     "a packet of " + std::to_string(streams.packet_bytes()) + " B does not fit in a block",
                     "use a larger block or smaller packets",
                     {"block", streams.constant() ? "streams.packet" : "trace.packet"},
                     {{"block", streams.packet_bytes()}}});
  if (has_streams() && unit.disks > 0 && unit.slots_a_disk() > 0 && unit.slots_a_disk() * unit.disks < streams.count)
    found.push_back({"duty.slots",
                     std::to_string(streams.count) + " streams need more than " + std::to_string(unit.slots) +
                         " slots on each of " + std::to_string(unit.disks) + " disks",
                     "use more slots, or `streams`",
                     {"duty.slots", "streams.count", "disks"},
                     {{"duty.slots", (streams.count + unit.disks - 1) / unit.disks}}});
  return found;
}

std::uint64_t CalliopeMsuParameters::slots() const {
  if (unit.slots_a_disk() > 0) return unit.slots_a_disk();
  return std::max<std::uint64_t>(1, (streams.count + unit.disks - 1) / std::max<std::uint64_t>(1, unit.disks));
}

Time CalliopeMsuParameters::cycle() const {
  // What a stream takes to send a block; of several rates the highest mean.
  double fastest = static_cast<double>(streams.rate);
  if (!streams.constant()) {
    fastest = 0;
    for (const std::uint64_t file : streams.files)
      fastest = std::max(fastest, static_cast<double>(streams.mean.at(file)));
  }
  return static_cast<Time>(static_cast<double>(unit.block) * 8 / fastest * 1e12);
}

std::optional<double> CalliopeMsuParameters::demand() const {
  if (!has_streams()) return std::nullopt;
  return static_cast<double>(streams.count - record) * streams.mean_rate(streams.count) / 8;
}

std::vector<ResourceBound> CalliopeMsuParameters::bounds() const {
  const bool reads = has_streams() || unit.disks > 0;
  std::vector<ResourceBound> bounds =
      unit.bounds(streams.packet_bytes(), has_streams(), reads, !has_streams() && write);
  if (const std::optional<double> asked = demand())
    for (ResourceBound& bound : bounds) bound.load = bound.capacity * *asked / bound.limit;
  else {
    double throughput = bounds.front().limit;
    for (const ResourceBound& bound : bounds) throughput = std::min(throughput, bound.limit);
    for (ResourceBound& bound : bounds) bound.load = bound.capacity * throughput / bound.limit;
  }
  return bounds;
}

RunSize CalliopeMsuParameters::size(const MeasurePlan& plan, double built) const {
  RunSize size;
  const double time = seconds(plan.warm_up + plan.duration);
  // B/s; programs that measure do not wait for each other, and none waits for the ring.
  constexpr double no_limit = std::numeric_limits<double>::infinity();
  double sent = no_limit, read = no_limit, ring = no_limit;
  for (const ResourceBound& bound : bounds()) {
    if (bound.resource == "host") sent = std::min(sent, bound.limit);
    if (bound.resource == "disk" || bound.resource == "adapter") read = std::min(read, bound.limit);
    if (bound.resource == "fddi") ring = bound.limit;
  }
  if (const std::optional<double> asked = demand()) {
    const double recorded = static_cast<double>(record) * streams.mean_rate(1) / 8;
    read = *asked + recorded;
    sent = std::min(sent, *asked) + recorded;
  }
  if (!has_streams() && !send) sent = 0;
  if (!has_streams() && unit.disks == 0) read = 0;
  const double packets = time * sent / static_cast<double>(streams.packet_bytes());
  const double chunks = time * read / static_cast<double>(unit.chunk);
  const auto more_frames = static_cast<double>(unit.fddi.frames(streams.packet_bytes()) - 1);
  size.events = packets * (Costs::packet + Costs::frame * more_frames) + chunks * 3;
  const double held = 3 * static_cast<double>(streams.count) + static_cast<double>(unit.disks * depth) + 16;
  const double before_the_ring = std::max(0.0, packets - time * ring / static_cast<double>(streams.packet_bytes()));
  size.peak_memory =
      RunSize::empty_process + built * RunSize::part + (held + before_the_ring) * Costs::bytes_of_message;
  return size;
}

}  // namespace isochron
