// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/seachange_cluster.h>

#include <isochron/core/error.h>
#include <isochron/part/indexed.h>

namespace isochron {

SeachangeCluster::SeachangeCluster(const SeachangeParameters& parameters, std::uint64_t seed,
                                   InstanceOverrides& overrides, std::uint64_t io_limit)
    : MachineSimulation(parameters.raid.message, phases_of(parameters.bus_model), overrides),
      parameters_(parameters),
      ledger_(static_cast<unsigned>(parameters.nodes * parameters.raid_controllers)),
      egress_(parameters, ledger_),
      around_{ledger_, egress_, seed, io_limit} {
  for (std::uint32_t raid = 0; raid < parameters.nodes * parameters.raid_controllers; ++raid)
    ledger_.tell(raid, backlog_);
  nodes_ = assemble(assembly_, parameters, &around_);
}

std::vector<std::unique_ptr<SeachangeNode>> SeachangeCluster::assemble(Assembly& machine, const SeachangeParameters& p,
                                                                       const SeachangeNode::BuildContext* around) {
  std::vector<std::unique_ptr<SeachangeNode>> nodes;
  for (unsigned n = 0; n < p.nodes; ++n) {
    nodes.push_back(std::make_unique<SeachangeNode>(p, around, n));
    machine.scope(indexed("node", n), [&] { nodes.back()->assemble(machine); });
  }
  for (unsigned from = 0; from < p.nodes; ++from)
    for (unsigned to = 0; to < p.nodes; ++to)
      for (unsigned chip = 0; chip < p.chips && from != to; ++chip)
        machine.connect(
            indexed("node", from) + "." + SeachangeNode::ib_link(chip, to) + ".out",
            indexed("node", to) + "." + indexed("chip", chip) + indexed(".link_in", SeachangeNode::port_to(to, from)));
  return nodes;
}

std::string SeachangeCluster::left_to_do() const {
  if (ledger_.bytes_out() == ledger_.bytes_in()) return "";
  return std::to_string(pool_.outstanding()) + " messages under way";
}

void SeachangeCluster::run_to_completion() {
  do run_to(kernel_now() + 100 * millisecond);
  while (sc_core::sc_pending_activity());  // before the first run there is none either
  if (pool_.outstanding() > 0)
    throw ModelError(std::to_string(pool_.outstanding()) + " messages never arrived:" + waits());
}

bool SeachangeCluster::in_service(const std::string& path) const {
  for (const std::uint64_t node : parameters_.failed_nodes)
    if (path.rfind(indexed("node", static_cast<unsigned>(node)) + ".", 0) == 0) return false;
  return true;
}

}  // namespace isochron
