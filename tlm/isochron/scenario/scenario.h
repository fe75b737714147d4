// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/run/machine_description.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// A scenario's value or values of one parameter of the machine.
struct Assignment {
  std::string path;  ///< "pci.slice_time"
  YamlNode value;
  bool from_command_line = false;
};

/// A scenario's value or values of one parameter of the instances that match a pattern.
struct InstanceAssignment {
  std::string pattern;  ///< "node[0].raid[*]"
  std::string path;     ///< "dma_engines"
  SourcePosition pattern_position;
  SourcePosition path_position;
  YamlNode value;
};

/// A parameter that the scenario varies, with its values in order. `path` begins with "instances." for an instance's.
struct Variation {
  std::string path;
  SourcePosition position;
  std::vector<YamlNode> values;
};

/// A condition on a point of a scenario: a parameter has a value.
struct ParameterCondition {
  std::string path;
  YamlNode value;
};

/// A figure that a file or an option names, as find_figure() finds it in a result.
struct NamedFigure {
  std::string path;
  SourcePosition position;
  std::vector<ParameterCondition> at = {};  ///< the points that it is asked of; none: all
};

/// Whether what a file or an option names is a formula over statistics, "sum(node[*].card[*].bandwidth)", and no name.
inline bool is_formula(const std::string& figure) {
  return figure.find('(') != std::string::npos;
}

/// When to measure, and how often.
struct Measure {
  bool until_done = false;                     ///< the machine runs until its work is done; the two below are 0
  std::uint64_t warm_up = 1'000'000'000'000;   ///< ps
  std::uint64_t duration = 4'000'000'000'000;  ///< ps
  std::uint64_t replications = 1;
  double confidence = 0.9;
  std::uint64_t seed = 1;
  std::uint64_t every = 0;  ///< ps; not 0: figures are series too, a value for each such interval
  SourcePosition every_position = {};
  std::vector<NamedFigure> series = {};  ///< which; none: all metrics
};

/// A limit as a file writes it: with a unit, or as a bare number of whatever the metric has.
struct Limit {
  SiValue value;
  SourcePosition position;
};

/// A band around, above or below something: an absent limit is open. With `relative` or `absolute` the band lies around
/// a value that is given elsewhere.
struct Band {
  std::optional<Limit> low;
  std::optional<Limit> high;
  std::optional<double> relative;  ///< 0.01 for "within 1 %"
  std::optional<Limit> absolute;   ///< "plus_minus: 0.15 MB/s"
};

/// A metric must lie in a band.
struct Expectation {
  std::string metric;  ///< "raid.bandwidth.min"
  SourcePosition position;
  SourcePosition metric_position;
  std::optional<std::string> published;  ///< id of a published number, the centre of `band`
  SourcePosition published_position;
  std::optional<Limit> equals;  ///< the centre of `band`, when no published number is
  Band band;
  std::vector<ParameterCondition> at;  ///< points that it is for; empty: all
};

/// A scenario file and the command line's changes to it, checked against the machine that it names.
struct Scenario {
  std::string name;  ///< the file's name without folder and extension: "cluster"
  std::string file;
  std::string sha256;  ///< of the file's bytes
  std::string system;  ///< as the file names it
  SourcePosition system_position;
  std::shared_ptr<const MachineType> machine;  ///< what that is
  std::string title;
  std::string description;
  std::vector<Assignment> parameters;  ///< no path twice
  std::vector<InstanceAssignment> instances;
  Measure measure;
  std::vector<Variation> variations;
  bool negative_control = false;
  YamlNode faults;  ///< as it has them; nothing: none
  std::vector<Expectation> expectations;
  bool changed = false;  ///< by the command line: points that expectations are for may be gone
};

}  // namespace isochron
