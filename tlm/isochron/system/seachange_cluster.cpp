// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/seachange_cluster.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>

namespace isochron {

SeachangeCluster::SeachangeCluster(const SeachangeParameters& parameters, std::uint64_t seed,
                                   InstanceOverrides& overrides, std::uint64_t io_limit)
    : parameters_(parameters),
      pool_(parameters.raid.message),
      domain_{region_, pool_,
              parameters.bus_model == SeachangeParameters::BusModel::fast ? Phases::shortcut : Phases::explicit_four},
      ledger_(static_cast<unsigned>(parameters.nodes * parameters.raid_controllers)),
      egress_(parameters, ledger_) {
  // The reference keeps to the kernel's time: an event an instant, every phase at its time.
  if (parameters.bus_model == SeachangeParameters::BusModel::reference) region_.keep_to_kernel_time();
  const SeachangeNode::Surroundings around{parameters, domain_, overrides, ledger_, egress_, seed, io_limit};
  for (unsigned i = 0; i < parameters.nodes; ++i)
    nodes_.push_back(std::make_unique<SeachangeNode>(("node[" + std::to_string(i) + "]").c_str(), around, i));
  for (unsigned from = 0; from < parameters.nodes; ++from)
    for (unsigned to = 0; to < parameters.nodes; ++to) {
      if (from == to) continue;
      for (unsigned chip = 0; chip < parameters.chips; ++chip)
        nodes_[from]->ib_link(chip, to).out.bind(nodes_[to]->chips[chip]->receiver(nodes_[to]->port_to(from)).socket);
    }
  for (const std::unique_ptr<SeachangeNode>& node : nodes_)
    for (Measured* const part : node->measured()) measured_.push_back(part);
  measured_.push_back(&egress_);
}

// The last built goes first: SystemC looks for a socket that ends from the end of all that there are.
SeachangeCluster::~SeachangeCluster() {
  while (!nodes_.empty()) nodes_.pop_back();
}

void SeachangeCluster::check_progress() const {
  for (const std::unique_ptr<SeachangeNode>& node : nodes_)
    for (const std::unique_ptr<RaidController>& raid : node->raids)
      if (raid->is_stuck()) throw ModelError("deadlock at " + std::to_string(seconds(region_.now())) + " s:" + waits());
  if (ledger_.bytes_out() - ledger_.bytes_in() != 0 && region_.idle())
    throw ModelError("deadlock at " + std::to_string(seconds(region_.now())) + " s with " +
                     std::to_string(pool_.outstanding()) + " messages under way:" + waits());
}

std::string SeachangeCluster::waits() const {
  std::vector<Wait> found;
  for (const Measured* const part : measured_) part->report_waits(found);
  return describe_waits(found);
}

void SeachangeCluster::run_to(Time end) {
  simulate_to(region_, end);
  check_progress();
}

void SeachangeCluster::run_to_completion() {
  do run_to(kernel_now() + 100 * millisecond);
  while (sc_core::sc_pending_activity());  // before the first run there is none either
  if (pool_.outstanding() > 0)
    throw ModelError(std::to_string(pool_.outstanding()) + " messages never arrived:" + waits());
}

void SeachangeCluster::start_window() {
  window_start_ = region_.now();
  for (Measured* const part : measured_) part->start_window(window_start_);
}

}  // namespace isochron
