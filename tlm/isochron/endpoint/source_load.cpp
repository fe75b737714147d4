// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/source_load.h>

namespace isochron {

std::optional<IoInterval> SourceLoad::interval() const {
  using Wide = IoInterval::Wide;
  // interval = io x 8 x 10^12 x numerator / (bits/s x denominator), kept exact; of on and off together only a part of
  // the time is on, so that it is shorter there.
  Wide top = static_cast<Wide>(sizes != nullptr ? 1 : io) * 8 * second;
  Wide bottom = bits_per_second;
  bool fits = true;
  const auto reduce = [](Wide& a, Wide& b) {
    Wide divisor = a;
    for (Wide rest = b; rest != 0;) {
      const Wide next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    a /= divisor;
    b /= divisor;
  };
  const auto times = [&](Wide numerator, Wide denominator) {
    reduce(numerator, denominator);
    reduce(numerator, bottom);
    reduce(top, denominator);
    fits =
        fits && !__builtin_mul_overflow(top, numerator, &top) && !__builtin_mul_overflow(bottom, denominator, &bottom);
  };
  if (sizes != nullptr) times(sizes->mean_numerator(), sizes->mean_denominator());
  times(interval_numerator, interval_denominator);
  if (arrivals == Arrivals::on_off) times(on, static_cast<Wide>(on) + off);
  reduce(top, bottom);
  if (!fits || bottom >> 127 != 0 || top / bottom > IoInterval::longest) return std::nullopt;
  return IoInterval{static_cast<Time>(top / bottom), top % bottom, bottom,
                    static_cast<double>(top) / static_cast<double>(bottom)};
}

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
  SplitMix64 stream = IoSizes::stream(seed, component(path));
  for (std::uint64_t i = 0; i < io_limit; ++i) bytes += sizes->draw(stream);
  return bytes;
}

}  // namespace isochron
