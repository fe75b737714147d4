// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/bridge_ports.h>
#include <isochron/fabric/infiniband_chip.h>
#include <isochron/part/buffered_parameters.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class InfiniBandChipPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("ports", ports_, {1, 254}, "1X ports in use, each both ways", "Milkovits 2005, Table 1: 8");
    buffered_.add_to(table);
    return table;
  }
  std::vector<PortGroup> ports() const override {
    return BridgePorts{ports_, ports_, "pci_out", InfiniBandChip::type}.groups();
  }
  std::vector<PortRef> ways_from(const PortRef& input, const PartPlan&) const override {
    return BridgePorts::ways_from(input);
  }
  bool changes_addresses(const PortRef& output) const override { return BridgePorts::changes_addresses(output); }
  std::optional<MessageBuffers> buffers() const override { return buffered_.of_port(); }
  FoldRole fold_role() const override { return buffered_.fold_role(); }
  double events_per_message() const override { return 0; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    InfiniBandChip* const chip = machine.add<InfiniBandChip>(name, static_cast<unsigned>(ports_),
                                                             static_cast<unsigned>(buffered_.buffers), buffered_.freed);
    change_addresses(chip->to_pci(), plan);
  }

 private:
  std::uint64_t ports_ = 8;
  BufferedParameters buffered_;
};

}  // namespace

ISOCHRON_PART(infiniband_chip, InfiniBandChip::type_info, make_part<InfiniBandChipPart>);

}  // namespace isochron
