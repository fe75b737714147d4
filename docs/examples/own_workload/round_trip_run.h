// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/endpoint/strand_source.h>
#include <isochron/machine/workload/workload_run.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/protocol/hand_over.h>

#include "round_trips.h"

/// Round trips in a machine that is simulated.
class RoundTripRun final : public isochron::WorkloadRun {
 public:
  explicit RoundTripRun(const isochron::WorkloadContext& context);
  ~RoundTripRun() override;

 private:
  /// One payload that goes round.
  class Trip;

  void add_parts(isochron::Assembly& machine) override;
  void offer(isochron::BuildContext&) override {}
  void part_built(std::size_t part, isochron::BuildContext& context) override;
  bool has_end() const override { return false; }
  std::string left_to_do() const override { return ""; }
  void start_window(isochron::Time now) override;
  void add_to(isochron::ReplicationRecord& record, double window) const override;

  isochron::WorkloadContext context_;
  std::vector<std::unique_ptr<Trip>> trips_;
};
