// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/protocol/classed_link_receiver.h>
#include <isochron/protocol/classed_link_sender.h>
#include <isochron/protocol/output_ports.h>
#include <isochron/protocol/rerouted.h>

namespace isochron {

/// A switch as BufferedSwitch is one, that tells classes of traffic apart: each class has its own buffers at every
/// output port, so that a class which cannot go on does not hold another. What every ClassedSwitch<Fabric> has.
class ClassedSwitchBase : public sc_core::sc_module, public OutputPorts, public Rerouted {
 public:
  /// For the router: of a class. Throws std::out_of_range.
  OutputPort& output(unsigned i, unsigned traffic_class) { return outputs_.at(i)->port(traffic_class); }

 protected:
  explicit ClassedSwitchBase(const sc_core::sc_module_name& name) : sc_module(name) {}

  /// The next output; it must live as long as this.
  void add_output(ClassedLinkSenderBase& port) {
    outputs_.push_back(&port);
    has(port);
  }

 private:
  std::vector<ClassedLinkSenderBase*> outputs_;
};

/// See ClassedSwitchBase. Its ports are "out[i]" and "in[i]".
template <class Fabric>
class ClassedSwitch final : public ClassedSwitchBase {
 public:
  /// `outputs` transmitters with `buffers` >= 1 for each class, and `inputs` receivers. `router` must route to this
  /// switch's output ports by class, and outlive it.
  ClassedSwitch(const sc_core::sc_module_name& name, const Domain& domain, unsigned outputs, unsigned inputs,
                const Router& router, unsigned buffers, BufferFreed freed, const ClassService& service)
      : ClassedSwitchBase(name) {
    for (unsigned i = 0; i < outputs; ++i) {
      senders_.push_back(std::make_unique<ClassedLinkSender<Fabric>>("out[" + std::to_string(i) + "]", domain, buffers,
                                                                     freed, service));
      add_output(*senders_.back());
    }
    for (unsigned i = 0; i < inputs; ++i)
      receivers_.push_back(
          std::make_unique<ClassedLinkReceiver<Fabric>>("in[" + std::to_string(i) + "]", router, service.classes));
  }

  ClassedLinkSender<Fabric>& sender(unsigned i) { return *senders_.at(i); }
  ClassedLinkReceiver<Fabric>& receiver(unsigned i) { return *receivers_.at(i); }

 private:
  void start_of_simulation() override {
    for (const auto& sender : senders_) sender->connect();
    for (const auto& receiver : receivers_) receiver->connect();
  }

  std::vector<std::unique_ptr<ClassedLinkSender<Fabric>>> senders_;
  std::vector<std::unique_ptr<ClassedLinkReceiver<Fabric>>> receivers_;
};

}  // namespace isochron
