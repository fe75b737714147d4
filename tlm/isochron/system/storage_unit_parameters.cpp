// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/storage_unit_parameters.h>

#include <algorithm>
#include <limits>

namespace isochron {

void StorageUnitParameters::add_to(ParameterTable& table) {
  const std::string setup = "Calliope, section 3", calibrated = "our calibration, on Calliope, Table 1";
  const Range time{0, 10 * second};
  table.count("disks", disks, {0, 64}, "of a unit", setup);
  table.count("adapters", adapters, {1, 16}, "SCSI host adapters of a unit", setup);
  table.numbers("adapter_of", adapter_of, {0, 15}, "adapter of each disk; none: an equal number to each, in order",
                "Calliope, Table 1");
  table.bytes("block", block, {512, 64 << 20}, "what a disk reads or writes at a time, and a buffer holds",
              "Calliope, section 2.3.3");
  table.duration("disk.seek.least", seek_least, time, "of the shortest movement",
                 "our own; mean 8 ms with disk.seek.full");
  table.duration("disk.seek.full", seek_full, time, "more over the whole disk, in proportion to the distance",
                 "our own; mean 8 ms with disk.seek.least");
  table.duration("disk.rotation", rotation, time, "a turn, 7200 a minute", "Seagate Barracuda");
  table.bytes("disk.chunk", chunk, {512, 16 << 20}, "of a block that goes over the adapter at a time",
              "our own: physio in FreeBSD cuts requests");
  table.duration("disk.private", chunk_on_medium, {microsecond, 10 * second}, "of a chunk, outside the adapter",
                 calibrated + ": 3.6 and 2 x 2.8 MB/s");
  table.choice("disk.scheduler", scheduler, {"fifo", "elevator"}, "which of the requests that wait is next",
               "Calliope, section 2.3.3");
  table.bytes("disk.capacity", capacity, {1'000'000, 1'000'000'000'000}, "of a disk", setup);
  table.duration("adapter.hold", adapter.hold, time, "that a chunk keeps the adapter",
                 calibrated + ": 3.6 and 2 x 2.8 MB/s");
  table.fraction("adapter.shared_rate", adapter.shared_rate, {1, 1'000'000},
                 "of an adapter's rate, for each of two that transfer at the same time", calibrated + ": 2 x 2.9 MB/s");
  table.duration("adapter.while_sending", adapter.while_sending, time,
                 "more of a chunk that begins while the host sends", calibrated + ": 3.4 beside 5.9 MB/s");
  table.flag("adapter.stops_host", host.stops, "the processor stands still while two adapters transfer",
             "Calliope, section 3.1");
  table.duration("host.packet", host.packet, time, "of the host, for a packet",
                 calibrated + ": 8.5 MB/s; what its bytes leave");
  table.duration("host.byte", host.byte, {0, millisecond},
                 "of the host, for a byte of a packet: copied once, read twice", "Calliope, section 3.2.3");
  table.duration("host.server_packet", host.server_packet, time, "that the server adds to a bare packet",
                 "our calibration, on Calliope, section 3.2.1: 38 % within 50 ms of 24 streams");
  table.duration("host.dma", host.dma, {0, millisecond}, "that an adapter's byte takes from the host",
                 calibrated + ": 5.9 beside 3.4 MB/s");
  const std::string memory = "Calliope, section 3.2.3";
  const Range rates{8, 1'000'000'000'000};
  table.data_rate("memory.write", host.memory_write, rates, "memory that the processor writes", memory);
  table.data_rate("memory.copy", host.memory_copy, rates, "memory that the processor copies", memory);
  table.data_rate("memory.read", host.memory_read, rates, "memory that the processor reads", memory);
  table.duration("timer", timer.interval, {microsecond, 10 * second}, "between interrupts that wake who sleeps",
                 "Calliope, section 2.2.1");
  table.duration_or("stall.interval", timer.stall_interval, "off", {millisecond, 10'000 * second},
                    "mean time between spells in which interrupts are late",
                    "our assumption and calibration, on Calliope, section 3.2.1: 0.4 % of packets later than 50 ms");
  table.duration("stall.longest", timer.stall_longest, {microsecond, 10 * second},
                 "of such a spell; any length up to it", "our assumption");
  table.choice("layout", layout, {"copies", "striped", "single"},
               "copies: every disk has a copy of each file; striped: blocks of a file go from disk to disk; "
               "single: it is on one disk",
               "Calliope, section 2.3.3");
  table.choice("duty.pace", pace, {"slots", "demand"},
               "slots: each stream at its own time in a cycle; demand: round robin among those with an empty buffer",
               "Calliope, section 2.2.1; round robin: section 2.3.3");
  table.count_or("duty.slots", slots, "streams", {1, 1000},
                 "of a disk in a cycle; streams: one for each of its streams", "Calliope, section 2.2.1");
  table.bytes("clients.buffer", client_buffer, {1, 1 << 30}, "of a client", "Calliope, section 2.2.1");
  table.duration_or("vcr.interval", vcr_interval, "off", {millisecond, 100'000 * second},
                    "mean time between a viewer's commands to wind, or to play on", "our own");
  table.choice(
      "vcr.slot", vcr_slot, {"free", "own"},
      "slot that a command waits for. free: the first free one of the disk; own: the viewer's own, unless files "
      "are striped",
      "Calliope, section 2.3.3: \"while a disk slot becomes available\"; own: section 2.3.1, \"the client's next "
      "disk slot\"");
  table.nest("fddi", fddi.parameters());
  table.counts_where(table.is("duty.pace", {"slots"}), {"duty.slots"});
  table.counts_where({"vcr.interval", "a time", [this] { return vcr_interval > 0; }}, {"vcr.slot"});
  table.counts_where(table.is("layout", {"copies", "single"}), {"vcr.slot"});
  table.counts_where(table.is("duty.pace", {"slots"}), {"vcr.slot"});
  table.counts_where({"stall.interval", "a time", [this] { return timer.stall_interval > 0; }}, {"stall.longest"});
  table.counts_where(table.at_least("adapters", 2), {"adapter_of", "adapter.shared_rate", "adapter.stops_host"});
  table.counts_where(table.at_least("disks", 1),
                     {"disk", "adapter", "adapters", "host.dma", "block", "duty", "layout", "adapter_of"});
}

std::vector<ParameterProblem> StorageUnitParameters::problems() const {
  std::vector<ParameterProblem> found;
  if (!adapter_of.empty() && adapter_of.size() != disks)
    found.push_back({"adapter_of",
                     std::to_string(adapter_of.size()) + " adapters are given for " + std::to_string(disks) + " disks",
                     "give one for each disk, or none",
                     {"adapter_of", "disks"},
                     {{"disks", static_cast<std::uint64_t>(adapter_of.size())}}});
  if (std::any_of(adapter_of.begin(), adapter_of.end(), [this](std::uint64_t one) { return one >= adapters; }))
    found.push_back({"adapter_of",
                     "a disk is on adapter " + std::to_string(*std::max_element(adapter_of.begin(), adapter_of.end())) +
                         " of " + std::to_string(adapters),
                     "number adapters from 0",
                     {"adapter_of", "adapters"},
                     {{"adapters", *std::max_element(adapter_of.begin(), adapter_of.end()) + 1}}});
  if (block > capacity)
    found.push_back({"disk.capacity",
                     "a block of " + std::to_string(block) + " B does not fit on a disk",
                     "use a smaller block or a larger disk.capacity",
                     {"block", "disk.capacity"},
                     {{"disk.capacity", block}}});
  const std::vector<std::uint64_t>& synchronous = fddi.synchronous_stations;
  const auto last = std::max_element(synchronous.begin(), synchronous.end());
  if (last != synchronous.end() && *last >= stations)
    found.push_back({"fddi.synchronous_stations",
                     "there is no station " + std::to_string(*last) + " on a ring of " + std::to_string(stations),
                     "name 0, the unit, or 1, its clients",
                     {"fddi.synchronous_stations"},
                     {}});
  if (disks > 0 && adapter.hold == 0 && chunk_on_medium == 0)
    found.push_back({"adapter.hold", "a chunk takes no time", "use a time", {"adapter.hold"}, {}});
  return found;
}

std::uint64_t StorageUnitParameters::adapter_of_disk(std::uint64_t disk) const {
  return adapter_of.empty() ? disk * adapters / std::max(disks, adapters) : adapter_of.at(disk);
}

std::uint64_t StorageUnitParameters::disks_of(std::uint64_t one) const {
  std::uint64_t number = 0;
  for (std::uint64_t disk = 0; disk < disks; ++disk) number += adapter_of_disk(disk) == one ? 1 : 0;
  return number;
}

Disk::Config StorageUnitParameters::disk() const {
  Disk::Config config;
  config.latency.law = SeekLatency::Law::mechanical;
  config.mechanics.overhead = seek_least;
  config.mechanics.settle = 0;
  config.mechanics.root = 0;
  config.mechanics.linear = seek_full;
  config.mechanics.rotation = rotation;
  config.mechanics.capacity = capacity;
  // Chunks follow each other: the medium's rate is what a chunk takes outside the adapter.
  config.rate = static_cast<std::uint64_t>(static_cast<double>(chunk) * 8 / seconds(chunk_on_medium));
  config.chunk = chunk;
  config.chunks = Disk::Chunks::one_by_one;
  config.freed = Disk::Freed::after_scsi;
  config.order = scheduler;
  return config;
}

double StorageUnitParameters::block_time() const {
  const double chunks = static_cast<double>(block) / static_cast<double>(chunk);
  return seconds(seek_least) + seconds(seek_full) / 3 + seconds(rotation) / 2 +
         chunks * (seconds(chunk_on_medium) + seconds(adapter.hold));
}

std::vector<ResourceBound> StorageUnitParameters::bounds(std::uint64_t packet, bool server, bool reads,
                                                         bool writes) const {
  std::vector<ResourceBound> bounds;
  const auto add = [&bounds](const char* resource, const char* description, double instances, double limit) {
    bounds.push_back({resource, description, 0, limit / instances, limit});
  };
  const auto bytes = static_cast<double>(packet);
  const double sent = seconds(host.packet_work(packet, server)) / bytes;
  const double taken = reads ? seconds(host.dma) : 0;
  const double written = writes ? seconds(host.write_work(packet)) / bytes : 0;
  add("host", "host: packets, and what adapters take from it", 1, 1 / (sent + taken + written));
  if (reads) {
    const auto of_block = static_cast<double>(block);
    // The least that a block takes: a stream's are next to each other, but the arm comes from another's.
    add("disk", "disks: a block with the mean way of the arm, alone on its adapter", static_cast<double>(disks),
        static_cast<double>(disks) * of_block / block_time());
    double busiest = 0;  // what part of all disks is on one adapter
    for (std::uint64_t one = 0; one < adapters; ++one)
      busiest = std::max(busiest, static_cast<double>(disks_of(one)) / static_cast<double>(disks));
    if (adapter.hold > 0)
      add("adapter", "SCSI adapters: the chunks of the one with the most disks", static_cast<double>(adapters),
          static_cast<double>(chunk) / seconds(adapter.hold) / busiest);
  }
  add("memory", "memory: each byte written once, copied once, read twice", 1, host.memory_bound());
  add("fddi", "FDDI ring", 1, fddi.capacity(packet, stations).contended);
  return bounds;
}

}  // namespace isochron
