// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/server_port.h>
#include <isochron/part/part_types.h>
#include <isochron/part/receiving_part.h>

namespace isochron {

ISOCHRON_PART(server_port, ServerPort::type_info, make_part<ReceivingPart<ServerPort>>);

}  // namespace isochron
