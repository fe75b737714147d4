// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>

namespace isochron {

/// Where the parts of a lost RAID-5 unit meet and are XORed: a message's worth is rebuilt when as many parts as there
/// are surviving units have come. Source of the scheme: Patterson et al. 1989; at the destination card: our reading of
/// the paper's section 2.
class UnitRebuilder {
 public:
  /// `parts`: messages that make one rebuilt one, 1 or more.
  explicit UnitRebuilder(unsigned parts) : parts_(parts) {}

  /// From now on so many parts make one; what has come of others is given up.
  void expect(unsigned parts) {
    parts_ = parts;
    arrived_.clear();
  }
  /// A part has come of the lost unit of this number, of the controllers that are `lane` in their nodes (below 16), at
  /// this offset (bytes, below 2^30). True: it was the last missing part of its message's worth.
  bool arrives(std::uint64_t unit, unsigned lane, std::uint64_t offset);

  std::size_t waiting() const { return arrived_.size(); }

 private:
  unsigned parts_;
  std::unordered_map<std::uint64_t, unsigned> arrived_;  ///< parts so far, by unit, lane and offset
};

}  // namespace isochron
