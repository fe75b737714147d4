// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/voyager_parameters.h>

#include <algorithm>
#include <utility>

namespace isochron {

ParameterTable VoyagerParameters::table() {
  const std::string hardware = "Voyager, section 3.1";
  ParameterTable table;
  table.choice("load", load, {"streams", "raw"}, "raw: a program writes to every disk, as fast as it goes",
               "Voyager, sections 5.1 to 5.3");
  table.count("thin_nodes", thin_nodes, {1, 1'000}, "nodes with the network and the file system", hardware);
  table.count("wide_nodes", wide_nodes, {1, 1'000}, "nodes with the disks", hardware);
  add_disks(table);
  add_files(table);
  table.nest("vsd", vsd.parameters());
  streams.add_to(table);
  table.nest("stack", stack.parameters());
  table.nest("atm", atm.link_parameters());
  table.nest("tb2", tb2.parameters());
  table.nest("switch", sp_switch.parameters());
  table.nest("microchannel", microchannel.parameters());
  add_conditions(table);
  table.check([this] { return own_problems(); });
  add_bus_model(table, bus_model);
  return table;
}

void VoyagerParameters::add_disks(ParameterTable& table) {
  const std::string table_3 = "Voyager, Table 3", inferred = "inferred from Voyager, sections 3.1 and 4";
  table.count("disks.count", disks, {1, 10'000}, "of all wide nodes", inferred + ": 201 streams");
  table.data_rate("disks.rate", disk_rate, {1'000'000, 100'000'000'000},
                  "of one disk alone, the times of its bus and of the Microchannel included", table_3);
  table.data_rate("disks.bus", bus_rate, {1'000'000, 100'000'000'000}, "of a SCSI bus", table_3);
  table.count("disks.buses", buses, {1, 10'000}, "SCSI buses of all wide nodes, dealt out in turn",
              inferred + ": two adapters a node");
  table.duration("disks.rotation", rotation, {0, second},
                 "of a local disk: a request waits for a random part of it, which is in disks.rate", "our own");
  table.bytes("disks.capacity", capacity, {1'000'000, 1'000'000'000'000}, "of a disk",
              "Voyager, section 3.1: 18 GB a wide node");
}

void VoyagerParameters::add_files(ParameterTable& table) {
  const std::string section_5_3 = "Voyager, section 5.3", table_6 = "our calibration, on Voyager, Table 6";
  const Range work{0, second};
  table.choice("files.where", where, {"local", "vsd"},
               "local: on disks of the node itself; vsd: on those of wide nodes", "Voyager, sections 3.2 and 5.2");
  table.count("files.stripe_nodes", stripe_nodes, {1, 1'000}, "wide nodes that a file is striped over", section_5_3);
  table.count("files.disks_a_node", disks_a_node, {1, 1'000}, "disks of a node that hold files", section_5_3);
  table.bytes("files.block", block, {512, 1 << 26}, "of a file, read or written at a time", "our own");
  table.count("files.buffers", buffers, {2, 64}, "blocks of a stream that are in memory", "our own");
  table.duration("files.packet", file_packet, work, "of a processor, for a packet from or to a file", table_6);
  table.duration("files.byte", file_byte, work, "the same for each of its bytes", table_6);
  table.duration("files.byte_over_nodes", file_byte_over_nodes, work, "the same, over files.stripe_nodes", table_6);
  table.choice("files.work", file_work, {"both", "record"},
               "both: files cost the processor as much when they are played as when they are recorded; record: only "
               "then",
               "open in Voyager, section 5.3, which records");
}

void VoyagerParameters::add_conditions(ParameterTable& table) {
  const Condition with_streams = table.is("load", {"streams"});
  const Condition with_files{"streams.action", "play or record", [this] { return has_files(); }};
  const auto some = [this](auto of_group) {
    return std::any_of(streams.groups.begin(), streams.groups.end(),
                       [&](const StreamGroup& group) { return group.count > 0 && of_group(group); });
  };
  const auto plays = [some] { return some([](const StreamGroup& g) { return g.action == StreamAction::play; }); };
  const auto records = [some] { return some([](const StreamGroup& g) { return g.action == StreamAction::record; }); };
  table.counts_where(with_streams, {"thin_nodes", "streams.count", "streams.action", "streams.packet", "streams_2",
                                    "streams_3", "streams_4", "step", "stack", "atm", "files.buffers", "files.packet",
                                    "files.byte", "files.byte_over_nodes", "files.work", "files.stripe_nodes",
                                    "files.disks_a_node", "vsd.outstanding"});
  // What disks write is told as streams.
  for (StreamGroup& group : streams.groups) {
    const std::string path = path_of(group);
    table.counts_where({path + ".count", "1 or more", [this, &group] { return is_raw() || group.count > 0; }},
                       {path + ".rate"});
  }
  table.counts_where({"streams.action", "record, relay or receive",
                      [some] { return some([](const StreamGroup& g) { return g.comes(); }); }},
                     {"stack.receive", "stack.interrupts"});
  table.counts_where(
      {"streams.action", "play, relay or send", [some] { return some([](const StreamGroup& g) { return g.goes(); }); }},
      {"stack.send"});
  table.counts_where({"streams.action", "play", plays}, {"files.work"});
  table.counts_where({"files.work", "both", [this, records] { return file_work == FileWork::both || records(); }},
                     {"files.packet", "files.byte", "files.byte_over_nodes"});
  const Condition with_wide_nodes{"files.where", "vsd", [this] { return is_raw() || where == Where::vsd; }};
  table.counts_where(with_wide_nodes, {"wide_nodes", "disks.count", "disks.buses"});
  table.counts_where(table.is("files.where", {"vsd"}), {"vsd", "tb2", "switch", "files.stripe_nodes"});
  table.counts_where(table.is("files.where", {"local"}), {"disks.rate", "disks.rotation"});
  table.counts_where(with_files, {"files", "vsd", "tb2", "switch", "disks", "wide_nodes"});
}

std::string VoyagerParameters::path_of(const StreamGroup& group) const {
  const auto index = static_cast<std::size_t>(&group - streams.groups.data());
  return index == 0 ? "streams" : "streams_" + std::to_string(index + 1);
}

std::vector<ParameterProblem> VoyagerParameters::own_problems() const {
  std::vector<ParameterProblem> found;
  if (!is_raw() && streams.count() == 0)
    found.push_back({"streams.count",
                     "there are no streams",
                     "use one or more, or `load: raw`",
                     {"streams.count", "streams_2.count", "streams_3.count", "streams_4.count"},
                     {{"streams.count", 1}}});
  if (!has_files()) return found;
  if (has_wide_nodes()) add_node_problems(found);
  if (!is_raw()) add_file_problems(found);
  if (is_raw() && block > capacity)
    found.push_back({"disks.capacity",
                     "a block of " + std::to_string(block) + " B does not fit on a disk",
                     "use larger disks or smaller blocks",
                     {"disks.capacity", "files.block"},
                     {{"disks.capacity", block}, {"files.block", capacity}}});
  if (is_local() && disk().rate == 0)
    found.push_back(
        {"disks.rate",
         "a block takes longer on its bus, the Microchannel and for half a rotation than the disk is said to take",
         "use slower disks, a faster bus, a shorter rotation or larger blocks",
         {"disks.rate", "disks.bus", "microchannel.rate", "disks.rotation", "files.block"},
         {{"disks.rotation", 0}}});
  return found;
}

void VoyagerParameters::add_node_problems(std::vector<ParameterProblem>& found) const {
  if (disks % wide_nodes != 0)
    found.push_back(
        {"disks.count",
         std::to_string(disks) + " disks are not as many on each of " + std::to_string(wide_nodes) + " wide nodes",
         "use a multiple of wide_nodes",
         {"disks.count", "wide_nodes"},
         {{"disks.count", (disks / wide_nodes + 1) * wide_nodes}}});
  if (buses < wide_nodes || buses > disks)
    found.push_back({"disks.buses",
                     std::to_string(buses) + " buses for " + std::to_string(disks) + " disks on " +
                         std::to_string(wide_nodes) + " wide nodes",
                     "use as many as wide nodes or more, and no more than disks",
                     {"disks.buses", "disks.count", "wide_nodes"},
                     {{"disks.buses", buses < wide_nodes ? wide_nodes : disks}}});
  if (is_raw()) return;
  if (stripe_nodes > wide_nodes)
    found.push_back({"files.stripe_nodes",
                     "files cannot be striped over " + std::to_string(stripe_nodes) + " of " +
                         std::to_string(wide_nodes) + " wide nodes",
                     "use wide_nodes or fewer",
                     {"files.stripe_nodes", "wide_nodes"},
                     {{"files.stripe_nodes", wide_nodes}}});
  if (disks_a_node > disks_of_node())
    found.push_back(
        {"files.disks_a_node",
         "a wide node has " + std::to_string(disks_of_node()) + " disks, not " + std::to_string(disks_a_node),
         "use fewer, or more disks.count",
         {"files.disks_a_node", "disks.count", "wide_nodes"},
         {{"files.disks_a_node", disks_of_node()}, {"disks.count", disks_a_node * wide_nodes}}});
}

void VoyagerParameters::add_file_problems(std::vector<ParameterProblem>& found) const {
  if (capacity / block < streams.files())
    found.push_back({"disks.capacity",
                     "a disk has not room for a block of each of " + std::to_string(streams.files()) + " files",
                     "use larger disks or smaller blocks",
                     {"disks.capacity", "files.block"},
                     {{"disks.capacity", streams.files() * block}, {"files.block", capacity / streams.files()}}});
  for (const StreamGroup& group : streams.groups) {
    const std::string path = path_of(group);
    if (group.count > 0 && group.has_file() && group.packet > block)
      found.push_back({path + ".packet",
                       "a packet of " + std::to_string(group.packet) + " B does not fit in a block",
                       "use larger blocks or smaller packets",
                       {path + ".packet", "files.block"},
                       {{"files.block", group.packet}, {path + ".packet", block}}});
  }
}

std::uint64_t VoyagerParameters::disks_of_node() const {
  return has_wide_nodes() ? disks / wide_nodes : disks_a_node;
}

std::uint64_t VoyagerParameters::buses_of_node(std::uint64_t node) const {
  if (!has_wide_nodes()) return 1;
  return buses / wide_nodes + (node < buses % wide_nodes ? 1 : 0);
}

Disk::Config VoyagerParameters::disk() const {
  Disk::Config config;
  if (has_network()) config = vsd.disk();
  config.mechanics.capacity = capacity;
  if (has_network()) return config;
  config.latency.law = SeekLatency::Law::mechanical;
  config.mechanics.overhead = config.mechanics.settle = config.mechanics.root = config.mechanics.linear = 0;
  config.mechanics.rotation = rotation;
  // What a block takes in all, less its bus, the Microchannel and half a rotation, it is on the medium.
  const double bits = static_cast<double>(block) * 8;
  const double medium = bits / static_cast<double>(disk_rate) - bits / static_cast<double>(bus_rate) -
                        bits / static_cast<double>(microchannel.rate) - seconds(rotation) / 2;
  config.rate = medium > 0 ? static_cast<std::uint64_t>(bits / medium) : 0;
  return config;
}

ScsiStringConfig VoyagerParameters::bus() const {
  ScsiStringConfig config;
  config.rate = bus_rate;
  config.chunk = block;
  config.reselection = 0;
  return config;
}

StripedFile::Config VoyagerParameters::files() const {
  StripedFile::Config config;
  config.block = block;
  config.capacity = std::max(capacity, block);
  if (is_raw() || !has_files()) return config;
  config.nodes = has_network() ? stripe_nodes : 1;
  config.disks = disks_a_node;
  config.disks_of_node = disks_of_node();
  config.files = streams.files();
  return config;
}

AtmLinkConfig VoyagerParameters::link(const ProtocolStackConfig& of_stack) const {
  AtmLinkConfig config = atm;
  config.protocol = of_stack.protocol == ProtocolStackConfig::Protocol::udp ? AtmLinkConfig::Protocol::udp
                                                                            : AtmLinkConfig::Protocol::aal5;
  return config;
}

MediaDaemon::Config VoyagerParameters::daemon() const {
  MediaDaemon::Config config;
  config.block = block;
  config.buffers = buffers;
  config.file_packet = file_packet;
  config.file_byte = file_byte + file_byte_over_nodes / (has_network() ? stripe_nodes : 1);
  config.both_ways = file_work == FileWork::both;
  return config;
}

double VoyagerParameters::packet_work(const StreamGroup& group) const {
  Time work = 0;
  if (group.comes()) work += stack.receive_work(group.packet);
  if (group.goes()) work += stack.send_work(group.packet);
  const MediaDaemon::Config files = daemon();
  if (group.action == StreamAction::record || (group.action == StreamAction::play && files.both_ways))
    work += files.file_packet + files.file_byte * group.packet;
  return static_cast<double>(work);
}

}  // namespace isochron
