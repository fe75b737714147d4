// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/folds.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/fabric/serial_link.h>
#include <isochron/protocol/output_ports.h>

namespace isochron {

namespace {

template <class Module>
Module& module_at(const std::string& path) {
  auto* const module = dynamic_cast<Module*>(sc_core::sc_find_object(path.c_str()));
  if (module == nullptr) throw ModelError(path + ": it was to be folded, and is not made for that");
  return *module;
}

template <class Module>
Module& module_of(const Netlist& netlist, std::size_t part) {
  return module_at<Module>(netlist.parts[part].path);
}

template <class Port>
Port& port_of(const Netlist& netlist, const PortAt& at) {
  const FlatPart& part = netlist.parts[at.part];
  const std::string path = part.path + "." + part.port_name(at.port);
  Port* const port = module_at<OutputPorts>(part.path).port<Port>(path);
  if (port == nullptr) throw ModelError(path + ": it was to be folded, and is not made for that");
  return *port;
}

/// Whether `trace` follows anything of the chain.
bool is_followed(const FlatFold& chain, const Netlist& netlist, const Trace& trace) {
  std::vector<std::size_t> parts = chain.sinks;
  for (const auto& part : {chain.master, chain.link, chain.bus})
    if (part) parts.push_back(*part);
  parts.push_back(chain.port.part);
  if (chain.bus_port) parts.push_back(chain.bus_port->part);
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::size_t part) { return trace.follows(netlist.parts[part].path); });
}

}  // namespace

Folds::Folds(const Netlist& netlist, Region& region, const Trace* trace) {
  for (const FlatFold& chain : netlist.folds) {
    if (trace != nullptr && is_followed(chain, netlist, *trace)) continue;
    if (chain.is_head())
      add_head(netlist, chain, region);
    else
      add_tail(netlist, chain, region);
  }
}

void Folds::add_head(const Netlist& netlist, const FlatFold& chain, Region& region) {
  heads_.push_back(std::make_unique<FoldedHead>(region, module_of<FoldedMaster>(netlist, *chain.master),
                                                module_of<PciBus>(netlist, *chain.bus),
                                                port_of<LinkSenderBase>(netlist, chain.port)));
}

void Folds::add_tail(const Netlist& netlist, const FlatFold& chain, Region& region) {
  std::vector<FoldedSink*> sinks;
  for (const std::size_t sink : chain.sinks) sinks.push_back(&module_of<FoldedSink>(netlist, sink));
  std::optional<FoldedTail::Bus> bus;
  if (chain.bus)
    bus = FoldedTail::Bus{&port_of<BusSender>(netlist, *chain.bus_port), &module_of<PciBus>(netlist, *chain.bus)};
  const auto& link = module_of<SerialLinkBase>(netlist, *chain.link);
  tails_.push_back(std::make_unique<FoldedTail>(region, port_of<LinkSenderBase>(netlist, chain.port),
                                                Rate::bits_per_second(link.bits_per_second()), bus, std::move(sinks)));
}

void Folds::start_window(Time now) {
  for (const auto& tail : tails_) tail->start_window(now);
}

}  // namespace isochron
