// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include <isochron/dma/block_mover.h>
#include <isochron/part/assembly.h>
#include <isochron/part/job_part.h>
#include <isochron/part/part_plan.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// Jobs of a block mover in a machine file: each is a move between the memories behind its ports.
class JobsOfBlockMover final : public Inlet, public BlockMover::Moved {
 public:
  /// How a job's tag says, as its destination, where it goes.
  static constexpr std::uint32_t outwards = 0;  ///< from local memory to the system bus
  static constexpr std::uint32_t inwards = 1;

  /// `local`, `system`: addresses of the memories behind the ports; `read`: of the one that it reads on the system bus.
  JobsOfBlockMover(std::uint64_t local, std::uint64_t system, std::uint64_t read)
      : local_(local), system_(system), read_(read) {}

  /// JobPart::number_of() and work_by() of a part that moves jobs so, `piece` bytes at a time; 0: whole.
  static std::optional<std::uint32_t> number_of(const JobPart::Ways& ways);
  static JobWork work_by(std::uint64_t piece, std::uint32_t ways, std::uint64_t bytes);

  /// Every job whose last byte has been written.
  Outlet done{"moved"};

  void ask(BlockMover& mover) { mover_ = &mover; }
  void accept(Payload& payload, Time now) override;

 private:
  void moved(const Move& move, Time now) override;

  std::uint64_t local_, system_, read_;
  BlockMover* mover_ = nullptr;
  std::unordered_map<std::uint64_t, Payload*> under_way_;  ///< by sequence number
};

/// Makes the block mover `name` for jobs.
void build_block_mover(Assembly& machine, const std::string& name, const BlockMover::Config& config,
                       const PartPlan& plan, BuildContext& around);

}  // namespace isochron
