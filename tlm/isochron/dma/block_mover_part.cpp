// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover_jobs.h>
#include <isochron/part/job_part.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// Moves jobs, one after another, from its local port to the system bus, or the other way.
class BlockMoverPart final : public PartConfig, public JobPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return DescribedPorts(BlockMover::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    build_block_mover(machine, name, config_, plan, around);
  }

 private:
  Role role() const override { return Role::serves; }
  std::optional<std::uint32_t> number_of(const Ways& ways) const override { return JobsOfBlockMover::number_of(ways); }
  JobWork work_by(std::uint32_t ways, std::uint64_t bytes, std::uint64_t) const override {
    return JobsOfBlockMover::work_by(config_.burst_bytes(), ways, bytes);
  }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override {
    return JobsOfBlockMover::work_by(config_.burst_bytes(), JobsOfBlockMover::outwards, bytes);
  }

  BlockMover::Config config_;
};

}  // namespace

ISOCHRON_PART(block_mover, BlockMover::type_info, make_part<BlockMoverPart>);

}  // namespace isochron
