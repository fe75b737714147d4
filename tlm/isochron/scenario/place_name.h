// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace isochron {

/// Name of a file or an option, shared by all places in it: each node of a file has one, and a copy costs no memory.
class PlaceName {
 public:
  PlaceName() = default;
  PlaceName(std::string name) : name_(std::make_shared<const std::string>(std::move(name))) {}  // NOLINT: a text is one
  PlaceName(const char* name) : PlaceName(std::string(name)) {}                                 // NOLINT

  const std::string& text() const {
    static const std::string none;
    return name_ == nullptr ? none : *name_;
  }

 private:
  std::shared_ptr<const std::string> name_;
};

}  // namespace isochron
