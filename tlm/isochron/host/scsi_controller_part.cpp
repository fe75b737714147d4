// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/scsi_controller.h>
#include <isochron/part/part_types.h>
#include <isochron/part/receiving_part.h>

namespace isochron {

ISOCHRON_PART(scsi_controller, ScsiController::type_info, make_part<ReceivingPart<ScsiController>>);

}  // namespace isochron
