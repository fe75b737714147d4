// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/parts/library.h>
#include <isochron/machine/parts/receiving_part.h>
#include <isochron/endpoint/server_port.h>

namespace isochron {

ComponentType server_port_component() {
  return {ServerPort::type_info, [] {
            return std::make_unique<ReceivingPart<ServerPort>>(
                PortGroup{"link", Port::Role::receiver, false, {}, Transputer::name},
                PortGroup{"socket", Port::Role::initiator, false, {}, "base protocol"});
          }};
}

}  // namespace isochron
