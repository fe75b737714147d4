// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/part_expander.h>

#include <set>

#include <fmt/format.h>

#include <isochron/machine/elaborate/elaborate.h>
#include <isochron/machine/elaborate/loops.h>
#include <isochron/machine/language/idle_numbers.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

[[noreturn]] void two_parts(const std::string& path, const SourcePosition& position) {
  throw InputError(position, fmt::format("there are two parts `{}`", path), "Give one another name");
}

bool depends_on_index(const Expression& condition) {
  std::set<std::string> names;
  condition.add_names(names);
  return names.count("index") != 0;
}

/// Depth of types within types.
constexpr int deepest_type = 16;
/// Elements in the port arrays of all types; more than any machine joins.
constexpr std::uint64_t most_places = 4 * most_parts;

/// nullopt: there is no such parameter.
std::optional<std::uint64_t> size_in(const ParameterTable& table, const std::string& parameter) {
  const Parameter* const own = table.find(parameter);
  if (own == nullptr) return std::nullopt;
  return std::get<std::uint64_t>(own->get());
}

}  // namespace

std::vector<Wire> PartExpander::expand(const Names& parameters) {
  Names names = parameters;
  expand(file_.machine, "", names);
  return std::move(wires_);
}

void PartExpander::expand(const TypeDeclaration& type, const std::string& prefix, Names& names) {
  if (++depth_ > deepest_type)
    throw InputError(type.position,
                     fmt::format("types are within types more than {} deep: `{}` is made of itself, or of too many",
                                 deepest_type, type.name),
                     "Take it out of its parts");
  names.resolve_by([this, prefix](const std::string& name) { return part_values_.find(prefix + name); });
  for (const PartDeclaration& part : type.parts) expand_part(part, prefix, names);
  for (const ConnectionDeclaration& connection : type.connections) {
    const std::uint64_t most = add_turns(connection.loop, names, turns_);
    if (connection.link && !connection.loop.when) require_room(most, connection.link->name.position());
    for_each(connection.loop, names, [&] { connect(connection, prefix, names); });
  }
  --depth_;
}

void PartExpander::expand_part(const PartDeclaration& part, const std::string& prefix, const Names& names) {
  if (part.chosen && !part.chosen->flag(names, "the type")) return;
  const bool each_differs = !part.sizes.empty() && part.when && depends_on_index(*part.when);
  if (part.when && !each_differs && !part.when->flag(names, "`when`")) {
    part_names_.add_absent(prefix + part.name);
    return;
  }
  const TypeDeclaration* const composite = file_.type(part.type);
  std::vector<std::uint64_t> sizes;
  for (const Expression& size : part.sizes) sizes.push_back(size.count(names, "the size of", part.name));
  const std::uint64_t count = elements(sizes, most_parts);
  if (composite == nullptr)
    require_room(count, part.position);
  else if ((composites_ += count) > most_parts)
    throw InputError(part.position,
                     fmt::format("the machine has more than {} parts that are made of others", most_parts),
                     "Make its arrays smaller");
  for_each_index(sizes, [&](const std::vector<std::uint64_t>& index) {
    std::string path = prefix + part.name;
    for (const std::uint64_t i : index) path += "[" + std::to_string(i) + "]";
    // What stands in an array may depend on its place there.
    Names inside = Names::within(names);
    if (!index.empty()) inside.set("index", Number::whole(index.back()));
    if (each_differs && !part.when->flag(inside, "`when`")) {
      part_names_.add_absent(path);
      return;
    }
    const bool around_is_down = down_;
    down_ = down_ || (part.down && part.down->flag(inside, "`down`"));
    if (composite != nullptr)
      expand_composite(*composite, part, path, part.has_no_scope ? prefix : path + ".", inside);
    else
      add_part(path, part.type, part.position, part.settings, part.about, inside);
    down_ = around_is_down;
  });
}

