// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <isochron/machine/workload/workload_run.h>
#include <isochron/part/own_work.h>

namespace isochron {

/// Work of parts' own in a machine that is simulated, whether a part does it alone or hands it on to others. It is done
/// when all of them have done it; what has work without end stops once everything else in the machine is done, or goes
/// on for as long as the machine is measured.
class SelfRun final : public WorkloadRun, private WorkBoard, private WorkLosses {
 public:
  explicit SelfRun(const WorkloadContext& context) : context_(context) {}

 private:
  WorkLosses* losses() override;
  /// The part that asked for it has heard of it.
  bool message_lost(const Tag&, std::uint64_t, std::uint32_t, Time) override { return true; }
  void offer(BuildContext& context) override { context.work = this; }
  bool has_end() const override { return !left_.empty(); }
  std::string left_to_do() const override;
  bool moves_outside_the_region() const override { return true; }
  void stop(Time) override;
  void start_window(Time) override {}  ///< it is measured from the start to the end
  void add_to(ReplicationRecord& record, double window) const override;
  void add_work(std::function<std::string()> left) override { left_.push_back(std::move(left)); }
  void add_endless(std::function<std::uint64_t()> stop) override { stops_.push_back(std::move(stop)); }
  void add_figures(std::function<void(ReplicationRecord&)> add) override { figures_.push_back(std::move(add)); }
  void add_ongoing(std::function<std::string()> left) override { ongoing_.push_back(std::move(left)); }
  void add_account(std::function<void(ReplicationRecord&)> add) override { accounts_.push_back(std::move(add)); }
  void work_done(Time now) override;

  WorkloadContext context_;
  std::vector<std::function<std::string()>> left_;                 ///< of each part that has work with an end
  std::vector<std::function<std::uint64_t()>> stops_;              ///< of each that has work without one
  std::vector<std::function<void(ReplicationRecord&)>> figures_;   ///< of work that has its own
  std::vector<std::function<std::string()>> ongoing_;              ///< of each that the machine is measured by
  std::vector<std::function<void(ReplicationRecord&)>> accounts_;  ///< of parts that it passes
  std::size_t done_ = 0;                                           ///< parts
  std::uint64_t endless_rounds_ = 0;                               ///< that were done of work without end
  std::uint64_t ends_ = 0;                                         ///< over the times at which parts were done
};

}  // namespace isochron
