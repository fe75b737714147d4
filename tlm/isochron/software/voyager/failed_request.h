// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/tag.h>

namespace isochron {

/// Marks a request for a block whose disk has failed: it comes back without having been carried out.
inline void fail_request(Payload& request) {
  request.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
}

inline bool has_failed(const Payload& request) {
  return request.get_response_status() == tlm::TLM_GENERIC_ERROR_RESPONSE;
}

}  // namespace isochron
