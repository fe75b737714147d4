// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/published_numbers.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <isochron/scenario/band_reader.h>
#include <isochron/scenario/expectation_reader.h>
#include <isochron/scenario/file_error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/text_file.h>
#include <isochron/scenario/value_error.h>
#include <isochron/scenario/value_reader.h>
#include <isochron/scenario/yaml_reader.h>

namespace isochron {

namespace {

const YamlNode& require(const YamlNode& node, const std::string& key) {
  const YamlNode* found = node.find(key);
  if (found == nullptr) throw InputError(node.position, fmt::format("`{}` is missing", key), "Add it");
  return *found;
}

std::string read_one_of(const YamlNode& node, const std::string& name, const std::vector<std::string>& known) {
  std::string text = read_text(node, name);
  if (std::find(known.begin(), known.end(), text) == known.end())
    throw InputError(node.position, fmt::format("`{}` cannot be `{}`", name, text), suggestion(text, known));
  return text;
}

/// One text or several.
std::vector<std::string> read_texts(const YamlNode& node, const std::string& name) {
  if (!node.is_sequence()) return {read_text(node, name)};
  std::vector<std::string> texts;
  for (const YamlNode& item : node.items) texts.push_back(read_text(item, name));
  return texts;
}

/// A number, several, or words; the unit of the numbers goes to `unit`.
PublishedResult::Value read_published_value(const YamlNode& node, std::string& unit) {
  const auto number = [&](const YamlNode& item) -> std::optional<double> {
    try {
      const SiValue value = parse_si(read_text(item, "value"));
      unit = value.unit.empty() ? "1" : value.unit;
      return value.value;
    } catch (const ValueError&) {
      return std::nullopt;
    }
  };
  if (!node.is_sequence()) {
    const std::optional<double> value = number(node);
    return value ? PublishedResult::Value(*value) : PublishedResult::Value(read_text(node, "value"));
  }
  std::vector<double> values;
  for (const YamlNode& item : node.items)
    if (const std::optional<double> value = number(item)) values.push_back(*value);
  if (values.size() == node.items.size()) return values;
  return fmt::format("{}", fmt::join(read_texts(node, "value"), "; "));
}

PublishedNumber::Components read_components(const YamlNode& node) {
  require_map(node, "components", {"of", "statistic", "figure", "take", "unit"});
  PublishedNumber::Components components;
  components.of = read_text(require(node, "of"), "of");
  components.statistic = read_text(require(node, "statistic"), "statistic");
  components.unit = read_text(require(node, "unit"), "unit");
  if (const YamlNode* figure = node.find("figure"))
    components.half_width = read_one_of(*figure, "figure", {"mean", "half_width"}) == "half_width";
  components.largest = read_one_of(require(node, "take"), "take", {"min", "max"}) == "max";
  return components;
}

PublishedNumber::Largest read_largest(const YamlNode& node) {
  require_map(node, "largest", {"among", "is", "bound"});
  PublishedNumber::Largest largest;
  largest.among = read_texts(require(node, "among"), "among");
  largest.is = read_one_of(require(node, "is"), "is", largest.among);
  if (const YamlNode* bound = node.find("bound")) largest.bound = read_text(*bound, "bound");
  return largest;
}

PublishedNumber::Most read_most(const YamlNode& node) {
  require_map(node, "most", {"of", "metric", "at_least", "at_most"});
  PublishedNumber::Most most;
  most.of = read_text(require(node, "of"), "of");
  most.metric = read_text(require(node, "metric"), "metric");
  most.band = read_band(node, "most");
  return most;
}

PublishedNumber::Settles read_settles(const YamlNode& node) {
  require_map(node, "settles", {"series", "within"});
  PublishedNumber::Settles settles;
  settles.series = read_text(require(node, "series"), "series");
  require(node, "within");
  settles.within = read_band(node, "settles").relative.value();
  return settles;
}

PublishedNumber::Runs read_runs(const YamlNode& node) {
  require_map(node, "measure", {"replications", "warm_up", "duration"});
  constexpr Range any{0, std::numeric_limits<std::uint64_t>::max()};
  PublishedNumber::Runs runs;
  if (const YamlNode* one = node.find("replications"))
    runs.replications = read_stored(*one, "replications", Quantity::count, any);
  if (const YamlNode* one = node.find("warm_up")) runs.warm_up = read_stored(*one, "warm_up", Quantity::duration, any);
  if (const YamlNode* one = node.find("duration"))
    runs.duration = read_stored(*one, "duration", Quantity::duration, any);
  return runs;
}

void read_when(const YamlNode& node, PublishedNumber& number) {
  require_map(node, "when", {"scenarios", "parameters", "measure", "relative_to", "others"});
  if (const YamlNode* scenarios = node.find("scenarios")) number.scenarios = read_texts(*scenarios, "scenarios");
  if (const YamlNode* parameters = node.find("parameters"))
    number.conditions = read_conditions(*parameters, "when.parameters");
  if (const YamlNode* measure = node.find("measure")) number.runs = read_runs(*measure);
  if (const YamlNode* reference = node.find("relative_to"))
    number.relative_to = read_conditions(*reference, "when.relative_to");
  if (const YamlNode* others = node.find("others"))
    number.others_default = read_one_of(*others, "others", {"default", "any"}) == "default";
}

bool has_band(const Band& band) {
  return band.low || band.high || band.relative || band.absolute;
}

/// The rules of the house for roles.
void require_consistent(const PublishedNumber& number) {
  const bool compared = number.is_simulated();
  if (number.role == "prediction" && !(number.largest || (compared && has_band(number.band))))
    throw InputError(number.position, fmt::format("prediction `{}` has no metric with a band", number.id),
                     "Add metric and a band, or give it another role and a reason");
  if ((number.role == "untestable" || number.role == "shown") && number.reason.empty())
    throw InputError(number.position, fmt::format("`{}` is {} without a reason", number.id, number.role),
                     "Add `reason`");
  if (number.role == "untestable" && compared)
    throw InputError(number.position, fmt::format("`{}` is untestable, and something is compared with it", number.id),
                     "Use `role: shown`, or remove what is compared");
  if (number.role == "shown" && !compared)
    throw InputError(number.position, fmt::format("`{}` is shown, and nothing is compared with it", number.id),
                     "Use `role: untestable`, or add `metric`");
  if (number.role == "calibration" && number.reason.empty())
    throw InputError(number.position, fmt::format("calibration `{}` does not say what was chosen by it", number.id),
                     "Add `reason`");
  if (!number.relative_to.empty() && number.metrics.size() != 1 && !number.most)
    throw InputError(number.position,
                     fmt::format("`{}` is relative to another point, and has no single metric", number.id),
                     "Add `metric` with one name, or remove `when.relative_to`");
}

/// The machines of a file.
struct Systems {
  std::vector<std::string> of_every_number;  ///< that names none
  std::vector<std::string> known;            ///< that a number may name
};

/// The machines that a number is about: the file's, or those that it names.
std::vector<std::string> read_systems(const YamlNode& node, const Systems& of_file) {
  const YamlNode* own = node.find("system");
  if (own == nullptr) return of_file.of_every_number;
  std::vector<std::string> systems = read_texts(*own, "system");
  for (const std::string& system : systems)
    if (std::find(of_file.known.begin(), of_file.known.end(), system) == of_file.known.end())
      throw InputError(own->position, fmt::format("the file is not about `{}`", system),
                       suggestion(system, of_file.known));
  return systems;
}

PublishedNumber read_number(const YamlNode& node, const Systems& systems) {
  std::vector<std::string> known{"id",        "where",      "value",   "kind", "role",    "reason", "metric",
                                 "parameter", "components", "largest", "most", "settles", "when",   "system"};
  known.insert(known.end(), band_keys().begin(), band_keys().end());
  require_map(node, "numbers", known);
  PublishedNumber number;
  number.position = node.position;
  number.systems = read_systems(node, systems);
  number.id = read_text(require(node, "id"), "id");
  number.where = read_text(require(node, "where"), "where");
  number.value = read_published_value(require(node, "value"), number.unit);
  number.kind = read_one_of(require(node, "kind"), "kind", {"parameter", "result", "analytic", "claim"});
  number.role = read_one_of(require(node, "role"), "role", published_roles());
  if (const YamlNode* reason = node.find("reason")) number.reason = read_text(*reason, "reason");
  if (const YamlNode* metric = node.find("metric")) number.metrics = read_texts(*metric, "metric");
  if (const YamlNode* parameter = node.find("parameter")) number.parameter = read_text(*parameter, "parameter");
  if (const YamlNode* components = node.find("components")) number.components = read_components(*components);
  if (const YamlNode* largest = node.find("largest")) number.largest = read_largest(*largest);
  if (const YamlNode* most = node.find("most")) number.most = read_most(*most);
  if (const YamlNode* settles = node.find("settles")) number.settles = read_settles(*settles);
  if (const YamlNode* when = node.find("when")) read_when(*when, number);
  number.band = read_band(node, number.id);
  require_consistent(number);
  return number;
}

}  // namespace

const std::vector<std::string>& published_roles() {
  static const std::vector<std::string> roles{"input", "calibration", "prediction", "shown", "untestable"};
  return roles;
}

void PublishedNumbers::parse(File& file) const {
  if (file.parsed) return;
  file.parsed = true;
  const YamlNode root = read_yaml(text_of(file), file.path);
  require_map(root, "published numbers", {"paper", "system", "other_systems", "numbers"});
  Systems systems;
  systems.of_every_number = systems.known = read_texts(require(root, "system"), "system");
  if (const YamlNode* const others = root.find("other_systems"))
    for (const std::string& system : read_texts(*others, "other_systems")) systems.known.push_back(system);
  const YamlNode& list = require(root, "numbers");
  if (!list.is_sequence())
    throw InputError(list.position, fmt::format("`numbers` has {} instead of a list", list.kind_name()),
                     "Write lines such as - {id: ..., where: ..., value: ...}");
  for (const YamlNode& item : list.items) {
    PublishedNumber number = read_number(item, systems);
    if (find_parsed(number.id) != nullptr)
      throw InputError(item.position, fmt::format("`{}` is given twice", number.id), "Remove one of the two");
    file.numbers.push_back(std::move(number));
  }
}

void PublishedNumbers::read(const std::string& text, const std::string& file) {
  files_.push_back({file, text});
  parse(files_.back());
}

void PublishedNumbers::load(const std::string& folder) {
  load_later(folder);
  all();
}

void PublishedNumbers::list_files() const {
  if (folder_.empty()) return;
  const std::string folder = std::exchange(folder_, {});
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".yaml") paths.push_back(entry->path().string());
  if (error) throw FileError(folder, "cannot be read: " + error.message(), "Check its permissions");
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) files_.push_back({path, std::nullopt});
}

