// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/fabric/bus_bridge.h>
#include <isochron/protocol/classed_link_sender.h>

namespace isochron {

/// A BusBridge that tells classes of traffic apart at its links out: each class has its own buffers there, so that a
/// class whose link has no buffer at the far end does not hold another. What is before those buffers, a window, and
/// what is behind the port towards the bus are buses, on which one message waits for another whatever their classes.
/// Its ports are those of a BusBridge.
template <class Fabric>
class ClassedBusBridge final : public BusBridgeBase {
 public:
  /// As a BusBridge, with `buffers` >= 1 for each class at each link out, and as many at the port towards the bus.
  ClassedBusBridge(const sc_core::sc_module_name& name, const Domain& domain, unsigned links_out, unsigned links_in,
                   unsigned buffers, BufferFreed freed, const ClassService& service)
      : BusBridgeBase(name) {
    for (unsigned i = 0; i < links_out; ++i) {
      senders_.push_back(std::make_unique<ClassedLinkSender<Fabric>>("link_out[" + std::to_string(i) + "]", domain,
                                                                     buffers, freed, service));
      add_window(domain, *senders_.back());
    }
    if (links_in == 0) return;
    const Router& to_bus = add_to_bus(domain, buffers, freed);
    for (unsigned i = 0; i < links_in; ++i)
      receivers_.push_back(std::make_unique<LinkReceiver<Fabric>>("link_in[" + std::to_string(i) + "]", to_bus));
  }

  ClassedLinkSender<Fabric>& sender(unsigned link) { return *senders_.at(link); }
  LinkReceiver<Fabric>& receiver(unsigned link) { return *receivers_.at(link); }

 private:
  void start_of_simulation() override {
    for (const auto& sender : senders_) sender->connect();
    for (const auto& receiver : receivers_) receiver->connect();
  }

  std::vector<std::unique_ptr<ClassedLinkSender<Fabric>>> senders_;
  std::vector<std::unique_ptr<LinkReceiver<Fabric>>> receivers_;
};

}  // namespace isochron
