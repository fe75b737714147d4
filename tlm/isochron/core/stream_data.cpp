// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/stream_data.h>

#include <cstring>

namespace isochron {

void StreamData::write(std::uint64_t offset, std::uint8_t* data, std::size_t bytes) const {
  std::size_t done = 0;
  for (; done < bytes && (offset + done) % 8 != 0; ++done) data[done] = byte_at(offset + done);
  for (; done + 8 <= bytes; done += 8) {
    const std::uint64_t word = mix(key_ ^ mix((offset + done) / 8));
    std::memcpy(data + done, &word, 8);  // little endian, as every machine that this runs on
  }
  for (; done < bytes; ++done) data[done] = byte_at(offset + done);
}

std::size_t StreamData::first_difference(std::uint64_t offset, const std::uint8_t* data, std::size_t bytes) const {
  std::size_t done = 0;
  for (; done < bytes && (offset + done) % 8 != 0; ++done)
    if (data[done] != byte_at(offset + done)) return done;
  for (; done + 8 <= bytes; done += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + done, 8);
    if (word != mix(key_ ^ mix((offset + done) / 8))) break;
  }
  for (; done < bytes; ++done)
    if (data[done] != byte_at(offset + done)) return done;
  return bytes;
}

}  // namespace isochron
