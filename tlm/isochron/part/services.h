// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <map>

#include <isochron/part/port_ref.h>

namespace isochron {

/// What the parts of a machine offer to parts that call them, once they are built: at each port an object of the class
/// that the port's protocol stands for.
class Services {
 public:
  /// The part `number` is about to be built.
  void begin(std::size_t number) { building_ = number; }
  /// The part that is being built offers `service` at its input `port`. It must outlive the machine's parts.
  template <class Service>
  void offer(const PortRef& port, Service& service) {
    offered_[{building_, port}] = &service;
  }
  /// What is offered at `port`.
  template <class Service>
  Service& at(const PortOfPart& port) const {
    return *std::any_cast<Service*>(offered_.at(port));
  }
  /// What the part that is being built calls by its output `port`, by its `plan`; nullptr: nothing is there.
  template <class Service, class Plan>
  Service* called(const Plan& plan, const PortRef& port) const {
    const auto found = plan.calls.find(port);
    return found == plan.calls.end() ? nullptr : &at<Service>(found->second);
  }

 private:
  std::size_t building_ = 0;
  std::map<PortOfPart, std::any> offered_;
};

}  // namespace isochron
