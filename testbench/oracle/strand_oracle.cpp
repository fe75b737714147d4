// SPDX-License-Identifier: Apache-2.0
#include "oracle/strand_oracle.h"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace isochron::oracle {

namespace {

using Ps = std::uint64_t;
constexpr Ps never = std::numeric_limits<Ps>::max();

/// Takes `takes` together, keeps them for `time`, then gives `gives` back, which may have been taken by a step before.
/// `forks`: what has come so far goes on by itself for the steps that follow it, a packet that is stored while the next
/// one is on its way.
struct Step {
  std::vector<unsigned> takes;
  Ps time;
  std::vector<unsigned> gives;
  std::vector<Step> forks;
};

/// The numbers of the resources.
class Resources {
 public:
  explicit Resources(const StrandConfig& c) : c_(c) {}
  unsigned disk(std::uint64_t strand) const {
    return node(strand) * c_.disks + static_cast<unsigned>(strand / c_.nodes % c_.disks);
  }
  unsigned scsi(std::uint64_t strand) const { return after_disks() + node(strand); }
  unsigned processor(std::uint64_t strand) const { return after_disks() + c_.nodes + node(strand); }
  unsigned compressor(std::uint64_t strand) const { return after_disks() + 2 * c_.nodes + node(strand); }
  unsigned bus(std::uint64_t strand) const { return after_disks() + 3 * c_.nodes + (c_.links ? node(strand) : 0); }
  unsigned node_link(std::uint64_t strand) const { return after_disks() + 4 * c_.nodes + node(strand); }
  unsigned server_link(std::uint64_t strand) const {
    return after_disks() + 5 * c_.nodes + static_cast<unsigned>(strand % c_.server_links);
  }
  unsigned server_memory() const { return after_disks() + 5 * c_.nodes + c_.server_links; }
  unsigned count() const { return server_memory() + 1; }

 private:
  unsigned node(std::uint64_t strand) const { return static_cast<unsigned>(strand % c_.nodes); }
  unsigned after_disks() const { return c_.nodes * c_.disks; }

  const StrandConfig& c_;
};

Ps transfer(std::uint64_t bytes, std::uint64_t rate) {
  return (2 * bytes * 1'000'000'000'000 + rate) / (2 * rate);  // the nearest, a half upwards
}

std::vector<Step> steps_of(std::uint64_t strand, const StrandConfig& c) {
  const Resources r(c);
  const unsigned disk = r.disk(strand), scsi = r.scsi(strand), bus = r.bus(strand);
  std::vector<Step> steps;
  // In packets, each a step of its own: whoever has sent one gets in line again.
  const auto send = [&](const std::vector<unsigned>& over, std::uint64_t packet, std::uint64_t bytes,
                        std::uint64_t rate) {
    for (; packet > 0 && bytes > packet; bytes -= packet) steps.push_back({over, transfer(packet, rate), over, {}});
    steps.push_back({over, transfer(bytes, rate), over, {}});
  };
  const auto over_the_bus = [&](std::uint64_t bytes, std::uint64_t rate) { send({bus}, c.bus_packet, bytes, rate); };
  const std::uint64_t small = c.bytes / 4, tiny = small / 15;

  steps.push_back({{disk}, c.latency_ps + transfer(c.bytes, c.medium), {disk}, {}});
  steps.push_back({{scsi}, transfer(c.bytes, c.scsi), {scsi}, {}});
  if (c.freed_after_scsi) {
    steps[0].gives.clear();
    steps[1].gives.push_back(disk);
  }
  over_the_bus(c.bytes, c.io_write);
  if (c.resamples) {
    const unsigned processor = r.processor(strand), compressor = r.compressor(strand);
    if (c.held_during_transfers) {
      steps.push_back({{processor}, 0, {}, {}});
      over_the_bus(c.bytes, c.processor_read);
      steps.push_back({{}, transfer(c.bytes, c.compute), {}, {}});
      over_the_bus(small, c.processor_write);
      steps.back().gives.push_back(processor);
    } else {
      over_the_bus(c.bytes, c.processor_read);
      steps.push_back({{processor}, transfer(c.bytes, c.compute), {processor}, {}});
      over_the_bus(small, c.processor_write);
    }
    steps.push_back({{compressor}, 0, {}, {}});
    over_the_bus(small, c.processor_read);
    steps.push_back({{}, transfer(small, c.compressor), {}, {}});
    over_the_bus(tiny, c.io_write);
    steps.back().gives.push_back(compressor);
  }
  if (c.links) {
    const std::uint64_t result = c.resamples ? tiny : c.bytes;
    const unsigned near = r.node_link(strand), far = r.server_link(strand), memory = r.server_memory();
    over_the_bus(result, c.processor_read);
    const std::size_t first = steps.size();
    send({near, far}, c.link_packet, result, c.link);
    std::uint64_t left = result;
    for (std::size_t i = first; i < steps.size(); ++i) {
      const std::uint64_t packet = i + 1 < steps.size() ? c.link_packet : left;
      left -= packet;
      std::vector<Step> stored;
      std::uint64_t rest = packet;
      for (; c.bus_packet > 0 && rest > c.bus_packet; rest -= c.bus_packet)
        stored.push_back({{memory}, transfer(c.bus_packet, c.server_memory), {memory}, {}});
      stored.push_back({{memory}, transfer(rest, c.server_memory), {memory}, {}});
      steps[i].forks = std::move(stored);
    }
  }
  return steps;
}

struct Resource {
  bool taken = false;
  std::set<std::tuple<Ps, std::uint64_t, std::size_t>> line;  ///< (since, strand, which of its flows)
};

/// A strand, or a packet of one that goes on by itself.
struct Flow {
  std::uint64_t strand;
  std::vector<Step> steps;
  std::size_t at = 0;
  Ps since = 0;  ///< waits for the resources of its step
  Ps end = never;
};

class Schedule {
 public:
  Schedule(const StrandConfig& config, const std::vector<Ps>& asked)
      : asked_(asked),
        resources_(Resources(config).count()),
        delivered_(asked.size(), never),
        flows_of_(asked.size(), 1) {
    for (std::size_t i = 0; i < asked.size(); ++i) flows_.push_back({i, steps_of(i, config)});
  }

