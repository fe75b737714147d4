// SPDX-License-Identifier: Apache-2.0
#include <isochron/disk_node/request.h>

namespace isochron::disk_node {

std::array<std::uint32_t, 10> words_of(const Request& r) {
  const std::uint32_t head = r.id | std::uint32_t{r.write} << 16 | std::uint32_t{r.survivors != 0} << 17 |
                             std::uint32_t{r.port_b} << 18 | std::uint32_t{r.deadline.has_value()} << 19 |
                             std::uint32_t{r.disk} << 24;
  const auto low = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  const auto high = [](std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); };
  return {head,           r.survivors,
          low(r.block),   high(r.block),
          r.bytes,        r.deadline.value_or(0),
          low(r.address), high(r.address),
          r.row_bytes,    static_cast<std::uint32_t>(r.stride)};
}

Request request_of(const std::array<std::uint32_t, 10>& words) {
  const auto joined = [&words](unsigned low) { return std::uint64_t{words[low + 1]} << 32 | words[low]; };
  Request r;
  r.id = static_cast<std::uint16_t>(words[0]);
  r.write = words[0] >> 16 & 1;
  r.survivors = (words[0] >> 17 & 1) != 0 ? words[1] : 0;
  r.port_b = words[0] >> 18 & 1;
  if ((words[0] >> 19 & 1) != 0) r.deadline = words[5];
  r.disk = words[0] >> 24;
  r.block = joined(2);
  r.bytes = words[4];
  r.address = joined(6);
  r.row_bytes = words[8];
  r.stride = static_cast<std::int32_t>(words[9]);
  return r;
}

Completion completion_of(const std::array<std::uint32_t, 4>& words) {
  Completion c;
  c.id = static_cast<std::uint16_t>(words[0]);
  c.code = static_cast<Code>(words[0] >> 16 & 15);
  c.from_slot_table = words[0] >> 24 & 1;
  c.bytes = words[1];
  c.began = words[2];
  c.ended = words[3];
  return c;
}

bool phase_of(const std::array<std::uint32_t, 4>& words) {
  return words[0] >> 31;
}

}  // namespace isochron::disk_node
