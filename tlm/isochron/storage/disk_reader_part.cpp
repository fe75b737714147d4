// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/storage/disk_reader.h>

namespace isochron {

namespace {

/// Reading the disk is work without end, a word a round.
class DiskReaderPart final : public PartConfig, public WorkingPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return DescribedPorts(DiskReader::type).all(); }
  OwnWork own_work() const override {
    return OwnWork{
        0, config_.word, 1 / config_.words_per_second(config_.word), {0, false, {{{0, 0}, true, config_.word}}}};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    DiskReader::Config config = config_;
    config.address = plan.address_at({0, 0});
    DiskReader* const disk = machine.add<DiskReader>(name, config);
    around.work->add_endless([disk] { return disk->stop(); });
  }

 private:
  DiskReader::Config config_;
};

}  // namespace

ISOCHRON_PART(disk_reader, DiskReader::type_info, make_part<DiskReaderPart>);

}  // namespace isochron
