// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/type_registry.h>

namespace isochron {

void TypeInfo::describe_parameters(const ParameterTable& table) {
  for (const Parameter& parameter : table.all()) {
    DescribedParameter described{parameter, parameter.get()};
    described.parameter.get = nullptr;
    described.parameter.set = nullptr;
    for (Condition& condition : described.parameter.conditions) condition.holds = nullptr;
    parameters.push_back(std::move(described));
  }
}

}  // namespace isochron
