// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/faults/failure_book.h>
#include <isochron/machine/faults/work_losses.h>
#include <isochron/observe/replication_record.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// The simulation that workloads run in.
struct WorkloadContext {
  const Netlist& netlist;
  const Domain& domain;
  bool until_done = false;
  /// Is called once by each workload that has an end, in the instant in which it is done.
  std::function<void(Time)> done;
};

/// Workloads of one kind in a machine that is simulated: they are attached to its parts, count what is done and report
/// it.
class WorkloadRun {
 public:
  virtual ~WorkloadRun() = default;

  /// Makes the parts that it needs beside the machine's own, before these.
  virtual void add_parts(Assembly& machine) { (void)machine; }
  /// Offers parts, which are about to be built, what they need of it.
  virtual void offer(BuildContext& context) = 0;
  /// What hears of messages that leave sources and arrive at sinks; nullptr: another workload does.
  virtual Departures* departures() { return nullptr; }
  virtual Arrivals* arrivals() { return nullptr; }
  /// What hears of messages that faults destroy.
  virtual WorkLosses* losses() { return nullptr; }
  /// What faults have lost is booked here, which outlives this: where some strike, before the simulation starts.
  virtual void set_book(FailureBook& book) { (void)book; }
  /// The part with this number has been built.
  virtual void part_built(std::size_t part, BuildContext& context) {
    (void)part;
    (void)context;
  }

  /// Whether it will be done by itself; once the parts are built.
  virtual bool has_end() const = 0;
  /// Work that has begun or, of what has an end, is still to be done, in words: "3 jobs not done"; empty: none.
  virtual std::string left_to_do() const = 0;
  /// Entries of the region that only ask for more work, while some is under way; 0 if none is.
  virtual std::size_t timers() const { return 0; }
  /// Whether something of it may move while the region has nothing to do.
  virtual bool moves_outside_the_region() const { return false; }
  /// Something happens to a fault of the kind "fail", which `book` hears about.
  virtual void failure(std::size_t fault, FailureStep step, FailureBook& book, Time now) {
    (void)fault;
    (void)step;
    (void)book;
    (void)now;
  }
  /// All that has an end is done: work without end stops.
  virtual void stop(Time now) { (void)now; }
  /// Whether parts may go on after it is done, so that they must report in that instant.
  virtual bool parts_go_on() const { return true; }

  /// From now on sinks report some arrivals late, and not in order; before the simulation starts. all_have_arrived()
  /// is called when all up to an instant have been reported.
  virtual void expect_late_arrivals() {}
  virtual void all_have_arrived() {}

  virtual void start_window(Time now) = 0;
  /// Adds its figures and messages, and sets the fingerprint of what it has done. `window`: seconds.
  virtual void add_to(ReplicationRecord& record, double window) const = 0;

 protected:
  /// Adds a figure of the machine as a whole.
  static void add_figure(ReplicationRecord& record, const std::string& name, const char* unit, double value) {
    record.metrics[name] = {unit, value, value, value};
  }
  /// Adds to what other workloads have of it.
  static void add_bytes(ReplicationRecord& record, std::uint64_t in, std::uint64_t out) {
    for (const auto& [name, bytes] : {std::pair{"bytes.in", in}, std::pair{"bytes.out", out}}) {
      const auto found = record.metrics.find(name);
      const double others = found == record.metrics.end() ? 0 : found->second.mean;
      add_figure(record, name, "B", others + static_cast<double>(bytes));
    }
  }
};

}  // namespace isochron
