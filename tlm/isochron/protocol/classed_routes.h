// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/protocol/route_table.h>
#include <isochron/protocol/traffic_class.h>

namespace isochron {

/// Routes to output ports of classes: a RouteTable for each class.
class ClassedRoutes final : public Router {
 public:
  explicit ClassedRoutes(unsigned classes) : tables_(classes) {}

  unsigned classes() const { return static_cast<unsigned>(tables_.size()); }
  /// Of a class. Throws std::out_of_range.
  RouteTable& table(unsigned traffic_class) { return tables_.at(traffic_class); }

  OutputPort& route(const Payload& payload) const override {
    return tables_[class_of(payload, classes())].route(payload);
  }
  void each_port(const std::function<void(OutputPort&)>& visit) const override {
    for (const RouteTable& table : tables_) table.each_port(visit);
  }

 private:
  std::vector<RouteTable> tables_;
};

}  // namespace isochron
