// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/language/expression.h>
#include <isochron/machine/language/path_template.h>
#include <isochron/machine/language/pattern_template.h>
#include <isochron/machine/language/text_template.h>
#include <isochron/machine/language/typed_lists.h>
#include <isochron/machine/run/warning.h>
#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// Values of another parameter with which a parameter has an effect.
struct CountsWith {
  std::string parameter;
  SourcePosition position;
  std::vector<YamlNode> values;  ///< of a choice: any of them; of a flag: one; of a count: the least, or least and most
  std::optional<Expression> when = {};  ///< what decides in place of these, which are words for it then
};

/// A file's setting of one parameter of a part, or of one option.
struct Setting {
  std::string path;  ///< "rate", "disk_delay.min"
  SourcePosition position;
  YamlNode raw;
  std::optional<Expression> value;  ///< of a single value that is an expression
  std::string problem;              ///< why it is none: for a parameter that is no text
  std::string remedy;
  bool from_group = false;  ///< one of those that a group sets
};

/// Parameters of a type that a machine, or another type, takes as its own.
struct ParameterGroup {
  /// A parameter of the type, or the beginning of several, and its name here.
  struct Name {
    std::string inside;
    std::string outside;
    SourcePosition position;
  };

  std::string type;
  SourcePosition type_position;
  std::string prefix;             ///< before the names of all: "pci"; or empty
  std::vector<Name> names;        ///< those that are taken; none: all but `without`
  std::vector<Name> without;      ///< those that are not
  std::vector<Setting> settings;  ///< values of parameters that are not taken
};

/// A parameter that a machine, or a type of it, declares; or a group of them, or a change of what a group has.
struct ParameterDeclaration {
  enum class Kind { own, group, change };

  std::string name;
  SourcePosition position;
  Kind kind = Kind::own;
  ParameterGroup group;  ///< of a group
  Quantity quantity = Quantity::count;
  YamlNode standard;  ///< its default; of a change nothing where it stays
  std::optional<std::pair<YamlNode, YamlNode>> range;
  std::vector<std::string> choices;  ///< of a choice
  bool repeats = false;              ///< of indices: a number may be there twice
  std::vector<CountsWith> conditions;
  std::string instead;  ///< a name that it may have in place of a number: "unlimited"; or empty
  std::string about;
  std::string source;
};

/// Defaults of other parameters that one value of a choice sets.
struct PresetDeclaration {
  std::string parameter;  ///< the choice
  SourcePosition position;
  std::string choice;  ///< its value
  SourcePosition choice_position;
  std::vector<Setting> values;  ///< single values, not expressions
  std::string source;

  /// "`host: workstation`", for messages.
  std::string name() const { return "`" + parameter + ": " + choice.substr(0, 60) + "`"; }
};

/// What must hold of parameters together.
struct CheckDeclaration {
  /// A parameter, and where the check names it.
  struct Place {
    std::string name;
    SourcePosition position;
  };

  SourcePosition position;
  Expression require;
  Place at;  ///< the parameter that is to blame
  TextTemplate cause;
  TextTemplate remedy;
  std::vector<Place> others;   ///< parameters that take part; none: those in `require`
  std::vector<Setting> tries;  ///< values by which a remedy may be found
};

/// Variables that count from 0 to below a number, the last one fastest, and what must hold of them.
struct Loop {
  std::vector<std::pair<std::string, Expression>> variables;
  std::optional<Expression> when;
};

/// A parameter that decides of which type a part is.
struct TypeChoice {
  std::string parameter;
  SourcePosition position;
  std::vector<std::string> values;  ///< each of one of the types
};

