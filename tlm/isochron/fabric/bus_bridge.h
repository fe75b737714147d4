// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/protocol/bus_receiver.h>
#include <isochron/protocol/bus_sender.h>
#include <isochron/protocol/classed_link_sender.h>
#include <isochron/protocol/link_receiver.h>
#include <isochron/protocol/link_sender.h>
#include <isochron/protocol/output_ports.h>

namespace isochron {

/// Bridge between a bus and any number of links, with buffers at every output port: one port a link, one towards the
/// bus. A link's window on the bus posts writes into that link's port; whatever a link brings goes to the bus. What
/// every BusBridge<Fabric> has.
class BusBridgeBase : public sc_core::sc_module, public OutputPorts {
 public:
  static constexpr const char* type = "bus_bridge";

  unsigned links_out() const { return static_cast<unsigned>(windows_.size()); }
  /// Of link `link`. Throws std::out_of_range.
  BusReceiver& window(unsigned link) { return *windows_.at(link); }
  /// There is one where links come in.
  bool has_to_bus() const { return to_bus_ != nullptr; }
  BusSender& to_bus() { return *to_bus_; }

 protected:
  explicit BusBridgeBase(const sc_core::sc_module_name& name);

  /// The window "window[i]" of the next link out, whose port must live as long as this.
  void add_window(const Domain& domain, OutputPort& port);
  void add_window(const Domain& domain, ClassedLinkSenderBase& port);
  /// The side towards the bus, and the router of the links in.
  const Router& add_to_bus(const Domain& domain, unsigned buffers, BufferFreed freed);

 private:
  void add_window(const Domain& domain, const Router& router);

  std::vector<std::unique_ptr<OneWay>> ways_;
  std::vector<std::unique_ptr<OneClassedWay>> classed_ways_;
  std::vector<std::unique_ptr<BusReceiver>> windows_;
  std::unique_ptr<BusSender> to_bus_;
  std::unique_ptr<OneWay> way_to_bus_;
};

/// The description of a bridge of any fabric.
TypeInfo bus_bridge_type_info();

/// See BusBridgeBase. Its ports are "window[i]", "link_out[i]", "link_in[i]" and "to_bus".
template <class Fabric>
class BusBridge final : public BusBridgeBase {
 public:
  /// `links_out` windows and link senders, `links_in` link receivers (with any of them, "to_bus" exists too), `buffers`
  /// >= 1 at each output port.
  BusBridge(const sc_core::sc_module_name& name, const Domain& domain, unsigned links_out, unsigned links_in,
            unsigned buffers, BufferFreed freed)
      : BusBridgeBase(name) {
    for (unsigned i = 0; i < links_out; ++i) {
      senders_.push_back(
          std::make_unique<LinkSender<Fabric>>("link_out[" + std::to_string(i) + "]", domain, buffers, freed));
      add_window(domain, *senders_.back());
    }
    if (links_in == 0) return;
    const Router& to_bus = add_to_bus(domain, buffers, freed);
    for (unsigned i = 0; i < links_in; ++i)
      receivers_.push_back(std::make_unique<LinkReceiver<Fabric>>("link_in[" + std::to_string(i) + "]", to_bus));
  }

  LinkSender<Fabric>& sender(unsigned link) { return *senders_.at(link); }
  LinkReceiver<Fabric>& receiver(unsigned link) { return *receivers_.at(link); }

 private:
  void start_of_simulation() override {
    for (const auto& sender : senders_) sender->connect();
    for (const auto& receiver : receivers_) receiver->connect();
  }

  std::vector<std::unique_ptr<LinkSender<Fabric>>> senders_;
  std::vector<std::unique_ptr<LinkReceiver<Fabric>>> receivers_;
};

}  // namespace isochron
