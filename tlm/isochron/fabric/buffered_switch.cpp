// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/buffered_switch.h>

#include <isochron/protocol/classed_link_sender.h>

namespace isochron {

SwitchBase::SwitchBase(const sc_core::sc_module_name& name) : sc_module(name) {}

void SwitchBase::add_output(OutputPort& port) {
  outputs_.push_back(&port);
  has(port);
}

TypeInfo switch_type_info() {
  TypeInfo info;
  info.name = SwitchBase::type;
  info.kind = "fabric";
  info.summary = "Switch of any number of ports: store and forward, buffers at every output port";
  info.source = "our own";
  info.ports = {{"out[i]", "any", "sender", "an output port"}, {"in[i]", "any", "receiver", "the end of a link"}};
  info.describe_output_port("out[i]");
  ClassedLinkSenderBase::describe_classes(info, "out[i]");
  return info;
}

}  // namespace isochron
