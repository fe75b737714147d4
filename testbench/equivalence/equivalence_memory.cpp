// SPDX-License-Identifier: Apache-2.0
#include "equivalence_memory.h"

#include <isochron/core/split_mix.h>

namespace isochron::cosim {

Time EquivalenceMemory::latency_of(const Payload& payload) const {
  if (jitter_ == 0) return base_;
  return base_ + mix(seed_ ^ mix(payload.get_address() * 2 + (payload.is_read() ? 1 : 0))) % (jitter_ + 1);
}

tlm::tlm_response_status EquivalenceMemory::status_of(const Payload& payload) const {
  if (payload.is_write() && written) written(payload.get_address());
  if (payload.get_address() < bad) return tlm::TLM_OK_RESPONSE;
  return (payload.get_address() >> 20 & 1) != 0 ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE;
}

}  // namespace isochron::cosim
