// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <typeinfo>
#include <unordered_map>
#include <vector>

#include <systemc>

namespace isochron {

/// Calls `visit` with every object of the SystemC hierarchy that is a T, each above those below it, in the order in
/// which they were made.
template <class T>
class HierarchyWalk {
 public:
  using Visit = std::function<void(const sc_core::sc_object&, T&)>;

  explicit HierarchyWalk(const Visit& visit) : visit_(visit) {}

  void over(const std::vector<sc_core::sc_object*>& objects) {
    for (sc_core::sc_object* const object : objects) {
      if (T* const found = as_t(object)) visit_(*object, *found);
      over(object->get_child_objects());
    }
  }

 private:
  /// A machine has many objects of few classes, and a cast that fails is slow: it is tried once for each class.
  T* as_t(sc_core::sc_object* object) {
    const auto [known, is_new] = is_t_.try_emplace(&typeid(*object), true);
    if (!known->second) return nullptr;
    T* const found = dynamic_cast<T*>(object);
    known->second = found != nullptr;
    return found;
  }

  const Visit& visit_;
  std::unordered_map<const std::type_info*, bool> is_t_;
};

template <class T>
void for_each_in_hierarchy(const typename HierarchyWalk<T>::Visit& visit) {
  HierarchyWalk<T>(visit).over(sc_core::sc_get_top_level_objects());
}

}  // namespace isochron
