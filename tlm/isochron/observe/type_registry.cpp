// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/type_registry.h>

namespace isochron {

void TypeInfo::describe_parameters(const ParameterTable& table) {
  for (const Parameter& parameter : table.all()) {
    DescribedParameter described{parameter, parameter.get()};
    if (parameter.preset) described.preset = parameter.preset();
    described.parameter.get = nullptr;
    described.parameter.set = nullptr;
    described.parameter.preset = nullptr;
    described.parameter.reset = nullptr;
    for (Condition& condition : described.parameter.conditions) condition.holds = nullptr;
    parameters.push_back(std::move(described));
  }
}

void TypeInfo::describe_stage(const std::string& port) {
  const std::string within = port.empty() ? "" : port + ".";
  statistics.push_back({within + "utilisation", "1", "fraction of time that it sends, or has its place on the bus"});
  statistics.push_back(
      {within + "wait_link", "1", "fraction of time with a message that waits while the link or place is taken"});
  statistics.push_back(
      {within + "wait_buffer", "1", "fraction of time with a message that lacks only the next buffer"});
}

void TypeInfo::describe_output_port(const std::string& port) {
  describe_stage(port);
  statistics.push_back({port + ".queue_depth", "1", "messages in the output port, mean over time"});
}

}  // namespace isochron
