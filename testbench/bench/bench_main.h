// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace isochron::testbench {

/// Builds every rig of the program before its first benchmark: SystemC elaborates once a process. Defined by each
/// program.
void elaborate();

/// The rigs of one kind, a rig an argument; each is idle until its benchmark drives it.
template <class Rig>
class Rigs {
 public:
  template <class... Arguments>
  void add(const std::string& name, Arguments... arguments) {
    rigs_.push_back(std::make_unique<Rig>((name + "_" + std::to_string(rigs_.size())).c_str(), arguments...));
  }
  Rig& operator[](std::size_t i) { return *rigs_.at(i); }

 private:
  std::vector<std::unique_ptr<Rig>> rigs_;
};

}  // namespace isochron::testbench
