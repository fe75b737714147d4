// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/source_load.h>

namespace isochron {

std::uint64_t SourceLoad::total(const std::string& path) const {
  std::uint64_t bytes = 0;
  if (arrivals == Arrivals::trace) {
    for (const TracedIo& one : *trace) bytes += one.bytes;
    if (repeat == 0 || trace->empty()) return bytes;
    bytes *= io_limit / trace->size();
    for (std::size_t i = 0; i < io_limit % trace->size(); ++i) bytes += (*trace)[i].bytes;
    return bytes;
  }
  if (is_silent()) return 0;
  if (sizes == nullptr) return io_limit * io;
  SplitMix64 stream = IoSizes::stream(seed, path);
  for (std::uint64_t i = 0; i < io_limit; ++i) bytes += sizes->draw(stream);
  return bytes;
}

}  // namespace isochron
