// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover_jobs.h>
#include <isochron/dma/strand_mover.h>
#include <isochron/part/job_part.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// Where an instance counts clock edges it is a block mover.
class StrandMoverPart final : public PartConfig, public JobPart {
 public:
  ParameterTable parameters() override { return instead_.strand_parameters(); }
  const char* built_type() const override { return instead_.clocked() ? BlockMover::type : nullptr; }
  std::vector<PortGroup> ports() const override { return DescribedPorts(StrandMover::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    if (instead_.clocked()) return build_block_mover(machine, name, instead_, plan, around);
    StrandMover* const mover = machine.add<StrandMover>(name, plan.address_at({0, 0}), plan.address_at({1, 0}));
    around.job_ports = {mover, &mover->moved};
  }

 private:
  Role role() const override { return Role::serves; }
  std::optional<std::uint32_t> number_of(const Ways& ways) const override {
    return instead_.clocked() ? JobsOfBlockMover::number_of(ways) : std::nullopt;
  }
  JobWork work_by(std::uint32_t ways, std::uint64_t bytes, std::uint64_t) const override {
    return JobsOfBlockMover::work_by(piece(), ways, bytes);
  }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override {
    return JobsOfBlockMover::work_by(piece(), JobsOfBlockMover::outwards, bytes);
  }

  std::uint64_t piece() const { return instead_.clocked() ? instead_.burst_bytes() : 0; }

  BlockMover::Config instead_;
};

}  // namespace

ISOCHRON_PART(strand_mover, StrandMover::type_info, make_part<StrandMoverPart>);

}  // namespace isochron
