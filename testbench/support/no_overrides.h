// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/observe/instance_overrides.h>
#include <isochron/observe/parameter_table.h>

namespace isochron::testbench {

/// A machine as its parameters have it: no instance differs.
class NoOverrides final : public InstanceOverrides {
 public:
  void apply(const std::string&, ParameterTable&) override {}
};

}  // namespace isochron::testbench
