// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/transaction_id.h>

#include <charconv>

namespace isochron {

TransactionText::TransactionText(const TransactionId& id) {
  char* at = text_.data();
  char* const end = at + text_.size();
  if (id.none) {
    *at = '-';
    return;
  }
  *at++ = 's';
  at = std::to_chars(at, end, id.stream).ptr;
  *at++ = '#';
  at = std::to_chars(at, end, id.source).ptr;
  *at++ = '.';
  at = std::to_chars(at, end, id.sequence).ptr;
  length_ = static_cast<std::size_t>(at - text_.data());
}

}  // namespace isochron
