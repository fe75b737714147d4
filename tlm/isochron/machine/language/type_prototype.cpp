// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/type_prototype.h>

#include <vector>

#include <fmt/format.h>

#include <isochron/machine/language/parameter_store.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

[[noreturn]] void no_such_type(const std::string& type, const SourcePosition& position, const MachineFile& file) {
  std::vector<std::string> known;
  for (const TypeDeclaration& one : file.types) known.push_back(one.name);
  for (const auto& [name, one] : component_types()) known.push_back(name);
  unknown_type(type, position, known);
}

}  // namespace

void unknown_type(const std::string& type, const SourcePosition& position, const std::vector<std::string>& known) {
  if (described_types().count(type) != 0)
    throw InputError(position, fmt::format("a `{}` cannot be a part of a machine file", type),
                     fmt::format("Use one of {}", fmt::join(known, ", ")));
  throw InputError(position, fmt::format("unknown type `{}`", type.substr(0, 60)), suggestion(type, known));
}

TypePrototype::TypePrototype(const std::string& type, const SourcePosition& position, const MachineFile& file,
                             int depth) {
  constexpr int deepest = 16;
  if (depth > deepest)
    throw InputError(position, fmt::format("groups of parameters are within groups more than {} deep", deepest),
                     "Let no type have a group of itself");
  if (const TypeDeclaration* const declared = file.type(type)) {
    owner_ = fmt::format("the type `{}`", type);
    composite_ = std::make_unique<ParameterStore>(*declared, file, depth);
    table_ = composite_->table();
    return;
  }
  const auto found = component_types().find(type);
  if (found == component_types().end()) no_such_type(type, position, file);
  owner_ = fmt::format("a `{}`", type);
  config_ = found->second.make();
  table_ = config_->parameters();
}

TypePrototype::~TypePrototype() = default;

std::vector<DerivedValue> TypePrototype::derived() const {
  return config_ != nullptr ? config_->derived() : composite_->derived();
}

}  // namespace isochron