  std::vector<Ps> run() {
    for (;;) {
      const Ps next_end = ends_.empty() ? never : ends_.begin()->first;
      const Ps now = std::min(next_end, next_ < asked_.size() ? asked_[next_] : never);
      if (now == never) break;
      while (!ends_.empty() && ends_.begin()->first == now) {
        const std::size_t flow = ends_.begin()->second;
        ends_.erase(ends_.begin());
        end_step(flow, now);
      }
      for (; next_ < asked_.size() && asked_[next_] == now; ++next_) line_up(next_, now);
      // Who takes a resource for no time asks for the next one in this very instant, with everybody else.
      while (start_some(now, true)) continue;
      while (start_some(now, false)) continue;
    }
    if (std::count(delivered_.begin(), delivered_.end(), never) > 0) throw std::runtime_error("a strand never came");
    return delivered_;
  }

 private:
  void line_up(std::size_t i, Ps now) {
    Flow& flow = flows_[i];
    flow.since = now;
    const Step& step = flow.steps[flow.at];
    if (step.takes.empty()) {
      start(i, now);
      return;
    }
    for (const unsigned r : step.takes) {
      resources_[r].line.insert({now, flow.strand, i});
      touched_.insert(r);
    }
  }

  void start(std::size_t i, Ps now) {
    const Flow& flow = flows_[i];
    const Step& step = flow.steps[flow.at];
    for (const unsigned r : step.takes) {
      resources_[r].taken = true;
      resources_[r].line.erase({flow.since, flow.strand, i});
      touched_.insert(r);
    }
    if (step.time > 0)
      ends_.insert({now + step.time, i});
    else
      end_step(i, now);
  }

  void end_step(std::size_t i, Ps now) {
    const Step step = flows_[i].steps[flows_[i].at];
    for (const unsigned r : step.gives) {
      resources_[r].taken = false;
      touched_.insert(r);
    }
    const std::uint64_t strand = flows_[i].strand;
    if (!step.forks.empty()) {
      ++flows_of_[strand];
      flows_.push_back({strand, step.forks});
      line_up(flows_.size() - 1, now);
    }
    if (++flows_[i].at < flows_[i].steps.size())
      line_up(i, now);
    else if (--flows_of_[strand] == 0)
      delivered_[strand] = now;
  }

  /// Starts a step whose flow is first in line for all that it takes, all of it free; `timeless`: one of no time.
  bool start_some(Ps now, bool timeless) {
    for (const unsigned r : touched_) {
      if (resources_[r].taken || resources_[r].line.empty()) continue;
      const std::size_t i = std::get<2>(*resources_[r].line.begin());
      const Step& step = flows_[i].steps[flows_[i].at];
      if ((step.time == 0) != timeless) continue;
      const bool first_in_all = std::all_of(step.takes.begin(), step.takes.end(), [&](unsigned other) {
        return !resources_[other].taken && std::get<2>(*resources_[other].line.begin()) == i;
      });
      if (!first_in_all) continue;
      start(i, now);
      return true;
    }
    if (!timeless) touched_.clear();
    return false;
  }

  const std::vector<Ps>& asked_;
  std::size_t next_ = 0;
  std::vector<Flow> flows_;  ///< the strands' first, by number
  std::vector<Resource> resources_;
  std::set<unsigned> touched_;  ///< changed in this instant
  std::set<std::pair<Ps, std::size_t>> ends_;
  std::vector<Ps> delivered_;
  std::vector<unsigned> flows_of_;  ///< of each strand, not yet at their ends
};

}  // namespace

std::vector<std::uint64_t> deliveries(const StrandConfig& config, const std::vector<std::uint64_t>& asked) {
  return Schedule(config, asked).run();
}

}  // namespace isochron::oracle
