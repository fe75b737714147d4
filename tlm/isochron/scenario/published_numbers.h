// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/scenario/result.h>
#include <isochron/scenario/scenario.h>

namespace isochron {

/// A number that a paper prints, and how to compare it with a result.
struct PublishedNumber {
  /// Which statistic of which instances, and what to take of them.
  struct Components {
    std::string of;         ///< pattern: "node[*].raid[*]"
    std::string statistic;  ///< "bandwidth"
    bool half_width = false;
    bool largest = false;  ///< of the instances; else the smallest
    std::string unit;      ///< SI, of the statistic
  };
  /// A claim that one metric is the largest of several, and the resource's bound the tightest.
  struct Largest {
    std::vector<std::string> among;  ///< metrics
    std::string is;                  ///< one of them
    std::string bound;               ///< resource of `Machine::bounds`, or empty
  };

  /// The largest value of a varied parameter up to which a metric keeps its band: how many streams are carried.
  struct Most {
    std::string of;      ///< the parameter, a number
    std::string metric;  ///< "packets.within_50ms"
    Band band;
  };
  /// When a series comes to stay near the metric of the same name.
  struct Settles {
    std::string series;  ///< "raid.bandwidth"
    double within = 0;   ///< of the metric's mean
  };
  /// How long a run must be for a number to be compared; what is absent may be any.
  struct Runs {
    std::optional<std::uint64_t> replications;
    std::optional<std::uint64_t> warm_up;   ///< ps
    std::optional<std::uint64_t> duration;  ///< ps
  };

  std::string id;
  std::vector<std::string> systems;  ///< machines that it is about: of the file's, all or those that it names
  std::string where;
  PublishedResult::Value value;
  std::string unit;  ///< SI, of `value`
  std::string kind;  ///< parameter, result, analytic, claim
  std::string role;  ///< one of published_roles()
  std::string reason;
  std::vector<std::string>
      metrics;            ///< compared by the largest of them (or smallest, when the band has only a lower limit)
  std::string parameter;  ///< or "measure.replications"
  std::optional<Components> components;
  std::optional<Largest> largest;
  std::optional<Most> most;
  std::optional<Settles> settles;
  Band band;
  std::vector<std::string> scenarios;  ///< where it is listed; empty: in all
  std::vector<ParameterCondition> conditions;
  Runs runs;
  /// With any, what is compared is the metric divided by what it is at the point of the same run that has these
  /// parameters, and all others alike: a speed-up, a gain. With `most`, both are means over what else is varied.
  std::vector<ParameterCondition> relative_to;
  bool others_default = false;  ///< no parameter but those of `conditions` may differ from its default
  SourcePosition position;

  /// Whether something simulated is compared with it.
  bool is_simulated() const { return !metrics.empty() || components || largest || most || settles; }
};

/// The roles of a published number.
///  - input: put in.
///  - calibration: an open point of the paper was decided so that it comes out.
///  - prediction: computed, and its band could have been missed; the only one that is counted.
///  - shown: beside what is simulated, which could not miss it: it was put in, is arithmetic on inputs, or is not quite
///    the same quantity.
///  - untestable: nothing here computes it.
const std::vector<std::string>& published_roles();

/// The published numbers of all papers, in the order of their files. A file is parsed when somebody asks for a number
/// that it may have.
class PublishedNumbers {
 public:
  /// Reads every *.yaml in `folder`. Throws FileError, InputError.
  void load(const std::string& folder);
  /// Reads them once they are asked for: what asks then throws as load() does.
  void load_later(const std::string& folder) { folder_ = folder; }
  /// Reads one file's text. Throws InputError: unknown key or role, no value, an id given twice, a machine that is not
  /// the file's, a prediction without band, another role but input without reason, one that is shown with nothing
  /// simulated, or untestable with something.
  void read(const std::string& text, const std::string& file);

  /// All numbers, of all files.
  std::vector<const PublishedNumber*> all() const;
  /// Those about the machine `system`. A file that does not have its name is not parsed.
  std::vector<const PublishedNumber*> about(const std::string& system) const;
  /// The number with this id, or nullptr. `paper.number` is looked for in paper.yaml first.
  const PublishedNumber* find(const std::string& id) const;
  std::vector<std::string> ids() const;
  /// How many files were parsed.
  std::size_t parsed() const;

 private:
  /// A file of a paper.
  struct File {
    std::string path;
    std::optional<std::string> text;  ///< once it is read
    bool parsed = false;
    std::vector<PublishedNumber> numbers = {};
  };

  void list_files() const;
  static const std::string& text_of(File& file);
  void parse(File& file) const;
  const PublishedNumber* find_parsed(const std::string& id) const;

  mutable std::string folder_;  ///< whose files are yet to be listed
  mutable std::vector<File> files_;
};

}  // namespace isochron
