// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/playback.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace isochron {

Playback::Playback(std::uint64_t block, std::uint64_t packet, std::uint64_t buffers)
    : block_(block), packet_(packet), buffers_(buffers) {}

Playback::Buffer* Playback::holder(std::uint64_t block) {
  const auto found = std::find_if(buffers_.begin(), buffers_.end(),
                                  [block](const Buffer& buffer) { return buffer.used && buffer.block == block; });
  return found == buffers_.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> Playback::ask(std::uint64_t expected) {
  const auto free = std::find_if(buffers_.begin(), buffers_.end(), [](const Buffer& buffer) { return !buffer.used; });
  if (free == buffers_.end()) return std::nullopt;
  const std::uint64_t past = std::max(expected, position_);
  if ((next_ + 1) * block_ <= past) {
    const std::uint64_t in_time = (past + block_ - 1) / block_;
    left_out_ += in_time - next_;
    next_ = in_time;
  }
  *free = {next_, false, false, true};
  return next_++;
}

bool Playback::come(std::uint64_t block) {
  Buffer* const buffer = holder(block);
  if (buffer == nullptr || buffer->there)
    throw std::logic_error("block " + std::to_string(block) + " came, and was not asked for");
  buffer->there = true;
  buffer->used = block >= position_ / block_;
  return position_ <= block * block_;
}

void Playback::miss(std::uint64_t block) {
  Buffer* const buffer = holder(block);
  if (buffer == nullptr || buffer->there)
    throw std::logic_error("block " + std::to_string(block) + " is missing, and was not asked for");
  buffer->missing = true;
  buffer->used = block >= position_ / block_;
}

bool Playback::take() {
  bool there = true;
  const std::uint64_t end = position_ + packet_;
  for (std::uint64_t block = position_ / block_; block <= (end - 1) / block_; ++block) {
    const Buffer* const buffer = holder(block);
    there = there && buffer != nullptr && buffer->there;
  }
  position_ = end;
  for (Buffer& buffer : buffers_)
    if ((buffer.there || buffer.missing) && buffer.block < position_ / block_) buffer.used = false;
  return there;
}

std::uint64_t Playback::under_way() const {
  return static_cast<std::uint64_t>(std::count_if(buffers_.begin(), buffers_.end(), [](const Buffer& buffer) {
    return buffer.used && !buffer.there && !buffer.missing;
  }));
}

}  // namespace isochron
