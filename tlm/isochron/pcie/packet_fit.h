// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <isochron/part/connections.h>
#include <isochron/pcie/receive_buffers.h>

namespace isochron {

/// A part that receives packets of PCI Express at its ports.
class TlpReceiver {
 public:
  /// Of each of its ports.
  virtual const ReceiveBuffers& receive_buffers() const = 0;

 protected:
  ~TlpReceiver() = default;
};

/// Bytes of data in the largest packets that a part makes; 0: it makes none of the type.
struct LargestPackets {
  std::uint64_t posted = 0;
  std::uint64_t completion = 0;
};

/// The first part to which packets of a part can come, by the links and switches behind its port groups 0, and whose
/// buffers can never hold the largest of them; nullopt: there is none. A receiver has credits for the maximum payload
/// size at least (PCI Express Base Specification, "Flow Control Rules"), whatever traffic there is.
std::optional<CompatibilityError> packets_too_large(const Connections& from, const LargestPackets& largest);

}  // namespace isochron
