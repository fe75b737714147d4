// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <isochron/protocol/endpoint_address.h>
#include <isochron/protocol/router.h>

namespace isochron {

/// Routes by the EndpointAddress of a payload: one lookup. Empty when it is constructed, since a part needs its router
/// before it has the ports that the router leads to.
class RouteTable final : public Router {
 public:
  /// Room for `endpoints` with `ways` each, numbered from 0; whatever was set is forgotten.
  void resize(std::size_t endpoints, unsigned ways);
  /// Room for so many ways; what was set remains.
  void grow(unsigned ways);
  unsigned ways() const { return ways_; }
  /// Something may go by `port` later, though nothing does yet.
  void may_lead_to(OutputPort& port) { later_.push_back(&port); }
  /// What goes to `endpoint` by `way` leaves by `port`, which must outlive the table. Throws std::out_of_range where
  /// there is no room for it.
  void set(std::uint32_t endpoint, unsigned way, OutputPort& port);

  /// Throws ModelError, with the endpoint and the way, where no port is set.
  OutputPort& route(const Payload& payload) const override {
    const EndpointAddress address = EndpointAddress::decode(payload.get_address());
    if (__builtin_expect(address.way >= ways_, 0)) no_route(address);
    const std::size_t entry = std::size_t{address.endpoint} * ways_ + address.way;
    OutputPort* const port = entry < ports_.size() ? ports_[entry] : nullptr;
    if (__builtin_expect(port == nullptr, 0)) no_route(address);
    return *port;
  }

  void each_port(const std::function<void(OutputPort&)>& visit) const override;

 private:
  [[noreturn]] static void no_route(const EndpointAddress& address);

  std::vector<OutputPort*> ports_;  ///< by endpoint, then by way
  unsigned ways_ = 0;
  std::vector<OutputPort*> later_;  ///< to which something may lead
};

}  // namespace isochron
