// SPDX-License-Identifier: Apache-2.0
#include "attribute_judge.h"

#include <algorithm>

namespace isochron::rtl {
namespace {

constexpr unsigned attribute_bits = 15;
constexpr unsigned mask = (1u << attribute_bits) - 1;
// Odd, so that it takes every value once before any comes again.
constexpr unsigned step = 0x2f4d;

/// Number `n`: its high bits go into the low ones, since commands take numbers of one side and place in equal steps.
unsigned attributes_of(unsigned n) {
  const unsigned drawn = n * step & mask;
  return drawn ^ drawn >> 7;
}

}  // namespace

void AttributeJudge::give(Command& command) {
  command.src_attributes = attributes_of(given_++);
  command.dst_attributes = attributes_of(given_++);
}

void AttributeJudge::accepted(const Command& c) {
  Entry entry;
  const bool refused = model_.refusal(c) != no_error;  // then it shows no address
  entry.source = {c.reads_memory() && !refused, c.src_port, c.src_attributes, {}};
  entry.destination = {c.dst_port != stream_port && !refused, c.dst_port, c.dst_attributes, {}};
  if (entry.source.memory) entry.source.segments = source_segments(c, core_.address_bits);
  if (entry.destination.memory) entry.destination.segments = destination_segments(c, core_.address_bits);
  in_flight_.push_back(std::move(entry));
}

bool AttributeJudge::right(unsigned port, bool write, std::uint64_t address, unsigned attributes) const {
  return std::any_of(in_flight_.begin(), in_flight_.end(), [&](const Entry& entry) {
    const auto& side = write ? entry.destination : entry.source;
    if (!side.memory || side.port != port || side.attributes != attributes) return false;
    return std::any_of(side.segments.begin(), side.segments.end(), [&](const Segment& segment) {
      return address + core_.word_bytes > segment.address && address < segment.address + segment.bytes;
    });
  });
}

}  // namespace isochron::rtl
