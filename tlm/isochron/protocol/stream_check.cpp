// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/stream_check.h>

#include <string>

#include <isochron/core/error.h>
#include <isochron/core/stream_data.h>

namespace isochron {

void require_stream_data(const Payload& payload, const char* where) {
  const Tag& tag = tag_of(payload);
  const std::size_t right = StreamData(tag.data_stream())
                                .first_difference(tag.data_offset, payload.get_data_ptr(), payload.get_data_length());
  if (right < payload.get_data_length())
    throw ModelError(std::string(where) + ": byte " + std::to_string(right) + " of message " +
                     std::to_string(tag.sequence) + " of source " + std::to_string(tag.source) +
                     " is not what its stream has there");
}

}  // namespace isochron
