// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <isochron/core/region.h>
#include <isochron/core/split_mix.h>
#include <isochron/machine/faults/failure_book.h>
#include <isochron/machine/faults/flat_fault.h>
#include <isochron/machine/faults/work_losses.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/replication_record.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/faulty.h>

namespace isochron {

/// Lets faults strike the parts of a simulated machine, and end. What is wrong with a part is worked out here from all
/// faults that have struck it: of several values of a parameter that of the latest counts, and factors multiply.
class FaultDirector final : public sc_core::sc_module, public Traced, private FailureBook, private Region::Activity {
 public:
  /// A part that faults strike: its place in the SystemC hierarchy.
  struct Target {
    std::string path;
    Faulty* part = nullptr;
  };

  /// Hears of failures.
  using Work = std::function<void(std::size_t fault, FailureStep step, FailureBook& book, Time now)>;

  /// Hears which parts are known to have failed, of those faults that others find a way around.
  using Reroute = std::function<void(const std::vector<std::size_t>& parts)>;

  /// `faults`: one or more, which outlive this; `targets`: of each its parts. Once these are built, and before the
  /// simulation starts.
  FaultDirector(const sc_core::sc_module_name& name, const std::vector<FlatFault>& faults,
                const std::vector<std::vector<Target>>& targets, Region& region, WorkLosses& losses, Work work,
                Reroute reroute, std::uint64_t seed);

  /// Figures of faults in a window.
  static std::vector<StatisticInfo> figures(const std::vector<FlatFault>& faults);
  void start_window();
  FailureBook& book() { return *this; }
  /// The work of the machine is done: nothing strikes any more. What is held up goes on when it can.
  void stop();
  void add_to(ReplicationRecord& record) const;

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  /// It waits for a time, while no fault is under way that will end: nothing waits for it.
  bool only_waits() const { return region_.is_scheduled(*this) && ending_ == 0; }

 private:
  enum class Step { strikes, is_known, ends };
  /// What happens to a part at a time; of several at one time the first of the list.
  struct Event {
    Time at = 0;
    std::uint64_t order = 0;
    std::size_t strike = 0;
    Step step = Step::strikes;

    friend bool operator<(const Event& a, const Event& b) { return a.at != b.at ? a.at < b.at : a.order < b.order; }
  };
  /// Hears what is lost at one part.
  class PartLosses final : public Losses {
   public:
    PartLosses(FaultDirector& director, std::size_t part) : director_(director), part_(part) {}
    void lost(const Tag& tag, std::uint64_t bytes, Time now) override { director_.lost(part_, tag, bytes, now); }

   private:
    FaultDirector& director_;
    std::size_t part_;
  };
  /// A fault as it strikes one part.
  struct Strike {
    const FlatFault* fault = nullptr;
    std::size_t number = 0;  ///< of the fault
    std::size_t part = 0;    ///< no_part: the work of the machine
    std::size_t place = 0;   ///< among the fault's parts
    const std::map<std::string, std::uint64_t>* changes = nullptr;
    SplitMix64 draws{0};
    std::uint64_t since = 0;  ///< order of when it struck
    Time until = 0;           ///< ... and when that ends
    bool active = false;
    bool known = false;
  };
  static constexpr std::size_t no_part = ~std::size_t{0};
  struct Part {
    Target target;
    std::vector<std::size_t> strikes;
    std::unique_ptr<PartLosses> losses;
  };
  /// What a fault did in this window.
  struct Count {
    std::uint64_t strikes = 0;
    std::uint64_t lost = 0;  ///< bytes
    Time recovery = 0;       ///< from the failure to the first unit that is rebuilt; 0: none is
  };
  /// When, since the simulation began.
  struct Times {
    bool has_begun = false;
    Time begin = 0;     ///< of its first strike
    Time end = 0;       ///< of its last; 0: none is over
    Time detected = 0;  ///< from the begin until it is known; 0: it is not
  };

  std::size_t part_of(const Target& target);
  void expect(std::size_t part, std::uint64_t seed);
  void lost(std::size_t part, const Tag& tag, std::uint64_t bytes, Time now);
  void lost(std::size_t fault, std::uint64_t bytes) override { counts_[fault].lost += bytes; }
  void rebuilt(std::size_t fault, Time now) override;
  void redundant(std::size_t fault, Time now) override { redundancy_[fault] = now - faults_[fault].options.at; }
  void plan(Time at, std::size_t strike, Step step);
  void start();
  void complete(Time now) override { happen_until(now); }
  void happen_until(Time now);
  void happen(const Event& event, Time now);
  void tell(std::size_t part, Time now);
  void note(const Strike& strike, Step step, Time now);
  /// Tells which parts are known to have failed.
  void reroute() const;
  /// For whoever traces.
  void show(Time now);
  /// Drawn, for a fault that comes at random.
  static Time exponential(SplitMix64& draws, Time mean);

  const std::vector<FlatFault>& faults_;
  Region& region_;
  WorkLosses& losses_;
  Work work_;
  Reroute reroute_;
  std::vector<Count> counts_;     ///< by fault
  std::vector<Times> times_;      ///< by fault
  std::vector<Time> redundancy_;  ///< by fault: from the failure until all is redundant; 0: it is not
  std::vector<Part> parts_;
  std::vector<Strike> strikes_;
  std::set<Event> events_;
  std::uint64_t planned_ = 0;
  std::uint64_t struck_ = 0;
  std::size_t ending_ = 0;   ///< under way, that will end
  bool is_changed_ = false;  ///< what is known of faults that others find a way around
  bool stopped_ = false;
  bool traced_ = false;
  std::deque<NumberProbe> probes_;  ///< by fault, once they are listed
  std::deque<PhaseProbe> phases_;   ///< the same
};

}  // namespace isochron
