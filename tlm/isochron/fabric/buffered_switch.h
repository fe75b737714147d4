// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/protocol/link_receiver.h>
#include <isochron/protocol/link_sender.h>
#include <isochron/protocol/output_ports.h>
#include <isochron/protocol/rerouted.h>

namespace isochron {

/// A switch of any number of ports, store and forward, with buffers at every output port. Which port a message leaves
/// by is its Router's decision. What every BufferedSwitch<Fabric> has.
class SwitchBase : public sc_core::sc_module, public OutputPorts, public Rerouted {
 public:
  static constexpr const char* type = "switch";

  unsigned outputs() const { return static_cast<unsigned>(outputs_.size()); }
  /// For the router. Throws std::out_of_range.
  OutputPort& output(unsigned i) { return *outputs_.at(i); }

 protected:
  explicit SwitchBase(const sc_core::sc_module_name& name);

  /// The next output; it must live as long as this.
  void add_output(OutputPort& port);

 private:
  std::vector<OutputPort*> outputs_;
};

/// The description of a switch of any fabric.
TypeInfo switch_type_info();

/// See SwitchBase. Its ports are "out[i]" and "in[i]".
template <class Fabric>
class BufferedSwitch final : public SwitchBase {
 public:
  /// `outputs` transmitters with `buffers` >= 1 each, and `inputs` receivers. `router` must route to this switch's
  /// outputs, and outlive it.
  BufferedSwitch(const sc_core::sc_module_name& name, const Domain& domain, unsigned outputs, unsigned inputs,
                 const Router& router, unsigned buffers, BufferFreed freed)
      : SwitchBase(name) {
    for (unsigned i = 0; i < outputs; ++i) {
      senders_.push_back(
          std::make_unique<LinkSender<Fabric>>("out[" + std::to_string(i) + "]", domain, buffers, freed));
      add_output(*senders_.back());
    }
    for (unsigned i = 0; i < inputs; ++i)
      receivers_.push_back(std::make_unique<LinkReceiver<Fabric>>("in[" + std::to_string(i) + "]", router));
  }

  LinkSender<Fabric>& sender(unsigned i) { return *senders_.at(i); }
  LinkReceiver<Fabric>& receiver(unsigned i) { return *receivers_.at(i); }

 private:
  void start_of_simulation() override {
    for (const auto& sender : senders_) sender->connect();
    for (const auto& receiver : receivers_) receiver->connect();
  }

  std::vector<std::unique_ptr<LinkSender<Fabric>>> senders_;
  std::vector<std::unique_ptr<LinkReceiver<Fabric>>> receivers_;
};

}  // namespace isochron
