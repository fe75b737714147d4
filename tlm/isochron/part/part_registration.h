// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/observe/type_registry.h>

namespace isochron {

class PartConfig;

/// Registers a type of part before main(), beside its class: see ISOCHRON_PART. It is described once a program asks for
/// types, so that the order in which objects are initialised does not matter.
class PartRegistration {
 public:
  /// `describe` describes the type; `make` makes a part of it for machine files, unless these cannot use it.
  explicit PartRegistration(TypeInfo (*describe)(), std::unique_ptr<PartConfig> (*make)() = nullptr)
      : describe_(describe), make_(make) {
    waiting().push_back(this);
  }

  TypeInfo info() const { return describe_(); }
  auto maker() const { return make_; }
  /// Those that are not among the types yet.
  static std::vector<const PartRegistration*>& waiting() {
    static std::vector<const PartRegistration*> all;
    return all;
  }

 private:
  TypeInfo (*describe_)();
  std::unique_ptr<PartConfig> (*make_)();
};

}  // namespace isochron

/// Registers the part type NAME: its description, and what makes a part of it for machine files (make_part<Its class>),
/// unless these cannot use it. The line stands at the left margin of a source, once for each type. The build lists the
/// lines of the library's sources (cmake/ListParts.cmake), so that a program that asks for types links all of them.
#define ISOCHRON_PART(NAME, ...)                                  \
  extern const ::isochron::PartRegistration isochron_part_##NAME; \
  const ::isochron::PartRegistration isochron_part_##NAME {       \
    __VA_ARGS__                                                   \
  }
