// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/part/request_parts.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/tlp_size.h>

namespace isochron {

/// What a part with a PCI Express port sends for a request: read requests of at most `mrrs` bytes, each of which takes
/// a tag, or one piece with all packets of a write, each with at most `mps` bytes.
inline std::vector<RequestPiece> request_pieces(const TlpSize& size, std::uint64_t mrrs, std::uint64_t mps,
                                                const OneRequest& request) {
  const RequestCut cut(request.write ? mps : mrrs);
  std::vector<RequestPiece> pieces;
  if (request.write) pieces.push_back({request, {}, false});
  for (std::uint64_t done = 0, bytes = 0; done < request.bytes; done += bytes) {
    bytes = cut.next(request.address + done, request.bytes - done);
    if (request.write)
      pieces.front().messages.push_back(size.overhead(TlpType::posted) + bytes);
    else
      pieces.push_back(
          {{false, bytes, request.address + done, request.bytes}, {size.overhead(TlpType::non_posted)}, true});
  }
  return pieces;
}

}  // namespace isochron
