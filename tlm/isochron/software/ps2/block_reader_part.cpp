// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <isochron/part/hand_over_part.h>
#include <isochron/part/handed_work.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/ps2/block_times.h>
#include <isochron/software/ps2/plane_payloads.h>
#include <isochron/software/ps2/served_blocks.h>

namespace isochron {

namespace {

constexpr std::uint64_t smallest_block = 512, largest_block = 16 << 20;  // bytes

class BlockReaderPart final : public PartConfig,
                              public WorkingPart,
                              public HandOverPart,
                              public HandedWork,
                              public ServedBlocks {
 public:
  ParameterTable parameters() override {
    const std::string paper = "PS2, Fig. 9";
    ParameterTable table;
    table.bytes("least", config_.least, {smallest_block, largest_block}, "smallest block that is read", paper);
    table.bytes("most", config_.most, {smallest_block, largest_block}, "largest one; the sizes between are doubled",
                paper);
    table.count("blocks", config_.blocks, {1, 100'000}, "that are read of each size, from each disk", "our own");
    table.count("disks", config_.disks, {1, 60}, "that are read", paper);
    table.bytes("begin", config_.begin, {0, 1'000'000'000'000'000}, "where the bytes that are read begin on each disk",
                "our own");
    table.bytes("capacity", config_.capacity, {1, 1'000'000'000'000'000}, "of a disk: where they end",
                "IBM DPES-31080");
    table.check([this] { return own_problems(); });
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(BlockReader::type);
    return {ports["request"], ports["read"], ports["failed"], ports["blocks"].called()};
  }
  OwnWork own_work() const override {
    OwnWork work;
    work.rounds = config_.sizes().size() * config_.blocks_of_a_size();
    return work;
  }
  std::optional<CompatibilityError> compatibility_error(const Connections&) const override {
    if (config_.begin + config_.most <= config_.capacity) return std::nullopt;
    return CompatibilityError{
        "a block of " + std::to_string(config_.most) + " B does not fit between `begin` and `capacity`",
        "Lower `most` or `begin`, or raise `capacity`"};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    const auto times = std::make_shared<BlockTimes>(config_, around.seed.value(), *around.work);
    around.kept.push_back(times);
    around.services.offer<ExtentServer::Directory>(blocks, *times);
    const std::uint64_t batches = config_.sizes().size(), all = batches * config_.blocks_of_a_size();
    const BlockReader* const reader =
        machine.add<BlockReader>(name, BlockReader::Config{config_.blocks_of_a_size(), batches}, *times);
    around.work->add_work([reader, all] {
      const std::uint64_t left = all - reader->blocks_read();
      return left == 0 ? "" : std::to_string(left) + " blocks to read";
    });
    around.work->add_figures([times](ReplicationRecord& record) { times->add_to(record); });
  }

 private:
  // Its ports, as ports() has them.
  static constexpr PortRef request{0, 0}, blocks{3, 0};
  static constexpr unsigned failed = 2;

  std::vector<ParameterProblem> own_problems() const {
    const auto [least, most] = std::pair{config_.least, config_.most};
    std::vector<ParameterProblem> found;
    std::uint64_t size = least;
    while (size < most) size *= 2;
    if (size != most || most == least) {
      std::uint64_t other_most = std::max(size, 2 * least);
      if (other_most > largest_block && size >= 4 * least) other_most = size / 2;
      found.push_back(
          {"most",
           std::to_string(most) + " B are not " + std::to_string(least) + " B doubled once or several times",
           "use the smallest times 2, 4, 8, ...",
           {"most", "least"},
           {{"most", other_most}, {"least", most / 2}}});
      // Where neither can be: both.
      if (other_most > largest_block && (most % 2 != 0 || most / 2 < smallest_block))
        found.back().candidates = {{"least", smallest_block}, {"most", 2 * smallest_block}};
    }
    return found;
  }

  std::uint64_t disks_of_a_server(const PartPlan&) const override { return config_.disks; }
  Place place_on_a_disk() const override { return {config_.begin, config_.capacity - config_.begin}; }
  bool are_at_random() const override { return true; }

  std::vector<Leaving> pass(const PortRef& input, const Payloads& payloads, const Connections& around,
                            WorkBook&) const override {
    if (input.group == failed)
      require_payloads(payloads, PlanePayloads::requests, "failed", around, "Join `failed` of an extent_server to it");
    else
      require_payloads(payloads, PlanePayloads::extents, "read", around, "Join `read` of an extent_server to it");
    return {};
  }

  std::pair<std::string, std::string> driver() const override { return {"throughput", "B/s"}; }
  std::vector<StatisticInfo> figures() const override { return BlockTimes::figures(); }
  std::size_t largest_payload(const Connections&) const override { return config_.most; }
  std::vector<Rounds> rounds(const Connections&) const override {
    std::vector<Rounds> all;
    for (const std::uint64_t size : config_.sizes()) {
      Payloads block{1, 0};
      block.what = PlanePayloads::requests;
      block.asked = static_cast<double>(size);
      all.push_back({static_cast<double>(config_.blocks_of_a_size()), {{request, block}}, block.asked, block.asked});
    }
    return all;
  }
  double memory_of_rounds(const Connections&) const override {
    constexpr double bytes_of_request = 500;  // waiting, without its data
    return static_cast<double>(config_.blocks_of_a_size()) * bytes_of_request;
  }

  BlockTimes::Config config_;
};

}  // namespace

ISOCHRON_PART(block_reader, BlockReader::type_info, make_part<BlockReaderPart>);

}  // namespace isochron
