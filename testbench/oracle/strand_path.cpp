// SPDX-License-Identifier: Apache-2.0
#include "oracle/strand_path.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace isochron::oracle {

namespace {

using Machine = StrandConfig::Machine;
using Work = StrandConfig::Work;

/// What is done with a strand, and where it lies.
struct Place {
  unsigned node = 0;
  unsigned disk = 0;  ///< of the node
  unsigned link = 0;  ///< of the server
  bool resampled = false;
};

Place place_of(std::uint64_t strand, const StrandConfig& c) {
  const bool two_kinds = c.work == Work::read_and_resample;
  const bool in_turns = two_kinds && !c.halves_of_all_disks;
  const std::uint64_t i = in_turns ? strand >> 1 : strand;
  Place place;
  place.node = static_cast<unsigned>(i % c.nodes);
  place.link = static_cast<unsigned>(i % c.server_links);
  const std::uint64_t round = i / c.nodes;
  place.disk = static_cast<unsigned>(round % c.disks);
  place.resampled = c.work == Work::resample;
  if (in_turns) {
    place.resampled = (strand & 1) != 0;
    const unsigned half = c.disks / 2;
    if (c.disks > 1)
      place.disk = static_cast<unsigned>(place.resampled ? half + round % (c.disks - half) : round % half);
  } else if (two_kinds) {
    place.resampled = place.node * c.disks + place.disk >= c.nodes * c.disks / 2;
  }
  return place;
}

/// The numbers of the resources.
class Resources {
 public:
  explicit Resources(const StrandConfig& c) : c_(c) {}
  unsigned disk(const Place& at) const { return at.node * c_.disks + at.disk; }
  unsigned scsi(const Place& at) const { return of_node(0, at); }
  unsigned processor(const Place& at) const { return of_node(1, at); }
  unsigned compressor(const Place& at) const { return of_node(2, at); }
  unsigned node_bus(const Place& at) const { return of_node(3, at); }
  unsigned node_link(const Place& at) const { return of_node(4, at); }
  unsigned mover(const Place& at) const { return of_node(5, at); }
  unsigned server_link(const Place& at) const { return common(4) + at.link; }
  unsigned shared_bus() const { return common(0); }
  unsigned server_memory() const { return common(1); }
  unsigned server_processor() const { return common(2); }
  unsigned network() const { return common(3); }
  unsigned count() const { return common(4) + c_.server_links; }

 private:
  unsigned of_node(unsigned kind, const Place& at) const { return c_.nodes * (c_.disks + kind) + at.node; }
  unsigned common(unsigned number) const { return c_.nodes * (c_.disks + 6) + number; }

  const StrandConfig& c_;
};

Ps transfer(std::uint64_t bytes, std::uint64_t rate) {
  return (2 * bytes * 1'000'000'000'000 + rate) / (2 * rate);  // the nearest, a half upwards
}

/// Adds to `steps` what takes `over` for `bytes`; in packets, each a step of its own: whoever has sent one gets in line
/// again.
void send(std::vector<Step>& steps, const std::vector<unsigned>& over, std::uint64_t packet, std::uint64_t bytes,
          std::uint64_t rate) {
  bool fresh = true;
  for (; packet > 0 && bytes > packet; bytes -= packet, fresh = false)
    steps.push_back({over, transfer(packet, rate), over, {}, fresh});
  steps.push_back({over, transfer(bytes, rate), over, {}, fresh});
}

class Path {
 public:
  Path(std::uint64_t strand, const StrandConfig& c) : c_(c), r_(c), at_(place_of(strand, c)), strand_(strand) {
    memory_bus_ = c.machine == Machine::shared_bus ? r_.shared_bus() : r_.node_bus(at_);
  }

  std::vector<Stage> all() {
    fetch();
    if (at_.resampled) resample();
    if (c_.work == Work::network && c_.machine != Machine::links) {
      held(r_.processor(at_), memory_bus_, c_.bytes, c_.processor_copy);
      if (c_.machine == Machine::shared_bus) held(r_.network(), r_.shared_bus(), c_.bytes, c_.processor_read);
    }
    go_out();
    return std::move(stages_);
  }

 private:
  bool is(Machine machine) const { return c_.machine == machine; }
  bool on_shared_bus() const { return is(Machine::subsystems) && c_.disks_on_shared_bus; }

  /// The steps of the stage that is being written; a new one after stages of several flows.
  std::vector<Step>& alone() {
    if (stages_.empty() || !open_) stages_.push_back(Stage(1));
    open_ = true;
    return stages_.back().front();
  }
  void side_by_side(Stage flows) {
    stages_.push_back(std::move(flows));
    open_ = false;
  }
  void over_memory_bus(std::uint64_t bytes, std::uint64_t rate) {
    send(alone(), {memory_bus_}, c_.bus_packet, bytes, rate);
  }
  /// A unit that is taken, a transfer, and both are given back.
  void held(unsigned unit, unsigned bus, std::uint64_t bytes, std::uint64_t rate) {
    alone().push_back({{unit}, 0, {}, {}});
    send(alone(), {bus}, c_.bus_packet, bytes, rate);
    alone().back().gives.push_back(unit);
  }

