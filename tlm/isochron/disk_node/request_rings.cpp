// SPDX-License-Identifier: Apache-2.0
#include <isochron/disk_node/request_rings.h>

namespace isochron::disk_node {

RequestRings::RequestRings(DiskNodeDriver& driver, MemoryAccess& memory, const Layout& layout)
    : driver_(driver), memory_(memory), layout_(layout) {
  driver_.run(false);
  // No entry of an earlier use may look like a new completion.
  for (std::uint32_t i = 0; i < 1u << layout.completions_log2; ++i)
    memory_.write_word(layout.completions + std::uint64_t{completion_bytes} * i, 0);
  driver_.set_request_ring(layout.requests, layout.requests_log2);
  driver_.set_completion_ring(layout.completions, layout.completions_log2);
  driver_.run(true);
}

bool RequestRings::push(const Request& request) {
  const auto next = (tail_ + 1) % (1u << layout_.requests_log2);
  if (next == driver_.request_head()) return false;
  const auto words = words_of(request);
  for (std::uint64_t i = 0; i < words.size(); ++i)
    memory_.write_word(layout_.requests + std::uint64_t{request_bytes} * tail_ + 4 * i, words[i]);
  tail_ = next;
  driver_.move_request_tail(tail_);
  return true;
}

std::optional<Completion> RequestRings::take() {
  const auto at = layout_.completions + std::uint64_t{completion_bytes} * head_;
  std::array<std::uint32_t, 4> words{};
  words[0] = memory_.read_word(at);
  // The second half is written after the first: the pointer moves when memory has both.
  if (phase_of(words) != phase_ || driver_.completion_tail() == head_) return std::nullopt;
  for (std::uint64_t i = 1; i < words.size(); ++i) words[i] = memory_.read_word(at + 4 * i);
  head_ = (head_ + 1) % (1u << layout_.completions_log2);
  if (head_ == 0) phase_ = !phase_;
  driver_.move_completion_head(head_);
  return completion_of(words);
}

}  // namespace isochron::disk_node
