// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/multidisk_parameters.h>

#include <algorithm>
#include <cmath>

#include <isochron/fabric/c104_crossbar.h>

namespace isochron {

ParameterTable MultidiskParameters::table() {
  const std::string paper = "Gennart et al., ";
  const bool links = architecture == Architecture::point_to_point;
  const Range rate{8, 1'000'000'000'000};
  ParameterTable table;
  table.count("nodes", nodes, {1, links ? C104Crossbar::ports - 1 : 255}, "disk nodes", paper + "section 5.1");
  table.count("disks_per_node", disks_per_node, {1, 15}, "disks on a node's SCSI bus", paper + "section 5");
  table.choice("operation", operation, {"read", "resample", "read_protocol_network", "read_and_resample"},
               "what is done with each strand; read_and_resample: two streams at the same time", paper + "section 4");
  table.choice(
      "split", split, {"every_node", "disk_number"},
      "where the two streams of read_and_resample lie; every_node: both on every node, with `strands` of each, "
      "disk_number: the first half of all disks is read, with `strands` in all",
      "open in " + paper + "section 5.3");
  table.count("strands", strands, {1, 10'000'000}, "strands of a stream", paper + "section 5.1");
  table.bytes("strand", strand, {1, 1 << 26}, "a strand: 352 x 240 pixels of 2 B", paper + "section 5.1");
  table.count("requests_per_strand", requests_per_strand, {1, 1024}, "disk requests that fetch a strand",
              "open in " + paper + "section 5.1");
  table.nest("disk", disk.parameters());
  table.data_rate("scsi.rate", scsi_rate, rate, "SCSI-2 bus, fast and wide", paper + "Table 2");
  table.choice("scsi.arbitration", scsi_arbitration, {"first_come", "priority"},
               "which of the disks that want the SCSI bus gets it: who asked first, or the lowest number, as if it had "
               "the highest identifier",
               "our own; priority: SCSI-2, clause 6.1.2");
  table.counts_where({"disks_per_node", "2 or more", [this] { return disks_per_node > 1; }}, {"scsi.arbitration"});
  table.data_rate("io_write", io_write, rate, "bus, direct memory access to memory", paper + "Table 2");
  table.data_rate("processor.read", processor_read, rate, "bus, memory to cache", paper + "Table 2");
  table.data_rate("processor.write", processor_write, rate, "bus, cache to memory: fill and write-back",
                  paper + "Table 2");
  table.data_rate("processor.resample", resample_rate, rate, "of input bytes", paper + "Table 2");
  table.data_rate("processor.copy", processor_copy, rate, "bus, through the processor and back, for the protocol",
                  paper + "section 5.1");
  table.flag("processor.held_during_transfers", held_during_transfers,
             "a strand has the processor from before its read until after its write", "open in " + paper + "section 4");
  table.data_rate("compressor.rate", compressor_rate, rate, "of input bytes", paper + "Table 2");
  table.count("compressor.factor", compression, {1, 1000}, "input by output", paper + "section 5.2");
  table.count("resample_factor", resample_factor, {1, 1000}, "input by output", paper + "section 5.2");
  table.data_rate("link.rate", link_rate, rate, "T9000 link", paper + "Table 2");
  table.bytes_or("link.packets", link_packets, "strand", {1, 1 << 26},
                 "what a virtual channel sends at a time; strand: all of it", "open in " + paper + "section 3.3");
  table.count("server.links", server_links, {1, C104Crossbar::ports - 1}, "links of the server interface processor",
              paper + "section 3.3");
  table.data_rate("server.memory", server_memory, rate, "memory of the server interface processor",
                  "our reading of " + paper + "Table 2");
  table.bytes_or("bus_packets", bus_packets, "strand", {1, 1 << 26},
                 "what a transfer moves before it lets others on the bus; strand: all of it", "our own");
  if (architecture == Architecture::subsystems) {
    table.choice("disks", disks, {"shared_bus", "local"},
                 "where disks and their controllers hang; local: on each node's own bus, at io_write",
                 paper + "section 5.3");
    table.data_rate("dma.rate", dma_rate, rate, "of what is moved over the shared bus",
                    paper + "section 3.5: pure writes");
    table.choice("dma.unit", mover_unit, {"strand", "burst"},
                 "what takes the shared bus at a time; strand: all of it, and no mover is held; burst: a block mover's "
                 "dma.burst, one move after another",
                 "open in " + paper + "section 5.3");
    table.nest("dma", mover.rate_parameters());
  }
  table.choice("arrivals.mode", arrivals, {"all_at_start", "regular"}, "when strands are asked for",
               paper + "section 5.1");
  table.duration("arrivals.interval", interval, {1, 1000 * second}, "between groups", paper + "section 5.1, Fig. 5");
  table.count("arrivals.group", group, {1, 1 << 16}, "strands asked for together", paper + "section 5.1, Fig. 5");
  table.count("arrivals.count", count, {0, 10'000'000}, "strands in all; 0: as `strands`", "our own");
  add_conditions(table);
  table.check([this] { return own_problems(); });
  add_bus_model(table, bus_model);
  return table;
}

void MultidiskParameters::add_conditions(ParameterTable& table) {
  const Condition resampling = table.is("operation", {"resample", "read_and_resample"});
  const bool on_links = architecture == Architecture::point_to_point;
  const auto of_system = [](const char* name, bool holds) {
    return Condition{"system", name, [holds] { return holds; }};
  };
  table.counts_where(of_system("point_to_point", on_links), {"link", "server"});
  table.counts_where(resampling, {"processor.resample", "processor.write", "processor.held_during_transfers",
                                  "compressor", "resample_factor"});
  table.counts_where(table.is("operation", {"read_protocol_network"}), {"processor.copy"});
  table.counts_where(table.is("operation", {"read_and_resample"}), {"split"});
  if (architecture == Architecture::shared_bus)
    table.counts_where(table.is("operation", {"resample", "read_and_resample", "read_protocol_network"}),
                       {"processor.read"});
  if (architecture == Architecture::subsystems) {
    table.counts_where(resampling, {"processor.read"});
    table.counts_where({"disks", "local", [this, resampling] { return disks == Disks::local || resampling.holds(); }},
                       {"io_write"}, {"dma.rate"});
    table.counts_where(table.is("dma.unit", {"burst"}), {"dma.burst", "dma.setup", "dma.outstanding"});
  }
  const Condition regular = table.is("arrivals.mode", {"regular"});
  table.counts_where(regular, {"arrivals.interval", "arrivals.group", "arrivals.count"});
  table.counts_where({"arrivals.count", "0", [this, regular] { return count == 0 || !regular.holds(); }}, {"strands"},
                     {"arrivals.count"});
}

std::vector<ParameterProblem> MultidiskParameters::own_problems() const {
  std::vector<ParameterProblem> found;
  const auto text = [](std::uint64_t number) { return std::to_string(number); };
  if (requests_per_strand > strand || strand % requests_per_strand != 0) {
    std::uint64_t divisor = std::min(requests_per_strand, strand);
    while (strand % divisor != 0) --divisor;
    found.push_back(
        {"requests_per_strand",
         "a strand of " + text(strand) + " B is not " + text(requests_per_strand) + " requests of whole bytes",
         "use a divisor of " + text(strand),
         {"requests_per_strand"},
         {{"requests_per_strand", divisor}}});
  }
  const bool resamples = operation == Operation::resample || operation == Operation::read_and_resample;
  if (resamples && compressed() == 0)
    found.push_back(
        {"compressor.factor",
         "a strand of " + text(strand) + " B leaves nothing after a factor of " + text(resample_factor * compression),
         "lower resample_factor or compressor.factor",
         {"compressor.factor", "resample_factor", "strand"},
         {{"strand", resample_factor * compression * requests_per_strand},
          {"compressor.factor", strand / resample_factor},
          {"resample_factor", strand / compression}}});
  if (architecture == Architecture::point_to_point && nodes + server_links > C104Crossbar::ports)
    found.push_back({"server.links",
                     "the C104 has 32 links; " + text(nodes) + " nodes and " + text(server_links) +
                         " server links need " + text(nodes + server_links),
                     "use fewer nodes or server.links",
                     {"server.links", "nodes"}});
  if (operation == Operation::read_and_resample && split == Split::disk_number && nodes * disks_per_node < 2)
    found.push_back({"operation",
                     "one disk cannot be halved",
                     "use two disks or more, or `split: every_node`",
                     {"split", "disks_per_node", "nodes", "operation"}});
  return found;
}

std::uint64_t MultidiskParameters::total_strands() const {
  const std::uint64_t one = arrivals == Arrivals::regular && count > 0 ? count : strands;
  return operation == Operation::read_and_resample && split == Split::every_node ? 2 * one : one;
}

StrandPlacement MultidiskParameters::placement() const {
  using Mix = StrandPlacement::Mix;
  const Mix mixed = split == Split::every_node ? Mix::every_node : Mix::disk_number;
  return {operation == Operation::read_and_resample ? mixed : Mix::one_kind, nodes, disks_per_node};
}

MultidiskParameters::Operation MultidiskParameters::operation_of(std::uint64_t i) const {
  if (operation != Operation::read_and_resample) return operation;
  return placement().of_second_kind(i) ? Operation::resample : Operation::read;
}

std::optional<double> MultidiskParameters::demand() const {
  if (arrivals == Arrivals::all_at_start) return std::nullopt;
  return static_cast<double>(strand * group) / seconds(interval);
}

namespace {

/// Bytes/s as stored.
double rate(std::uint64_t bits_per_second) {
  return static_cast<double>(bits_per_second) / 8;
}

/// Seconds that a byte of a strand keeps each kind of resource, for one operation.
struct Keeps {
  double bus = 0, processor = 0, compressor = 0;
  double out = 0;   ///< bytes that leave the node, by bytes read
  double over = 0;  ///< bytes that cross the bus between the subsystems, by bytes read
};

Keeps keeps(const MultidiskParameters& p, MultidiskParameters::Operation operation) {
  using Operation = MultidiskParameters::Operation;
  const double io = 1 / rate(p.io_write), read = 1 / rate(p.processor_read), write = 1 / rate(p.processor_write);
  const double copy = 1 / rate(p.processor_copy);
  Keeps k;
  k.bus = p.disks_on_shared_bus() ? 0 : io;
  k.out = 1;
  if (operation == Operation::resample) {
    const double part = 1 / static_cast<double>(p.resample_factor), rest = part / static_cast<double>(p.compression);
    k.bus += read + part * write + part * read + rest * io;
    k.processor = 1 / rate(p.resample_rate) + (p.held_during_transfers ? read + part * write : 0);
    k.compressor = part * read + part / rate(p.compressor_rate) + rest * io;
    k.out = rest;
  } else if (operation == Operation::read_protocol_network && p.architecture != Architecture::point_to_point) {
    k.bus += copy + (p.architecture == Architecture::shared_bus ? read : 0);
    k.processor = copy;
  }
  if (p.architecture == Architecture::point_to_point) k.bus += k.out * read;
  if (p.architecture == Architecture::subsystems) {
    if (!p.disks_on_shared_bus() && p.moves_in_bursts()) k.bus += k.out / rate(p.dma_rate);
    // A strand that is read ends where the disks bring it.
    k.over = p.disks_on_shared_bus() ? 1 + (operation == Operation::read ? 0 : k.out) : k.out;
  }
  return k;
}

/// What a byte costs on average of `a` and `b`, `share` of a.
Keeps mean(const Keeps& a, const Keeps& b, double share) {
  const auto of = [share](double one, double other) { return share * one + (1 - share) * other; };
  return {of(a.bus, b.bus), of(a.processor, b.processor), of(a.compressor, b.compressor), of(a.out, b.out),
          of(a.over, b.over)};
}

}  // namespace

std::vector<ResourceBound> MultidiskParameters::bounds() const {
  const double n = static_cast<double>(nodes);
  const double all_disks = n * static_cast<double>(disks_per_node);
  // What a byte costs on average where all meet, and at the node that it costs most.
  Keeps k = keeps(*this, operation);
  Keeps at_node = k;
  double busiest_disk = 1;  // by what a disk has on average
  if (operation == Operation::read_and_resample) {
    const Keeps reads = keeps(*this, Operation::read), resamples = keeps(*this, Operation::resample);
    const bool everywhere = split == Split::every_node;
    k = mean(reads, resamples, everywhere ? 0.5 : std::floor(all_disks / 2) / all_disks);
    at_node = k;
    if (everywhere) {
      const std::uint64_t of_reads = placement().disks_of_first_kind();
      if (of_reads > 0) busiest_disk = static_cast<double>(disks_per_node) / (2 * static_cast<double>(of_reads));
    } else {
      at_node = {std::max(reads.bus, resamples.bus), resamples.processor, resamples.compressor,
                 std::max(reads.out, resamples.out), k.over};
    }
  }
  const bool on_links = architecture == Architecture::point_to_point;
  std::vector<ResourceBound> bounds;
  // `seconds_a_byte`: that a byte of strands keeps one of `instances`.
  const auto add = [&](const char* resource, const char* description, double instances, double seconds_a_byte) {
    if (seconds_a_byte <= 0) return;
    const double limit = instances / seconds_a_byte;
    bounds.push_back({resource, description, 0, limit / instances, limit});
  };
  add("disk", "disks: latency and medium", all_disks,
      busiest_disk * (1 / disk.capacity(strand / requests_per_strand).alone +
                      (disk.freed == Disk::Freed::after_scsi ? 1 / rate(scsi_rate) : 0)));
  add("scsi", "SCSI bus of a node", n, 1 / rate(scsi_rate));
  add("bus", architecture == Architecture::shared_bus ? "shared memory bus" : "memory bus of a node",
      architecture == Architecture::shared_bus ? 1 : n, architecture == Architecture::shared_bus ? k.bus : at_node.bus);
  add("processor", "processor of a node", n, at_node.processor);
  add("compressor", "compressor of a node", n, at_node.compressor);
  if (on_links) {
    const bool networked = operation == Operation::read_protocol_network;
    add("node_link", "T9000 link of a node", n, at_node.out / rate(link_rate));
    add("server_link", "T9000 link of the server interface processor", static_cast<double>(server_links),
        k.out / rate(link_rate));
    add("server_memory", "memory of the server interface processor", 1,
        k.out / rate(server_memory) + (networked ? 1 / rate(processor_copy) + 1 / rate(processor_read) : 0));
  }
  if (architecture == Architecture::subsystems)
    add("system_bus", "bus between the subsystems", 1, k.over / rate(dma_rate));

  // At the throughput that is asked for, or else that the tightest resource allows.
  double throughput = bounds.front().limit;
  for (const ResourceBound& bound : bounds) throughput = std::min(throughput, bound.limit);
  throughput = demand().value_or(throughput);
  for (ResourceBound& bound : bounds) bound.load = bound.capacity * throughput / bound.limit;
  return bounds;
}

}  // namespace isochron
