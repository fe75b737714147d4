// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <isochron/endpoint/request_load.h>
#include <isochron/endpoint/request_sequence.h>

namespace isochron {

/// Calls `visit(address, part)` for addresses at which requests for `bytes` begin, each for that part of them: of one
/// page, since places repeat from page to page.
template <class Visit>
void visit_places(const RequestLoad& load, std::uint64_t bytes, const Visit& visit) {
  const std::uint64_t all = RequestSequence::places(bytes, load.align, load.window);
  std::uint64_t places = 1;
  while (places < all && RequestSequence::address_of(places, bytes, load.align) < RequestSequence::page) ++places;
  for (std::uint64_t place = 0; place < places; ++place)
    visit(RequestSequence::address_of(place, bytes, load.align), 1 / static_cast<double>(places));
}

}  // namespace isochron
