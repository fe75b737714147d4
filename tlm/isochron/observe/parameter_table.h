// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <isochron/observe/file_path.h>
#include <isochron/observe/parameter_problem.h>

namespace isochron {

/// What a parameter measures. It fixes the integer that the model stores, the units a scenario may write, and the SI
/// unit of results (seconds, bytes, bytes per second, hertz).
enum class Quantity {
  count,        ///< a plain number
  bytes,        ///< stored in bytes; written as 128 B, 4 KiB, 1 MB
  duration,     ///< stored in picoseconds; written as 240 ns, 8.4 ms
  data_rate,    ///< stored in bits per second; written as 240 MB/s or 1.77 Gb/s
  frequency,    ///< stored in hertz; written as 66.667 MHz
  event_rate,   ///< what is counted a second; stored in millionths of one; written as 50 /s
  bits,         ///< stored in bits; written as 64 bit
  fraction,     ///< stored in millionths; written as 0.306 or 30.6 %
  probability,  ///< 0 to 1, stored in units of 1e-18; written as 1e-12 or 0.1 %
  flag,         ///< true or false
  choice,       ///< one of `Parameter::choices`
  indices,      ///< a list of plain numbers
  dimensions,   ///< plain numbers, as many as the parameter says; written as 512x512x384
  text          ///< a line of text, such as a file's path
};

/// The probability 1 as it is stored.
inline constexpr std::uint64_t certain = 1'000'000'000'000'000'000;

/// A parameter's value in stored form: integers for every measured quantity, bool for a flag, the name for a choice, or
/// a text.
using ParameterValue = std::variant<std::uint64_t, bool, std::string, std::vector<std::uint64_t>>;

/// Why a choice that is valid cannot be had in this program; an empty cause: it can.
struct Absence {
  std::string cause;
  std::string remedy;
};

/// What must hold for a parameter to have an effect.
struct Condition {
  std::string path;                       ///< of the parameter that decides, or "system"
  std::string values;                     ///< of it that give an effect: "protocol", "1 or more"
  std::function<bool()> holds;            ///< as the configuration stands
  std::vector<std::string> instead = {};  ///< parameters that have an effect where it does not hold
};

/// Value of a choice that sets the default of another parameter.
struct Preset {
  std::string choice;  ///< the parameter and its value: "host=workstation"
  std::string source;  ///< of the values that it sets; empty where the file names none
};

/// One parameter of a part or machine: its path, what it measures, its valid range, where it comes from, and how to
/// read and write it. The accessors refer to the configuration object that made the table, which must outlive it.
struct Parameter {
  std::string path;  ///< as in YAML, dots between levels: "pci.slice_time"
  Quantity quantity = Quantity::count;
  std::uint64_t min =
      0;  ///< smallest valid stored value, inclusive (each element's, for indices and dimensions; of a text its bytes)
  std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::string>
      choices;  ///< of a choice; of a number, size, duration, rate or text: the name that it may have
  std::string doc;
  std::string source;  ///< paper and section, or standard and clause; empty when it is our own
  std::function<ParameterValue()> get;
  std::function<void(const ParameterValue&)> set;
  std::function<Absence(const std::string&)> absent;  ///< of a choice: asked whether this program has it; may be empty
  std::vector<Condition> conditions;                  ///< where one does not hold, no value has an effect
  std::size_t number = 0;                             ///< of dimensions: how many there are; 0: any number
  bool repeats = false;                               ///< of indices: one may be there twice
  FilePath* file = nullptr;                           ///< of a text: what it names
  /// Asked for the preset that its default comes from, as the configuration stands; may be empty.
  std::function<std::optional<Preset>()> preset;
  std::function<void()> reset;  ///< takes back what was set, so that its default counts again; may be empty