  // Disk, SCSI, and into memory: of every request that fetches a part of the strand.
  void fetch() {
    const std::uint64_t part = c_.bytes / c_.requests;
    Stage requests(c_.requests);
    for (unsigned i = 0; i < c_.requests; ++i) {
      const Ps latency = c_.latencies_ps.empty() ? c_.latency_ps : c_.latencies_ps[strand_ * c_.requests + i];
      std::vector<Step>& steps = requests[i];
      const unsigned disk = r_.disk(at_), scsi = r_.scsi(at_);
      steps.push_back({{disk}, latency + transfer(part, c_.medium), {disk}, {}});
      steps.push_back({{scsi}, transfer(part, c_.scsi), {scsi}, {}});
      if (c_.freed_after_scsi) {
        steps[0].gives.clear();
        steps[1].gives.push_back(disk);
      }
      if (!on_shared_bus())
        send(steps, {memory_bus_}, c_.bus_packet, part, c_.io_write);
      else if (c_.burst == 0)
        send(steps, {r_.shared_bus()}, c_.bus_packet, part, c_.mover);
    }
    side_by_side(std::move(requests));
    if (!on_shared_bus() || c_.burst == 0) return;
    if (c_.requests > 1) throw std::invalid_argument("oracle: bursts of a strand that comes in parts");
    move(part, false);
  }

  void resample() {
    const std::uint64_t small = c_.bytes / 4, tiny = small / 15;
    const unsigned processor = r_.processor(at_), compressor = r_.compressor(at_);
    if (c_.held_during_transfers) {
      alone().push_back({{processor}, 0, {}, {}});
      over_memory_bus(c_.bytes, c_.processor_read);
      alone().push_back({{}, transfer(c_.bytes, c_.compute), {}, {}});
      over_memory_bus(small, c_.processor_write);
      alone().back().gives.push_back(processor);
    } else {
      over_memory_bus(c_.bytes, c_.processor_read);
      alone().push_back({{processor}, transfer(c_.bytes, c_.compute), {processor}, {}});
      over_memory_bus(small, c_.processor_write);
    }
    alone().push_back({{compressor}, 0, {}, {}});
    over_memory_bus(small, c_.processor_read);
    alone().push_back({{}, transfer(small, c_.compressor), {}, {}});
    over_memory_bus(tiny, c_.io_write);
    alone().back().gives.push_back(compressor);
  }

  void go_out() {
    const std::uint64_t result = at_.resampled ? c_.bytes / 60 : c_.bytes;
    if (is(Machine::links)) {
      over_links(result);
    } else if (is(Machine::subsystems)) {
      const bool ends_in_memory = on_shared_bus() && !at_.resampled && c_.work != Work::network;
      if (!ends_in_memory) move(result, !on_shared_bus());
    }
  }

  /// Over the bus between the subsystems; `over_node_bus`: in bursts, each over the node's bus before.
  void move(std::uint64_t bytes, bool over_node_bus) {
    if (c_.burst == 0) {
      send(alone(), {r_.shared_bus()}, c_.bus_packet, bytes, c_.mover);
      return;
    }
    alone().push_back({{r_.mover(at_)}, c_.setup_ps, {}, {}});
    // Of the bursts under way at once each is followed by the one that may begin when it has ended.
    Stage flows(std::min<std::uint64_t>(c_.outstanding, (bytes + c_.burst - 1) / c_.burst));
    for (std::uint64_t i = 0; bytes > 0; ++i) {
      const std::uint64_t burst = std::min(bytes, c_.burst);
      std::vector<Step>& flow = flows[i % flows.size()];
      if (over_node_bus) send(flow, {memory_bus_}, c_.bus_packet, burst, c_.mover);
      send(flow, {r_.shared_bus()}, c_.bus_packet, burst, c_.mover);
      bytes -= burst;
    }
    side_by_side(std::move(flows));
    alone().push_back({{}, 0, {r_.mover(at_)}, {}});
  }

  void over_links(std::uint64_t bytes) {
    const unsigned memory = r_.server_memory();
    over_memory_bus(bytes, c_.processor_read);
    std::vector<Step>& steps = alone();
    const std::size_t first = steps.size();
    send(steps, {r_.node_link(at_), r_.server_link(at_)}, c_.link_packet, bytes, c_.link);
    std::uint64_t left = bytes;
    for (std::size_t i = first; i < steps.size(); ++i) {
      const std::uint64_t packet = i + 1 < steps.size() ? c_.link_packet : left;
      left -= packet;
      send(steps[i].forks, {memory}, c_.bus_packet, packet, c_.server_memory);
    }
    if (c_.work != Work::network) return;
    open_ = false;  // when the last packet is stored
    held(r_.server_processor(), memory, bytes, c_.processor_copy);
    held(r_.network(), memory, bytes, c_.processor_read);
  }

  const StrandConfig& c_;
  Resources r_;
  Place at_;
  std::uint64_t strand_;
  unsigned memory_bus_;
  std::vector<Stage> stages_;
  bool open_ = false;
};

}  // namespace

std::vector<Stage> path_of(std::uint64_t strand, const StrandConfig& config) {
  return Path(strand, config).all();
}

unsigned resources(const StrandConfig& config) {
  return Resources(config).count();
}

unsigned disk_of(const StrandConfig& config, std::uint64_t strand) {
  return Resources(config).disk(place_of(strand, config));
}

}  // namespace isochron::oracle
