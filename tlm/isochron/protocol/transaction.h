// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/transaction_id.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// Which transaction a tag belongs to, for traces; `bytes`: of it at the place in question.
inline TransactionId transaction_of(const Tag& tag, std::uint64_t bytes) {
  return {tag.sequence, tag.stream, tag.source, static_cast<std::uint32_t>(bytes), false, tag.issued};
}
inline TransactionId transaction_of(const Payload& payload) {
  return transaction_of(tag_of(payload), payload.get_data_length());
}
/// The same of what may be nothing.
inline TransactionId transaction_of(const Payload* payload) {
  return payload == nullptr ? TransactionId{} : transaction_of(*payload);
}

}  // namespace isochron
