// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <typeindex>
#include <vector>

namespace isochron {

/// Lists of things of any classes, one for each class: what kinds of workloads keep where nobody else knows their
/// classes.
class TypedLists {
 public:
  template <class T>
  std::vector<T>& of() {
    std::shared_ptr<void>& list = lists_[typeid(T)];
    if (list == nullptr) list = std::make_shared<std::vector<T>>();
    return *static_cast<std::vector<T>*>(list.get());
  }
  template <class T>
  const std::vector<T>& of() const {
    static const std::vector<T> none;
    const auto found = lists_.find(typeid(T));
    return found == lists_.end() ? none : *static_cast<const std::vector<T>*>(found->second.get());
  }

  TypedLists() = default;
  TypedLists(TypedLists&&) = default;
  TypedLists& operator=(TypedLists&&) = default;
  TypedLists(const TypedLists&) = delete;
  TypedLists& operator=(const TypedLists&) = delete;

 private:
  std::map<std::type_index, std::shared_ptr<void>> lists_;
};

}  // namespace isochron