const std::string& PublishedNumbers::text_of(File& file) {
  if (!file.text) file.text = read_text_file(file.path);
  return *file.text;
}

std::vector<const PublishedNumber*> PublishedNumbers::all() const {
  list_files();
  for (File& file : files_) parse(file);
  std::vector<const PublishedNumber*> numbers;
  for (const File& file : files_)
    for (const PublishedNumber& number : file.numbers) numbers.push_back(&number);
  return numbers;
}

std::vector<const PublishedNumber*> PublishedNumbers::about(const std::string& system) const {
  list_files();
  std::vector<const PublishedNumber*> numbers;
  for (File& file : files_) {
    if (!file.parsed && text_of(file).find(system) == std::string::npos) continue;
    parse(file);
    for (const PublishedNumber& number : file.numbers)
      if (std::find(number.systems.begin(), number.systems.end(), system) != number.systems.end())
        numbers.push_back(&number);
  }
  return numbers;
}

const PublishedNumber* PublishedNumbers::find_parsed(const std::string& id) const {
  for (const File& file : files_) {
    const auto found = std::find_if(file.numbers.begin(), file.numbers.end(),
                                    [&](const PublishedNumber& number) { return number.id == id; });
    if (found != file.numbers.end()) return &*found;
  }
  return nullptr;
}

const PublishedNumber* PublishedNumbers::find(const std::string& id) const {
  list_files();
  const std::string paper = id.substr(0, id.find('.'));
  for (File& file : files_)
    if (std::filesystem::path(file.path).stem() == paper) parse(file);
  if (const PublishedNumber* const found = find_parsed(id)) return found;
  all();
  return find_parsed(id);
}

std::vector<std::string> PublishedNumbers::ids() const {
  std::vector<std::string> ids;
  for (const PublishedNumber* number : all()) ids.push_back(number->id);
  return ids;
}

std::size_t PublishedNumbers::parsed() const {
  return static_cast<std::size_t>(
      std::count_if(files_.begin(), files_.end(), [](const File& file) { return file.parsed; }));
}

}  // namespace isochron
