// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/parts/library.h>
#include <isochron/machine/parts/receiving_part.h>
#include <isochron/host/scsi_controller.h>

namespace isochron {

ComponentType scsi_controller_component() {
  return {ScsiController::type_info, [] {
            return std::make_unique<ReceivingPart<ScsiController>>(
                PortGroup{"scsi", Port::Role::target, false, {}, "base protocol"},
                PortGroup{"bus", Port::Role::initiator, false, {}, "base protocol"});
          }};
}

}  // namespace isochron
