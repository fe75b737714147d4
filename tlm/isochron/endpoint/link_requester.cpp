// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/link_requester.h>

namespace isochron {

TypeInfo LinkRequesterBase::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "Asks for data, or writes them, over links: so many requests under way, each answered";
  describe(info);
  info.ports = {{"out", "any", "sender", "its output port: requests, and data that it writes"},
                {"in", "any", "receiver", "answers"}};
  info.describe_output_port("out");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
