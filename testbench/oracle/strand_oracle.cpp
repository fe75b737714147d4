// SPDX-License-Identifier: Apache-2.0
#include "oracle/strand_oracle.h"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "oracle/strand_path.h"

namespace isochron::oracle {

namespace {

constexpr Ps never = std::numeric_limits<Ps>::max();

struct Resource {
  bool taken = false;
  std::set<std::tuple<Ps, std::uint64_t, bool, std::size_t>> line;  ///< (since, strand, fresh, flow)
};

/// A part of a strand on its way.
struct Flow {
  std::uint64_t strand;
  std::vector<Step> steps;
  std::size_t at = 0;
  Ps since = 0;  ///< waits for the resources of its step
};

struct Strand {
  std::vector<Stage> stages;
  std::size_t next = 0;   ///< stage
  std::size_t flows = 0;  ///< of its present stage, not yet at their ends
};

class Schedule {
 public:
  Schedule(const StrandConfig& config, const std::vector<Ps>& asked)
      : asked_(asked), resources_(resources(config)), delivered_(asked.size(), never) {
    for (std::size_t i = 0; i < asked.size(); ++i) strands_.push_back({path_of(i, config)});
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
      for (; next_ < asked_.size() && asked_[next_] == now; ++next_) begin_stage(next_, now);
      // Who takes a resource for no time asks for the next one in this very instant, with everybody else.
      while (start_some(now, true)) continue;
      while (start_some(now, false)) continue;
    }
    if (std::count(delivered_.begin(), delivered_.end(), never) > 0) throw std::runtime_error("a strand never came");
    return delivered_;
  }

 private:
  void begin_stage(std::uint64_t strand, Ps now) {
    Strand& of = strands_[strand];
    const Stage stage = std::move(of.stages[of.next++]);
    of.flows = stage.size();
    for (const std::vector<Step>& steps : stage) {
      flows_.push_back({strand, steps});
      line_up(flows_.size() - 1, now);
    }
  }

  void line_up(std::size_t i, Ps now) {
    Flow& flow = flows_[i];
    flow.since = now;
    const Step& step = flow.steps[flow.at];
    if (step.takes.empty()) {
      start(i, now);
      return;
    }
    for (const unsigned r : step.takes) {
      resources_[r].line.insert({now, flow.strand, step.fresh, i});
      touched_.insert(r);
    }
  }

  void start(std::size_t i, Ps now) {
    const Flow& flow = flows_[i];
    const Step& step = flow.steps[flow.at];
    for (const unsigned r : step.takes) {
      resources_[r].taken = true;
      resources_[r].line.erase({flow.since, flow.strand, step.fresh, i});
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
      ++strands_[strand].flows;
      flows_.push_back({strand, step.forks});
      line_up(flows_.size() - 1, now);
    }
    if (++flows_[i].at < flows_[i].steps.size()) {
      line_up(i, now);
    } else if (--strands_[strand].flows == 0) {
      if (strands_[strand].next < strands_[strand].stages.size())
        begin_stage(strand, now);
      else
        delivered_[strand] = now;
    }
  }

  /// Starts a step whose flow is first in line for all that it takes, all of it free; `timeless`: one of no time.
  bool start_some(Ps now, bool timeless) {
    for (const unsigned r : touched_) {
      if (resources_[r].taken || resources_[r].line.empty()) continue;
      const std::size_t i = std::get<3>(*resources_[r].line.begin());
      const Step& step = flows_[i].steps[flows_[i].at];
      if ((step.time == 0) != timeless) continue;
      const bool first_in_all = std::all_of(step.takes.begin(), step.takes.end(), [&](unsigned other) {
        return !resources_[other].taken && std::get<3>(*resources_[other].line.begin()) == i;
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
  std::vector<Strand> strands_;
  std::vector<Flow> flows_;
  std::vector<Resource> resources_;
  std::set<unsigned> touched_;  ///< changed in this instant
  std::set<std::pair<Ps, std::size_t>> ends_;
  std::vector<Ps> delivered_;
};

}  // namespace

std::vector<std::uint64_t> deliveries(const StrandConfig& config, const std::vector<std::uint64_t>& asked) {
  return Schedule(config, asked).run();
}

}  // namespace isochron::oracle