void PartExpander::expand_composite(const TypeDeclaration& type, const PartDeclaration& part, const std::string& path,
                                    const std::string& scope, const Names& outside) {
  const ParameterStore store(type, file_);
  const ParameterTable& table = store.table();
  const std::string owner = "the type `" + type.name + "`";
  for (const Setting& setting : part.settings) apply_setting(setting, table, outside, owner);
  for (const ParameterProblem& problem : table.problems())
    throw InputError(part.position, fmt::format("`{}`: `{}`: {}", path, problem.path, problem.message), problem.remedy);
  Names names = store.names();
  if (const Value* const index = outside.find("index")) names.set("index", *index);
  for (const PortDeclaration& port : type.ports) {
    if (!port.size) {
      part_names_.add_alias(path + "." + port.name, scope + port.inside.path(names), port.inside.position());
      continue;
    }
    const std::uint64_t count = port.size->count(names, "the size of", port.name);
    if (count > most_places - places_)
      throw InputError(port.position, fmt::format("the types of the machine have more than {} ports", most_places),
                       "Make the arrays of ports smaller");
    places_ += count;
    Names counted = Names::within(names);
    for (std::uint64_t i = 0; i < count; ++i) {
      counted.set("i", Number::whole(i));
      part_names_.add_alias(fmt::format("{}.{}[{}]", path, port.name, i), scope + port.inside.path(counted),
                            port.inside.position());
    }
  }
  if (!part_names_.add_composite(path, type)) two_parts(path, part.position);
  expand(type, scope, names);
}

void PartExpander::add_part(const std::string& path, const std::string& type, const SourcePosition& position,
                            const std::vector<Setting>& settings, const std::string& about, const Names& names) {
  require_room(1, position);
  FlatPart part;
  part.path = path;
  part.type = type;
  part.position = position;
  part.about = about;
  part.is_down = down_;
  part.config = component_types().at(type).make();
  // Of many parts nothing is set: those of a type are all as the first of them.
  const bool is_as_made = settings.empty() && overrides_ == nullptr;
  if (!is_as_made || sound_.insert(type).second) configure(*part.config, path, type, position, settings, names);
  if (!part.config->sources().empty()) {
    const ParameterTable table = part.config->parameters();
    part.io = size_in(table, "io");
    part.message = size_in(table, "message");
  }
  part.groups = part.config->ports();
  part.joined.resize(part.groups.size());
  if (!part_names_.add_part(path)) two_parts(path, position);
  parts_.push_back(std::move(part));
}

void PartExpander::configure(PartConfig& config, const std::string& path, const std::string& type,
                             const SourcePosition& position, const std::vector<Setting>& settings, const Names& names) {
  ParameterTable table = config.parameters();
  const std::string owner = "a `" + type + "`";
  for (const Setting& setting : settings) apply_setting(setting, table, names, owner);
  for (const ParameterProblem& problem : table.problems())
    throw InputError(position, fmt::format("`{}`: `{}`: {}", path, problem.path, problem.message), problem.remedy);
  if (overrides_ != nullptr) {
    overrides_->apply(path, table);
    config.inner([&](const std::string& name, const char*, ParameterTable& inner) {
      overrides_->apply(path + "." + name, inner);
    });
  }
  add_warnings(idle_numbers(settings, table, names, owner), warnings_);
}

void PartExpander::require_room(std::uint64_t more, const SourcePosition& position) const {
  if (more <= most_parts - parts_.size()) return;
  throw InputError(position, fmt::format("the machine has more than {} parts", most_parts), "Make its arrays smaller");
}

void PartExpander::connect(const ConnectionDeclaration& connection, const std::string& prefix, const Names& names) {
  const std::string from = prefix + connection.from.path(names), to = prefix + connection.to.path(names);
  const SourcePosition &begin = connection.from.position(), &end = connection.to.position();
  if (wires_.size() > 8 * most_parts)
    throw InputError(connection.position, "the machine has too many connections", "Make its arrays smaller");
  std::shared_ptr<const MasterSettings> master;
  if (!connection.master.empty()) master = std::make_shared<MasterSettings>(connection.master, names);
  if (!connection.link) {
    wires_.push_back({from, to, begin, end, connection.position, master, connection.both_ways});
    return;
  }
  const LinkDeclaration& link = *connection.link;
  const std::string path = prefix + link.name.path(names);
  add_part(path, link.type, link.name.position(), link.settings, link.about, names);
  const bool both_ways = connection.both_ways;
  const char *const in = both_ways ? ".a" : ".in", *const out = both_ways ? ".b" : ".out";
  wires_.push_back({from, path + in, begin, begin, connection.position, {}, both_ways});
  wires_.push_back({path + out, to, end, end, connection.position, master, both_ways});
}

}  // namespace isochron
