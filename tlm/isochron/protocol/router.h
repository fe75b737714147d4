// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <isochron/protocol/output_port.h>

namespace isochron {

/// Which output port of a bridge, switch or chip a message leaves by. A plain decision, no module.
class Router {
 public:
  virtual OutputPort& route(const Payload& payload) const = 0;
  /// The port of a router that has no other; else nullptr.
  virtual OutputPort* only() const { return nullptr; }
  /// Calls `visit` with each port that it routes to, a port perhaps several times.
  virtual void each_port(const std::function<void(OutputPort&)>& visit) const = 0;

 protected:
  ~Router() = default;
};

/// The router of a part with one way out.
class OneWay final : public Router {
 public:
  explicit OneWay(OutputPort& port) : port_(port) {}
  OutputPort& route(const Payload&) const override { return port_; }
  OutputPort* only() const override { return &port_; }
  void each_port(const std::function<void(OutputPort&)>& visit) const override { visit(port_); }

 private:
  OutputPort& port_;
};

}  // namespace isochron
