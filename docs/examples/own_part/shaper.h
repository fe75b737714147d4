// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/fabric/general_link.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/output_ports.h>

#include "bucket.h"

/// A traffic shaper: what comes over the link at `in` leaves by the link at `out` at a rate, but for bursts of a size.
/// A full queue holds up the link that fills it.
class Shaper final : public sc_core::sc_module, public isochron::OutputPorts {
 public:
  struct Config {
    std::uint64_t rate = 200'000'000;  ///< bit/s
    std::uint64_t burst = 16384;       ///< bytes
    std::uint64_t buffers = 64;        ///< messages

    isochron::ParameterTable parameters();
    isochron::Capacity capacity() const { return isochron::Capacity::of_rate(rate); }
  };

  Shaper(const sc_core::sc_module_name& name, const isochron::Domain& domain, const Config& config);

  static constexpr const char* type = "shaper";
  static isochron::TypeInfo type_info();

 private:
  void start_of_simulation() override;

  isochron::GeneralSender out_;
  Bucket bucket_;
  isochron::OneWay to_bucket_{bucket_};
  isochron::GeneralReceiver in_{"in", to_bucket_};
};
