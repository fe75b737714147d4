// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// A part whose messages say themselves which station of a network they are for. Those of others are for station 0.
class AddressingPart {
 protected:
  ~AddressingPart() = default;
};

}  // namespace isochron
