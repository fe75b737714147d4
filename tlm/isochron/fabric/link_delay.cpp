// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/link_delay.h>

namespace isochron {

TypeInfo link_delay_type_info() {
  TypeInfo info;
  info.name = LinkDelayBase::type;
  info.kind = "fabric";
  info.summary = "A length of time between a link and the receiver at its end, with any number of messages on the way";
  info.source = "our own";
  info.ports = {{"in", "any", "receiver", "the far end of a link"}, {"out", "any", "sender", "the receiver"}};
  Time delay = microsecond;
  ParameterTable table;
  table.duration("delay", delay, {0, 1000 * second}, "from the end of a transfer until the message has arrived");
  info.describe_parameters(table);
  return info;
}

}  // namespace isochron
