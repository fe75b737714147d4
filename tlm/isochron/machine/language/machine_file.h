// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/language/arrival_trace.h>
#include <isochron/machine/language/expression.h>
#include <isochron/machine/language/path_template.h>
#include <isochron/machine/language/pattern_template.h>
#include <isochron/machine/run/warning.h>
#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// Values of another parameter with which a parameter has an effect.
struct CountsWith {
  std::string parameter;
  SourcePosition position;
  std::vector<YamlNode> values;  ///< of a choice: any of them; of a flag: one; of a count: one, the least
};

/// A parameter that a machine, or a type of it, declares.
struct ParameterDeclaration {
  std::string name;
  SourcePosition position;
  Quantity quantity = Quantity::count;
  YamlNode standard;  ///< its default
  std::optional<std::pair<YamlNode, YamlNode>> range;
  std::vector<std::string> choices;  ///< of a choice
  std::vector<CountsWith> conditions;
  std::string instead;  ///< a name that it may have in place of a number: "unlimited"; or empty
  std::string about;
  std::string source;
};

/// A file's setting of one parameter of a part, or of one option.
struct Setting {
  std::string path;  ///< "rate", "disk_delay.min"
  SourcePosition position;
  YamlNode raw;
  std::optional<Expression> value;  ///< of a single value that is an expression
  std::string problem;              ///< why it is none: for a parameter that is no text
  std::string remedy;
};

/// Variables that count from 0 to below a number, the last one fastest, and what must hold of them.
struct Loop {
  std::vector<std::pair<std::string, Expression>> variables;
  std::optional<Expression> when;
};

/// A part, or an array of parts: "raid[raids]".
struct PartDeclaration {
  std::string name;
  SourcePosition position;
  std::vector<Expression> sizes;  ///< of an array, a dimension each
  std::optional<Expression> when;
  std::string type;
  SourcePosition type_position;
  std::vector<Setting> settings;
  std::string about;  ///< what it stands for; or empty
};

/// A port of a type: another name for one inside it. With a size there are several, and `i` counts them.
struct PortDeclaration {
  std::string name;
  SourcePosition position;
  std::optional<Expression> size;
  PathTemplate inside;
};

/// A link that joins two ports.
struct LinkDeclaration {
  std::string type;
  SourcePosition type_position;
  PathTemplate name;
  std::vector<Setting> settings;
  std::string about;  ///< what it stands for; or empty
};

/// Two ports that are joined, or several pairs of them.
struct ConnectionDeclaration {
  SourcePosition position;
  Loop loop;
  PathTemplate from;
  PathTemplate to;
  std::optional<LinkDeclaration> link;
  std::vector<Setting> master;  ///< what `from` is on the bus `to`
};

/// A type made of parts. The machine itself is one.
struct TypeDeclaration {
  std::string name;
  SourcePosition position;
  std::vector<ParameterDeclaration> parameters;
  std::vector<PortDeclaration> ports;
  std::vector<PartDeclaration> parts;
  std::vector<ConnectionDeclaration> connections;
};

/// A path with * for indices.
struct PathPattern {
  std::string text;
  SourcePosition position;
};

/// A part, or one of several, that routes pass. Its path may depend on a route's ends and its way.
struct ViaDeclaration {
  PatternTemplate at;
  std::optional<Expression> when;
};

/// Paths with *: what the first matches, then what the others match beside.
using PathPatterns = std::vector<PathPattern>;

/// Traffic from some parts to others.
struct TrafficDeclaration {
  std::string name;
  SourcePosition position;
  std::optional<Expression> when;
  PathPatterns from;
  PathPatterns to;
  std::vector<Expression> weights;            ///< of what each of `to` matches; none: no weights
  std::vector<ViaDeclaration> via;            ///< in the order in which they are passed
  std::shared_ptr<const ArrivalTrace> trace;  ///< what its `file` has
  SourcePosition trace_position;              ///< of `file`
  std::vector<Setting> settings;
};

/// One of the steps of a job: a part that does something with it.
struct StepDeclaration {
  SourcePosition position;
  PathTemplate at;
  std::optional<PathTemplate> to;  ///< of a part that sends: the part that receives
  std::optional<Expression> when;
  std::optional<Expression> requests;     ///< in which a job asks for it
  std::string name;                       ///< for `hold_until`; or empty
  std::optional<PathPattern> hold_until;  ///< name of the later step at whose end the part is free for other jobs
};

/// Work that passes from part to part in ordered steps.
struct JobDeclaration {
  std::string name;
  SourcePosition position;
  std::optional<Expression> when;
  std::vector<Setting> settings;
  /// Names for what is worked out for each job, each of those before it and of the job's number.
  std::vector<std::pair<std::string, Expression>> values;
  std::vector<StepDeclaration> steps;
};

/// A metric of the machine by its formula; or a group of metrics, each the spread of a statistic over parts.
struct MetricDeclaration {
  std::string name;
  SourcePosition position;
  Loop loop;                            ///< of a group, whose patterns may have its variables; `when` of both
  std::optional<Expression> formula;    ///< none: a group
  std::vector<PatternTemplate> of;      ///< of a group: "node[*].raid_pci[*]"
  std::string statistic;                ///< of which the metric is NAME; or empty
  std::vector<std::string> statistics;  ///< NAME.STATISTIC of each; with none, and no `statistic`: all that are shown
  std::vector<std::string> series;      ///< NAME.STATISTIC over time of each of these
  std::string about;
};

/// A statistic of the instances of a type that is made of parts.
struct ScopeStatisticDeclaration {
  std::string scope;  ///< "node[*]"
  std::string name;
  SourcePosition position;
  Expression formula;  ///< its patterns begin in the scope
  std::string about;
};

/// A machine file as it was written, names and places checked, nothing worked out.
struct MachineFile {
  std::string file;
  std::string summary;
  std::string source;
  bool until_done = false;
  TypeDeclaration machine;
  std::vector<TypeDeclaration> types;  ///< its own and those of the files that it includes
  std::vector<TrafficDeclaration> traffic;
  std::vector<JobDeclaration> jobs;
  std::vector<ScopeStatisticDeclaration> statistics;
  std::vector<MetricDeclaration> metrics;
  bool automatic_metrics = true;   ///< also those over parts that are alike
  std::vector<Warning> warnings;   ///< about its own text
  std::vector<std::string> files;  ///< itself, what it includes, and traces
  std::string sha256;              ///< of the bytes of all of them

  const TypeDeclaration* type(const std::string& name) const {
    for (const TypeDeclaration& one : types)
      if (one.name == name) return &one;
    return nullptr;
  }
};

}  // namespace isochron
