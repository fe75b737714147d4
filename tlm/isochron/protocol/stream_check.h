// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/tag.h>

namespace isochron {

/// Throws ModelError unless the bytes of `payload`, whose tag says that it has data, are those of its stream; `where`
/// begins the message.
void require_stream_data(const Payload& payload, const char* where);

}  // namespace isochron
