// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/bridge_ports.h>
#include <isochron/fabric/sg2010_bridge.h>
#include <isochron/part/buffered_parameters.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class Sg2010BridgePart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("links_out", links_out_, {0, Sg2010Bridge::max_links}, "links that it sends to, a window each");
    table.count("links_in", links_in_, {0, Sg2010Bridge::max_links}, "links that it receives from");
    buffered_.add_to(table);
    return table;
  }
  std::vector<PortGroup> ports() const override {
    return BridgePorts{links_out_, links_in_, "pci_out", Sg2010Bridge::type}.groups();
  }
  std::vector<PortRef> ways_from(const PortRef& input, const PartPlan&) const override {
    return BridgePorts::ways_from(input);
  }
  bool changes_addresses(const PortRef& output) const override { return BridgePorts::changes_addresses(output); }
  std::optional<MessageBuffers> buffers() const override { return buffered_.of_port(); }
  FoldRole fold_role() const override { return buffered_.fold_role(); }
  double events_per_message() const override { return 0; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    Sg2010Bridge* const bridge =
        machine.add<Sg2010Bridge>(name, static_cast<unsigned>(links_out_), static_cast<unsigned>(links_in_),
                                  static_cast<unsigned>(buffered_.buffers), buffered_.freed);
    if (links_in_ > 0) change_addresses(bridge->to_pci(), plan);
  }

 private:
  std::uint64_t links_out_ = 1;
  std::uint64_t links_in_ = 1;
  BufferedParameters buffered_;
};

}  // namespace

ISOCHRON_PART(sg2010_bridge, Sg2010Bridge::type_info, make_part<Sg2010BridgePart>);

}  // namespace isochron
