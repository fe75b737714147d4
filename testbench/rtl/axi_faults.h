// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace isochron::rtl {

enum AxiResponse : std::uint8_t { okay = 0, exokay = 1, slverr = 2, decerr = 3 };

/// Places of a memory that answer with an error: what a beat touches decides, so that a model can say it beforehand.
class AxiFaults {
 public:
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  ///< included
    AxiResponse response = slverr;
    bool reads = true;
    bool writes = true;
  };

  void add(const Range& range) { ranges_.push_back(range); }
  void clear() { ranges_.clear(); }

  AxiResponse read(std::uint64_t address, unsigned bytes) const { return find(address, bytes, &Range::reads); }
  AxiResponse write(std::uint64_t address, unsigned bytes) const { return find(address, bytes, &Range::writes); }

 private:
  AxiResponse find(std::uint64_t address, unsigned bytes, bool Range::*direction) const {
    for (const auto& range : ranges_)
      if (range.*direction && address <= range.last && address + (bytes - 1) >= range.first) return range.response;
    return okay;
  }

  std::vector<Range> ranges_;
};

}  // namespace isochron::rtl