/// A part, or an array of parts: "raid[raids]". Where a parameter chooses its type there is one for each type.
struct PartDeclaration {
  std::string name;
  SourcePosition position;
  std::vector<Expression> sizes;  ///< of an array, a dimension each
  std::optional<Expression> when;
  std::optional<Expression> down;            ///< it stands there and does nothing
  std::shared_ptr<const TypeChoice> choice;  ///< nullptr: it has one type
  std::optional<Expression> chosen;          ///< of a choice: it is of this type
  std::string type;
  SourcePosition type_position;
  std::vector<Setting> settings;
  std::string about;  ///< what it stands for; or empty
  /// Of a type that is made of parts: these have names of their own, without its name before them.
  bool has_no_scope = false;
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
  bool both_ways = false;       ///< it is `between` the two, which are peers
};

/// A type made of parts. The machine itself is one.
struct TypeDeclaration {
  std::string name;
  SourcePosition position;
  std::vector<ParameterDeclaration> parameters;
  std::vector<PresetDeclaration> presets;  ///< of the machine alone
  /// Names for what is worked out of the parameters, each of those before it too.
  std::vector<std::pair<std::string, Expression>> values;
  std::vector<CheckDeclaration> checks;
  std::vector<PortDeclaration> ports;
  std::vector<PartDeclaration> parts;
  std::vector<ConnectionDeclaration> connections;
};

/// A path with * for indices.
struct PathPattern {
  std::string text;
  SourcePosition position;
};

/// Paths with *: what the first matches, then what the others match beside.
using PathPatterns = std::vector<PathPattern>;

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

/// What bounds call parts, and say of them.
struct BoundDeclaration {
  std::string name;
  PathPatterns of;
  std::string about;  ///< empty: what such parts are
  /// What one of several carries, by a formula of the file, in place of what arithmetic says of parts; nullopt: the
  /// bound only names these.
  std::optional<Expression> capacity = {};
  std::optional<Expression> number = {};  ///< of them; nullopt: one
  std::optional<Expression> each = {};    ///< that one of the driver asks of all of them, in the unit of `capacity`;
                                          ///< nullopt: 1
  std::optional<Expression> whole = {};   ///< the driver counts whole ones
  std::string resource = {};              ///< its name in results, which several may have; empty: `name`
  std::optional<Expression> when = {};
};

/// A formula over parameters, of a machine whose condition holds.
struct ParameterFormula {
  std::optional<Expression> formula = {};
  std::optional<Expression> when = {};
};

/// What a file says of a run by formulas over parameters.
struct RunDeclaration {
  std::string driver;  ///< the metric that says how much is done; empty: that of the workloads
  SourcePosition driver_position;
  ParameterFormula demand;           ///< what is asked for, in the driver's unit
  std::optional<Expression> events;  ///< of a run: of parameters, `time` and `asked`, in the driver's unit
  std::optional<Expression> memory;  ///< beside the parts, likewise
};

/// Parts that count together what is asked for, what arrives and what is lost.
struct FlowDeclaration {
  std::string name;
  SourcePosition position;
  PathPatterns of;
};

/// Parts that keep their data together while some of them have failed.
struct DiskArrayDeclaration {
  std::string name;
  SourcePosition position;
  PathPatterns of;
  std::optional<PathPattern> per;  ///< the parts in each of these are an array; nullopt: all of them are one
  Expression mttf_hours;           ///< mean time to failure of a disk
  Expression repair_hours;         ///< of a disk
  std::vector<Setting> settings;   ///< of DiskArrayOptions
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
  TypedLists workloads;                ///< declarations of each kind
  std::vector<ScopeStatisticDeclaration> statistics;
  std::vector<MetricDeclaration> metrics;
  std::vector<BoundDeclaration> bounds;
  std::vector<FlowDeclaration> flows;
  YamlNode faults;      ///< nothing: none
  YamlNode pairs;       ///< of links; nothing: none
  YamlNode groups;      ///< of parts that fail together; nothing: none
  YamlNode failures;    ///< what it does about them; nothing: nothing
  YamlNode rebuilding;  ///< what it does from when they are back, and empty, on; nothing: the same
  std::vector<DiskArrayDeclaration> disk_arrays;
  RunDeclaration run;
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
