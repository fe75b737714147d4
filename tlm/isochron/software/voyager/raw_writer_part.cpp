// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include <isochron/core/split_mix.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/voyager/raw_writer.h>

namespace isochron {

namespace {

class RawWriterPart final : public PartConfig, public WorkingPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table = config_.parameters();
    table.bytes("capacity", config_.capacity, {1, 1'000'000'000'000'000}, "of a disk", "our own");
    table.count("endpoint", endpoint_, {0, 100'000}, "of its node on the network");
    table.count("disks", disks_, {1, 100'000}, "that it writes to");
    table.count("first", first_, {0, 100'000}, "number of the first of them in the machine");
    return table;
  }
  std::vector<PortGroup> ports() const override { return DescribedPorts(RawWriter::type).all(); }
  OwnWork own_work() const override {
    OwnWork work;
    work.measured = true;
    work.message = config_.block;
    return work;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    std::vector<std::uint32_t> disks(disks_);
    std::iota(disks.begin(), disks.end(), static_cast<std::uint32_t>(first_));
    RawWriter* const writer = machine.add<RawWriter>(name, config_, static_cast<std::uint32_t>(endpoint_), disks);
    around.work->add_ongoing([] { return std::string("blocks to write, without end"); });
    around.work->add_account([writer, block = config_.block](ReplicationRecord& record) {
      for (std::size_t d = 0; d < writer->disks(); ++d) record.messages += writer->bytes(d) / block;
      record.fingerprint = mix(record.fingerprint ^ writer->fingerprint());
    });
  }

 private:
  RawWriter::Config config_;
  std::uint64_t endpoint_ = 0;
  std::uint64_t disks_ = 1;
  std::uint64_t first_ = 0;
};

}  // namespace

ISOCHRON_PART(raw_writer, RawWriter::type_info, make_part<RawWriterPart>);

}  // namespace isochron
