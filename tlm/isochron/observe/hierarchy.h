// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <systemc>

namespace isochron {

/// Calls `visit` with every object of the SystemC hierarchy that is a T, each above those below it, in the order in
/// which they were made.
template <class T>
void for_each_in_hierarchy(const std::function<void(const sc_core::sc_object&, T&)>& visit,
                           const std::vector<sc_core::sc_object*>& objects = sc_core::sc_get_top_level_objects()) {
  for (sc_core::sc_object* const object : objects) {
    if (T* const found = dynamic_cast<T*>(object)) visit(*object, *found);
    for_each_in_hierarchy(visit, object->get_child_objects());
  }
}

}  // namespace isochron
