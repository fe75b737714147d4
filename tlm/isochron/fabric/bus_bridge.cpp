// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/bus_bridge.h>

namespace isochron {

BusBridgeBase::BusBridgeBase(const sc_core::sc_module_name& name) : sc_module(name) {}

void BusBridgeBase::add_window(const Domain& domain, OutputPort& port) {
  ways_.push_back(std::make_unique<OneWay>(port));
  add_window(domain, static_cast<const Router&>(*ways_.back()));
  has(port);
}

void BusBridgeBase::add_window(const Domain& domain, ClassedLinkSenderBase& port) {
  classed_ways_.push_back(std::make_unique<OneClassedWay>(port));
  add_window(domain, static_cast<const Router&>(*classed_ways_.back()));
  has(port);
}

void BusBridgeBase::add_window(const Domain& domain, const Router& router) {
  windows_.push_back(std::make_unique<BusReceiver>("window[" + std::to_string(windows_.size()) + "]", domain, router));
}

const Router& BusBridgeBase::add_to_bus(const Domain& domain, unsigned buffers, BufferFreed freed) {
  to_bus_ = std::make_unique<BusSender>("to_bus", domain, buffers, freed);
  has(*to_bus_);
  way_to_bus_ = std::make_unique<OneWay>(*to_bus_);
  return *way_to_bus_;
}

TypeInfo bus_bridge_type_info() {
  TypeInfo info;
  info.name = BusBridgeBase::type;
  info.kind = "fabric";
  info.summary = "Bridge between a bus and any number of links, buffers at every output port";
  info.source = "our own";
  info.ports = {{"window[i]", "base protocol", "target", "posts writes into link i's output port"},
                {"to_bus", "base protocol", "initiator", "the output port towards the bus"},
                {"link_out[i]", "any", "sender", "an output port towards a link"},
                {"link_in[i]", "any", "receiver", "the end of a link"}};
  info.describe_output_port("link_out[i]");
  ClassedLinkSenderBase::describe_classes(info, "link_out[i]");
  info.describe_output_port("to_bus");
  return info;
}

}  // namespace isochron
