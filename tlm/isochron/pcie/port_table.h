// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <isochron/pcie/port_router.h>
#include <isochron/protocol/endpoint_address.h>

namespace isochron {

/// Routes by the EndpointAddress of a packet: one lookup. Empty when it is constructed.
class PortTable final : public PortRouter {
 public:
  /// Room for `endpoints` with `ways` each, numbered from 0; whatever was set is forgotten.
  void resize(std::size_t endpoints, unsigned ways);
  /// Room for so many ways; what was set remains.
  void grow(unsigned ways);
  unsigned ways() const { return ways_; }
  /// What goes to `endpoint` by `way` leaves by `port`. Throws std::out_of_range where there is no room for it.
  void set(std::uint32_t endpoint, unsigned way, unsigned port);

  unsigned port_of(const Payload& packet) const override {
    const EndpointAddress address = EndpointAddress::decode(packet.get_address());
    if (__builtin_expect(address.way >= ways_, 0)) no_route(address);
    const std::size_t entry = std::size_t{address.endpoint} * ways_ + address.way;
    if (__builtin_expect(entry >= ports_.size() || ports_[entry] == none, 0)) no_route(address);
    return ports_[entry];
  }

 private:
  static constexpr std::uint8_t none = 255;

  [[noreturn]] static void no_route(const EndpointAddress& address);

  std::vector<std::uint8_t> ports_;  ///< by endpoint, then by way
  unsigned ways_ = 0;
};

}  // namespace isochron
