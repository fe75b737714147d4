// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/receive_buffers.h>

namespace isochron {

ParameterTable ReceiveBuffers::parameters() {
  static constexpr const char* source = "PCI Express Base Specification 3.0, Flow Control Rules";
  ParameterTable table;
  for (const TlpType type : all_tlp_types) {
    const std::string name = tlp_type_names[index_of(type)];
    table.count_or(name + ".headers", (*this)[type].headers, "unlimited", {1, 4096},
                   "packets of this type that have a place in the buffer", source);
    if (type == TlpType::non_posted) continue;  // read requests carry no data
    table.bytes_or(name + ".data", (*this)[type].data, "unlimited", {Credits::unit, 1 << 20},
                   "data of packets of this type that have a place in the buffer, in whole units of 16 B", source);
  }
  return table;
}

}  // namespace isochron
