// SPDX-License-Identifier: Apache-2.0
#include "stream_packet.h"

#include <algorithm>

#include "segments.h"

namespace isochron::rtl {
namespace {

std::uint64_t lanes(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

unsigned count(std::uint64_t keep) {
  return static_cast<unsigned>(__builtin_popcountll(keep));
}

/// Lanes that the command needs of each beat. A segment begins with a beat.
std::vector<std::uint64_t> needs(const Command& c, unsigned word_bytes, unsigned address_bits) {
  std::vector<std::uint64_t> all;
  for (const auto& segment : source_segments(c, address_bits))
    for (std::uint64_t done = 0; done < segment.bytes; done += word_bytes)
      all.push_back(lanes(std::min<std::uint64_t>(word_bytes, segment.bytes - done)));
  return all;
}

}  // namespace

StreamPacket packet_of(const Command& c, unsigned word_bytes, unsigned address_bits) {
  const auto& shape = c.packet;
  StreamPacket packet;
  auto& keeps = packet.keeps;
  keeps = needs(c, word_bytes, address_bits);
  auto lacks = shape.surplus < 0 ? static_cast<std::uint64_t>(-shape.surplus) : 0;
  while (lacks && !keeps.empty() && lacks >= count(keeps.back())) {
    lacks -= count(keeps.back());
    keeps.pop_back();
  }
  if (!keeps.empty()) keeps.back() = lanes(count(keeps.back()) - lacks);
  if (shape.padded)
    for (std::size_t i = 0; i + 1 < keeps.size(); ++i) keeps[i] = lanes(word_bytes);
  for (auto more = shape.surplus; more > 0;) {
    const auto room = word_bytes - (keeps.empty() ? word_bytes : count(keeps.back()));
    if (!room) {
      keeps.push_back(0);
      continue;
    }
    const auto put = std::min<std::int64_t>(room, more);
    keeps.back() = lanes(count(keeps.back()) + static_cast<std::uint64_t>(put));
    more -= put;
  }
  if (keeps.empty() || shape.empty_end) keeps.push_back(0);
  if (shape.hole_beat && shape.hole_beat <= keeps.size()) {
    auto& keep = keeps[shape.hole_beat - 1];
    const auto kept = count(keep);
    if (shape.hole_at_top && kept)
      keep = lanes(kept - 1);
    else if (kept > 1)
      keep &= ~(std::uint64_t{1} << (kept - 2));
    else
      keep = 2;
  }
  return packet;
}

Reception receive(const Command& c, const StreamPacket& packet, unsigned word_bytes, unsigned address_bits) {
  Reception result;
  const auto needed = needs(c, word_bytes, address_bits);
  for (std::size_t beat = 0; beat < needed.size(); ++beat) {
    const auto keep = packet.keeps[beat];
    const auto useful = keep & needed[beat];
    const bool last = beat + 1 == packet.keeps.size();
    const bool final_beat = beat + 1 == needed.size();
    const bool lacks = useful != needed[beat];
    if ((keep & (keep + 1)) != 0 || (lacks && !last)) {
      result.kind = Reception::hole;
      return result;
    }
    result.bytes += count(useful);
    if (last && (lacks || !final_beat)) {
      result.kind = Reception::is_short;
      return result;
    }
    if (final_beat && (!last || (keep & ~needed[beat]))) result.kind = Reception::is_long;
  }
  return result;
}

}  // namespace isochron::rtl
