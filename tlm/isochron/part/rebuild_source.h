// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// A source with one traffic, that can be asked for I/Os of a rebuild too, of the same size: what its PartConfig is
/// beside.
class RebuildSource {
 public:
  virtual ~RebuildSource() = default;
};

}  // namespace isochron