  /// As the configuration stands.
  bool counts() const;
};

/// Inclusive range of stored values.
struct Range {
  std::uint64_t min = 0;
  std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
};

/// The parameters of one configuration object. A config struct lists each of its fields here once; scenario files,
/// `isochron describe`, the results and the documentation all read this list. A default is the value of a
/// freshly constructed config.
class ParameterTable {
 public:
  void count(std::string path, std::uint64_t& field, Range range, std::string doc, std::string source = {});
  /// A number that may also be `name` ("table": as the table says), which is stored as 0.
  void count_or(std::string path, std::uint64_t& field, const std::string& name, Range range, std::string doc,
                std::string source = {});
  void bytes(std::string path, std::uint64_t& field, Range range, std::string doc, std::string source = {});
  /// A size that may also be `name` ("strand": all of it), which is stored as 0.
  void bytes_or(std::string path, std::uint64_t& field, const std::string& name, Range range, std::string doc,
                std::string source = {});
  void duration(std::string path, std::uint64_t& picoseconds, Range range, std::string doc, std::string source = {});
  /// A duration that may also be `name`, which is stored as 0.
  void duration_or(std::string path, std::uint64_t& picoseconds, const std::string& name, Range range, std::string doc,
                   std::string source = {});
  void data_rate(std::string path, std::uint64_t& bits_per_second, Range range, std::string doc,
                 std::string source = {});
  /// A rate that may also be `name` ("unlimited"), which is stored as 0.
  void data_rate_or(std::string path, std::uint64_t& bits_per_second, const std::string& name, Range range,
                    std::string doc, std::string source = {});
  void frequency(std::string path, std::uint64_t& hertz, Range range, std::string doc, std::string source = {});
  void event_rate(std::string path, std::uint64_t& millionths_per_second, Range range, std::string doc,
                  std::string source = {});
  void bits(std::string path, std::uint64_t& field, Range range, std::string doc, std::string source = {});
  void fraction(std::string path, std::uint64_t& millionths, Range range, std::string doc, std::string source = {});
  void probability(std::string path, std::uint64_t& field, Range range, std::string doc, std::string source = {});
  void flag(std::string path, bool& field, std::string doc, std::string source = {});
  void indices(std::string path, std::vector<std::uint64_t>& field, Range each, std::string doc,
               std::string source = {});
  /// Numbers whose places matter, and of which some may be the same: the adapter of each disk.
  void numbers(std::string path, std::vector<std::uint64_t>& field, Range each, std::string doc,
               std::string source = {});
  /// `number` numbers, one or more, each within `each`: the size of a volume.
  void dimensions(std::string path, std::vector<std::uint64_t>& field, std::size_t number, Range each, std::string doc,
                  std::string source = {});
  /// A file, by up to 1000 bytes in one line, or `name` ("none"), which is stored as an empty one.
  void file_or(std::string path, FilePath& field, const std::string& name, std::string doc, std::string source = {});

  /// `names` in the order of the enumerators of E, which must count from 0.
  template <class E>
  void choice(std::string path, E& field, const std::vector<std::string>& names, std::string doc,
              std::string source = {}) {
    Parameter& parameter = add(std::move(path), Quantity::choice, {}, std::move(doc), std::move(source));
    parameter.choices = names;
    parameter.get = [&field, names] { return ParameterValue(names.at(static_cast<std::size_t>(field))); };
    parameter.set = [&field, names](const ParameterValue& value) {
      for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == std::get<std::string>(value)) field = static_cast<E>(i);
    };
  }

  /// Of the choice at `path`: whoever asks for a name hears from `absent` whether this program has it.
  void absent(const std::string& path, const std::function<Absence(const std::string&)>& absent);

  /// All parameters of `inner` under `prefix` + ".", with its checks. Where a parameter does not count, what they find
  /// wrong with it is no problem: there is no such part.
  void nest(const std::string& prefix, ParameterTable inner);
  /// All parameters of `inner` as they are, with its checks.
  void include(ParameterTable inner);

  /// Parameters of this table under other names: what `name` returns. Those for which it is empty are left out, and
  /// conditions on them; so are all checks.
  ParameterTable renamed(const std::function<std::string(const std::string&)>& name) const;

  /// Those under `name` + "." by their paths within it, for a part whose parameters are the machine's too; with all
  /// checks of this table.
  ParameterTable part(const std::string& name) const;

  /// The parameters at `paths` count only where `condition` holds; where it does not, those at `instead` do. The path
  /// of a group stands for all in it.
  void counts_where(const Condition& condition, const std::vector<std::string>& paths,
                    const std::vector<std::string>& instead = {});
  /// The choice at `path` is one of `names`.
  Condition is(const std::string& path, const std::vector<std::string>& names) const;
  /// The number at `path` is `least` or more.
  Condition at_least(const std::string& path, std::uint64_t least) const;

  /// What `problems` finds is wrong with this configuration, beyond what each parameter's range says.
  void check(std::function<std::vector<ParameterProblem>()> problems);
  /// What all checks find; empty when the parameters fit together.
  std::vector<ParameterProblem> problems() const;

  const std::vector<Parameter>& all() const& { return parameters_; }
  void all() && = delete;  ///< of a table that is about to go
  /// The parameter at `path`, or nullptr.
  const Parameter* find(const std::string& path) const;
  Parameter* find(const std::string& path);
  /// The parameter at `path`, or all of the group `path`.
  std::vector<Parameter*> within(const std::string& path);

 private:
  Parameter& add(std::string path, Quantity quantity, Range range, std::string doc, std::string source);
  void integer(std::string path, Quantity quantity, std::uint64_t& field, Range range, std::string doc,
               std::string source);
  void list(std::string path, Quantity quantity, std::vector<std::uint64_t>& field, Range each, std::string doc,
            std::string source);
  void integer_or(std::string path, Quantity quantity, std::uint64_t& field, const std::string& name, Range range,
                  std::string doc, std::string source);

  /// Accessor of the parameter at `path`. Throws std::logic_error when there is none.
  std::function<ParameterValue()> getter(const std::string& path) const;

  struct Check {
    std::string prefix;  ///< of its paths: "pci."
    std::function<std::vector<ParameterProblem>()> problems;
  };

  std::vector<Parameter> parameters_;
  std::vector<Check> checks_;
};

}  // namespace isochron
