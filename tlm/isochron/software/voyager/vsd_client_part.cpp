// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <isochron/part/part_types.h>
#include <isochron/software/voyager/vsd_client.h>

namespace isochron {

namespace {

/// Disks are numbered through, node by node, and so are the nodes that have them.
class VsdClientPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table = config_.client_parameters();
    table.count("endpoint", endpoint_, {0, 100'000}, "of its node on the network");
    table.count("first_node", first_node_, {0, 100'000}, "endpoint of the first node with disks");
    table.count("disks", disks_, {1, 100'000}, "of the machine");
    table.count("disks_of_node", disks_of_node_, {1, 100'000}, "of each node with disks");
    return table;
  }
  std::vector<PortGroup> ports() const override { return DescribedPorts(VsdClient::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    std::vector<std::uint32_t> nodes(disks_);
    for (std::uint64_t d = 0; d < disks_; ++d) nodes[d] = static_cast<std::uint32_t>(first_node_ + d / disks_of_node_);
    machine.add<VsdClient>(name, config_, static_cast<std::uint32_t>(endpoint_), std::move(nodes), around.seed.value());
  }

 private:
  VsdConfig config_;
  std::uint64_t endpoint_ = 0;
  std::uint64_t first_node_ = 1;
  std::uint64_t disks_ = 1;
  std::uint64_t disks_of_node_ = 1;
};

}  // namespace

ISOCHRON_PART(vsd_client, VsdClient::type_info, make_part<VsdClientPart>);

}  // namespace isochron
