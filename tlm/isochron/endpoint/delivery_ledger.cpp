// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/delivery_ledger.h>

#include <string>

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>

namespace isochron {

DeliveryLedger::DeliveryLedger(unsigned sources, std::uint64_t window, bool may_be_more)
    : window_((window + 63) / 64 * 64),
      under_way_(sources, std::vector<std::uint64_t>(window_ / 64, 0)),
      may_be_more_(may_be_more),
      backlogs_(sources, nullptr) {}

void DeliveryLedger::departs(const Tag& tag) {
  std::uint64_t& word = under_way_[tag.source][tag.sequence % window_ / 64];
  const std::uint64_t bit = std::uint64_t{1} << (tag.sequence % 64);
  if (word & bit) {
    if (may_be_more_)
      beyond_.emplace(tag.source, tag.sequence);
    else
      throw ModelError("message " + std::to_string(tag.sequence - window_) + " of source " +
                       std::to_string(tag.source) + " is still under way, " + std::to_string(window_) +
                       " messages later");
  }
  word |= bit;
  ++messages_out_;
  bytes_out_ += tag.bytes;
}

void DeliveryLedger::refuse(const Tag& tag, std::uint64_t bytes, const char* how) {
  const std::string message = "message " + std::to_string(tag.sequence) + " of source " + std::to_string(tag.source);
  if (bytes == tag.bytes) throw ModelError(message + " " + how + " twice, or never left");
  throw ModelError(message + " left with " + std::to_string(tag.bytes) + " bytes and " + how + " with " +
                   std::to_string(bytes));
}

__attribute__((noinline)) bool DeliveryLedger::is_taken_from_beyond(const Tag& tag) {
  return beyond_.erase({tag.source, tag.sequence}) != 0;
}

inline void DeliveryLedger::end(const Tag& tag, std::uint64_t bytes, const char* how) {
  std::uint64_t& word = under_way_[tag.source][tag.sequence % window_ / 64];
  const std::uint64_t bit = std::uint64_t{1} << (tag.sequence % 64);
  const bool is_beyond = __builtin_expect(!beyond_.empty(), 0) && is_taken_from_beyond(tag);
  if ((!is_beyond && !(word & bit)) || bytes != tag.bytes) refuse(tag, bytes, how);
  if (!is_beyond) word &= ~bit;
}

void DeliveryLedger::lost(const Tag& tag, std::uint64_t bytes, Time now) {
  end(tag, bytes, "was lost");
  bytes_lost_ += bytes;
  if (Backlog* const backlog = backlogs_[tag.source]) backlog->lose(now, bytes);
}

void DeliveryLedger::arrives(const Tag& tag, std::uint64_t bytes, Time now, std::uint32_t destination) {
  end(tag, bytes, "arrived");
  ++messages_in_;
  bytes_in_ += bytes;
  if (Backlog* const backlog = backlogs_[tag.source]) backlog->arrive(now, bytes);
  const std::uint64_t ends = std::uint64_t{tag.source} << 32 | destination;
  fingerprint_ += mix(now ^ mix(tag.sequence ^ mix(ends)));
}

}  // namespace isochron
