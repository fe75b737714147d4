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

  std::string id;
  std::vector<std::string> systems;  ///< machines that it is about: of the file's, all or those that it names
  std::string where;
  PublishedResult::Value value;
  std::string unit;  ///< SI, of `value`
  std::string kind;  ///< parameter, result, analytic, claim
  std::string role;  ///< input, calibration, prediction, untestable
  std::string reason;
  std::vector<std::string>
      metrics;            ///< compared by the largest of them (or smallest, when the band has only a lower limit)
  std::string parameter;  ///< or "measure.replications"
  std::optional<Components> components;
  std::optional<Largest> largest;
  Band band;
  std::vector<std::string> scenarios;  ///< where it is listed; empty: in all
  std::vector<ParameterCondition> conditions;
  /// With any, what is compared is the metric divided by what it is at the point of the same run that has these
  /// parameters, and all others alike: a speed-up, a gain.
  std::vector<ParameterCondition> relative_to;
  bool others_default = false;  ///< no parameter but those of `conditions` may differ from its default
  SourcePosition position;
};

/// The published numbers of all papers, in the order of their files.
class PublishedNumbers {
 public:
  /// Reads every *.yaml in `folder`. Throws FileError, InputError.
  void load(const std::string& folder);
  /// Reads one file's text. Throws InputError: unknown key or role, no value, an id given twice, a machine that is not
  /// the file's, a prediction without band, a calibration or an untestable number without reason.
  void read(const std::string& text, const std::string& file);

  const std::vector<PublishedNumber>& all() const { return numbers_; }
  /// The number with this id, or nullptr.
  const PublishedNumber* find(const std::string& id) const;
  std::vector<std::string> ids() const;

 private:
  std::vector<PublishedNumber> numbers_;
};

}  // namespace isochron
