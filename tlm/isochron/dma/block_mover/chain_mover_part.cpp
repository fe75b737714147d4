// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <isochron/dma/block_mover/chain_mover.h>
#include <isochron/dma/block_mover/listed_moves.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// Measured, in events or in bytes.
struct ChainCosts {
  static constexpr double tlm_row = 5;  ///< of a long one
  static constexpr double tlm_descriptor = 9;
  static constexpr double rtl_descriptor = 3;
  static constexpr double bytes_of_descriptor = 128;  ///< with its move
};

/// Its list is the work.
class ChainMoverPart final : public PartConfig, public WorkingPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {DescribedPorts(ChainMover::type)["moves"].calling()}; }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig& other) override {
    if (const auto* const listed = other.as<ListedMoves>()) list_ = listed->shape();
    return {};
  }
  double memory() const override { return static_cast<double>(list_.moves) * ChainCosts::bytes_of_descriptor; }

  OwnWork own_work() const override {
    constexpr double ends = 100;  // clocks, in which the chain begins and ends
    OwnWork work;
    work.rounds = std::max(list_.moves, std::uint64_t{1});
    work.bytes = list_.bytes;
    work.limits = limits();
    work.ends = ends / static_cast<double>(config_.clock);
    const double rows = static_cast<double>(list_.bytes) / std::max(static_cast<double>(list_.row), 1.0);
    work.events = config_.implementation == ChainMover::Implementation::rtl
                      ? rows + ChainCosts::rtl_descriptor
                      : rows * std::min(1 + words_of_row() / 2, ChainCosts::tlm_row) + ChainCosts::tlm_descriptor;
    work.message = BlockMoverModule::pool_capacity;
    return work;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    machine.add<ChainMover>(name, config_, *around.services.called<MoveList>(plan, {0, 0}));
  }

 private:
  static constexpr double word_ = BlockMoverModule::data_bytes;

  double words_of_row() const { return std::ceil(static_cast<double>(list_.row) / word_); }

  std::vector<OwnLimit> limits() const {
    if (list_.moves == 0) return {};
    const auto clock = static_cast<double>(config_.clock);
    // Whole clocks of it: an answer at an edge is seen at the next, which is among the clocks below.
    const std::uint64_t latency_clocks = config_.memory_latency * config_.clock / second;
    const auto latency = static_cast<double>(latency_clocks);
    // Rows are read one by one, unless they follow each other; a row of part of a word takes a whole beat.
    const double burst = list_.rows_follow ? BlockMoverModule::max_burst * word_ : static_cast<double>(list_.row);
    const double beats = std::ceil(burst / word_);
    // From fetch to fetch (docs/hardware/block_mover.md, Timing); of 11 clocks eight are those of its words
    // (block_mover_issue).
    const double fetched = static_cast<double>(list_.bytes) * clock / std::max(latency + 6, 11.0);
    // From a burst's address to its last word.
    const double under_way = burst * BlockMoverModule::outstanding * clock / (latency + beats);
    return {{"port", clock * burst / beats}, {"descriptors", fetched}, {"bursts", under_way}};
  }

  ChainMover::Config config_;
  MoveShape list_;
};

}  // namespace

ISOCHRON_PART(chain_mover, ChainMover::type_info, make_part<ChainMoverPart>);

}  // namespace isochron
