// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover_jobs.h>

#include <memory>
#include <utility>

namespace isochron {

std::optional<std::uint32_t> JobsOfBlockMover::number_of(const JobPart::Ways& ways) {
  if (ways.from == "local" && ways.to == "system") return outwards;
  if (ways.from == "system" && ways.to == "local") return inwards;
  return std::nullopt;
}

JobWork JobsOfBlockMover::work_by(std::uint64_t piece, std::uint32_t ways, std::uint64_t bytes) {
  const unsigned from = ways == inwards ? BlockMover::system : BlockMover::local;
  return {0, false, {{{from, 0}, false, bytes, piece}, {{1 - from, 0}, true, bytes, piece}}, bytes};
}

void JobsOfBlockMover::accept(Payload& payload, Time now) {
  payload.acquire();
  const Tag& tag = tag_of(payload);
  const std::uint64_t offset = tag.has_data ? tag.data_offset : 0;
  Move move;
  move.source = {BlockMover::local, local_ + offset, 0, 0};
  move.destination = {BlockMover::system, system_ + offset, 0, 0};
  if (tag.destination == inwards) {
    move.destination = move.source;
    move.source = {BlockMover::system, read_ + offset, 0, 0};
  }
  move.row_bytes = payload.get_data_length();
  move.has_data = tag.has_data;
  move.data_offset = offset;
  move.sequence = tag.sequence;
  under_way_[move.sequence] = &payload;
  mover_->submit(move, now);
}

void JobsOfBlockMover::moved(const Move& move, Time now) {
  const auto job = under_way_.find(move.sequence);
  Payload& payload = *job->second;
  under_way_.erase(job);
  done.hand_on(payload, now);
  payload.release();
}

void build_block_mover(Assembly& machine, const std::string& name, const BlockMover::Config& config,
                       const PartPlan& plan, BuildContext& around) {
  auto jobs = std::make_shared<JobsOfBlockMover>(plan.address_at({0, 0}), plan.address_at({1, 0}),
                                                 plan.read_address_at({1, 0}));
  BlockMover* const mover = machine.part<BlockMover>(
      name, [&](const char* part) { return BlockMover::make(part, machine.domain(), config, *jobs); });
  jobs->ask(*mover);
  around.job_ports = {jobs.get(), &jobs->done};
  around.kept.push_back(std::move(jobs));
}

}  // namespace isochron
