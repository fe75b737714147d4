// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <isochron/machine/run/metric.h>
#include <isochron/observe/flow.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/replication_record.h>
#include <isochron/observe/trace.h>
#include <isochron/part/assembly.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// A machine as SystemC modules, and how it is run: for a time, in which a window is measured, or until its work is
/// done. A machine of its own adds its parts to `assembly_`, says what is left to do, and what its results have beside
/// what its parts report. One at a time in a process.
class MachineSimulation {
 public:
  using Progress = std::function<void(std::uint64_t)>;

  virtual ~MachineSimulation() = default;
  MachineSimulation(const MachineSimulation&) = delete;
  MachineSimulation& operator=(const MachineSimulation&) = delete;

  /// Computes what need not be simulated, where the machine can: all but what `trace`, which is open, or none, follows.
  /// Before it runs.
  virtual void fold(const Trace* trace) { (void)trace; }

  /// Runs to `end` (ps of simulated time). Throws ModelError on deadlock, an invariant that does not hold, or a
  /// protocol violation.
  void run_to(Time end);
  /// The same in steps, after each of which `progress(simulated picoseconds)` is called, if there is one; `trace`, if
  /// there is one, follows.
  void run_to(Time end, const Progress& progress, Trace* trace);
  /// Until there is no work left; throws ModelError also if a payload was never given back.
  void run_until_done(const Progress& progress, Trace* trace = nullptr);

  /// To `end`, or until there is no work left, in intervals, each of which is a window of its own: `sample` has what it
  /// measured. Figures of a run as a whole that ends by itself are not among it.
  void run_in_intervals(Time every, std::optional<Time> end,
                        const std::function<void(const ReplicationRecord&)>& sample, const Progress& progress);

  /// Begins the measured window at the present time.
  void start_window();
  /// The window's statistics; at the present time, or when the machine was done.
  ReplicationRecord record() const;

  std::uint64_t events() const { return region_.events(); }
  /// Payloads that somebody holds now.
  std::size_t payloads() const { return pool_.outstanding(); }

 protected:
  /// `message_capacity`: bytes of the largest payload. With `Phases::explicit_four` it keeps to the kernel's time: an
  /// event an instant, every phase at its time.
  MachineSimulation(std::size_t message_capacity, Phases phases);

  /// Payloads that should have been given back.
  virtual std::size_t outstanding() const = 0;
  /// Work that is left to do, in words ("3 strands missing"); empty: nothing.
  virtual std::string left_to_do() const = 0;
  /// Nothing will happen any more.
  virtual bool stands_still() const;
  /// Where the window ends that record() is about.
  virtual Time window_end() const = 0;
  /// Statistics of the part at `path` are among the results.
  virtual bool in_service(const std::string& path) const = 0;
  /// Adds what the machine itself has to report, once its parts have.
  virtual void add_to(ReplicationRecord& record) const = 0;
  /// Figures that follow from statistics of its parts.
  virtual std::vector<Metric> metrics() const = 0;
  /// Components that these are not over: ports that lead to nobody.
  virtual std::set<std::string> idle_components() const = 0;
  /// Resets the counters of everything that is no part.
  virtual void start_own_window(Time now) = 0;

  /// Lets the parts report now what record() will say of them.
  void take_reports(Time now);
  Time window_start() const { return window_start_; }
  /// The flow `name` of the results, for parts to count in. `unit`: "B", or "1" for pieces.
  Flow& flow(const std::string& name, const std::string& unit) { return flows_.try_emplace(name, unit).first->second; }
  /// Which part waits for which other.
  std::string waits() const;
  std::vector<Wait> all_waits() const;

  Region region_{"_region"};  ///< no part can have this name
  MessagePool pool_;
  Domain domain_;
  Assembly assembly_;

 private:
  /// A part of the hierarchy that keeps statistics.
  struct Part {
    std::string path;
    Measured* measured;
  };

  /// All of them; once the machine is built.
  const std::vector<Part>& parts() const;
  void check_progress() const;
  /// "deadlock at 0.002 s", with the instant from which nothing could move any more; where a part is stuck and others
  /// move, the one at which it was noticed.
  std::string deadlock_text(const std::vector<Wait>& waits, bool stuck) const;
  void report_parts(ReplicationRecord& record, Time now) const;
  void add_flows(ReplicationRecord& record, Time now) const;

  mutable std::vector<Part> parts_;  ///< once they have been looked for
  std::map<std::string, Flow> flows_;
  Time last_activity_ = 0;  ///< of the region
  Time window_start_ = 0;
  bool reported_ = false;
  ReplicationRecord reports_;  ///< of take_reports()
};

}  // namespace isochron
