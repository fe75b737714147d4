// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/observe/parameter_table.h>

namespace isochron {

/// A port of a part: its name, the protocol it speaks ("base protocol", "starfabric", ...) and its role.
struct PortInfo {
  std::string name;
  std::string protocol;
  std::string role;  ///< "initiator", "target", "sender", "receiver", "peer"
  std::string doc;
};

/// A statistic of a part as it appears under `components` in a result, or a metric of a machine.
struct StatisticInfo {
  std::string name;  ///< with the part of the part that it is of: "link_out[i].queue_depth"
  std::string unit;  ///< "B", "B/s", "s", "1"
  std::string doc;
  bool distribution = false;  ///< it is a mean of samples; of such a metric results have percentiles
};

/// Description of a type of part or machine; `isochron describe` prints it.
struct TypeInfo {
  std::string name;  ///< as in scenarios: "pci_bus"
  std::string kind;  ///< "system", "bus", "fabric", "device"
  std::string summary;
  std::string source;
  std::vector<PortInfo> ports;
  bool is_line = false;  ///< a drawing has it as the line between what it joins
  std::vector<StatisticInfo> statistics;
  std::vector<StatisticInfo>
      metrics;  ///< of a system: the figures of its results, "raid.bandwidth"; expectations are checked against it
  /// Describes a default configuration. The values are copied out, nothing refers to a live object.
  struct DescribedParameter {
    Parameter parameter;  ///< without accessors
    ParameterValue standard;
    std::optional<Preset> preset = {};  ///< that `standard` comes from
  };
  std::vector<DescribedParameter> parameters;
  /// Defaults that a value of a choice sets.
  struct DescribedPreset {
    std::string parameter;                                    ///< the choice
    std::string choice;                                       ///< its value
    std::vector<std::pair<std::string, std::string>> values;  ///< paths of parameters, each with its value in words
    std::string source;
  };
  std::vector<DescribedPreset> presets;  ///< of a system
  /// A fault that can strike a part: "down".
  struct FaultInfo {
    std::string name;
    std::string doc;
    bool must_end = false;  ///< nobody can tell those that wait for it that it will not
  };
  std::vector<FaultInfo> faults;
  std::vector<std::string> changeable;  ///< paths of parameters that can change during a run

  /// Adds what `port`, or the part itself if it is empty, reports where it sends over a link or a bus.
  void describe_stage(const std::string& port);
  /// Adds what the output port `port` reports: that, and its queue.
  void describe_output_port(const std::string& port);
  /// Copies the table's parameters with their present values as the defaults.
  void describe_parameters(const ParameterTable& table);
};

/// All types of the library by name, in alphabetical order.
using TypeRegistry = std::map<std::string, TypeInfo>;

}  // namespace isochron
