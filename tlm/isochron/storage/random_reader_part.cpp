// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/part/configured.h>
#include <isochron/part/connections.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/storage/random_reader.h>

namespace isochron {

namespace {

class RandomReaderPart final : public PartConfig, public WorkingPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(RandomReader::type);
    return {ports["chunks"], ports["disk"].calling()};
  }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig& other) override {
    if (const auto* const disk = other.as<Configured<Disk::Config>>()) {
      const std::uint64_t chunk = disk->config().chunk == 0 ? config_.block : disk->config().chunk;
      largest_chunk_ = std::max(largest_chunk_, std::min(config_.block, chunk));
      works_ = works_ || !disk->config().failed;
    }
    return {};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    const unsigned disks = around.plan().counts[1];
    if (disks == 0) return CompatibilityError{"it has no disk to read", "Join a port `disk[0]` to `requests` of one"};
    for (unsigned d = 0; d < disks; ++d)
      if (around.config_of<Disk::Config>({1, d}).mechanics.capacity < config_.block)
        return CompatibilityError{"a block of " + std::to_string(config_.block) + " B does not fit on its disk `" +
                                      around.called({1, d})->path() + "`",
                                  "Use a smaller `block` or a larger `capacity`"};
    return std::nullopt;
  }
  OwnWork own_work() const override {
    OwnWork work;
    work.message = largest_chunk_;
    work.measured = true;
    return work;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    std::vector<Disk*> disks;
    for (unsigned d = 0; d < plan.counts[1]; ++d) disks.push_back(around.services.called<Disk>(plan, {1, d}));
    const RandomReader* const reader = machine.add<RandomReader>(name, config_, plan.counts[0], disks, around.seed);
    around.work->add_ongoing([works = works_] { return works ? "reads that have no end" : ""; });
    around.work->add_account([reader, all = plan.counts[1]](ReplicationRecord& record) {
      for (unsigned d = 0; d < all; ++d) record.messages += reader->blocks(d);
      record.fingerprint = mix(record.fingerprint ^ reader->fingerprint());
    });
  }

 private:
  RandomReader::Config config_;
  std::uint64_t largest_chunk_ = 1;
  bool works_ = false;  ///< one of its disks or more
};

}  // namespace

ISOCHRON_PART(random_reader, RandomReader::type_info, make_part<RandomReaderPart>);

}  // namespace isochron
