// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <fstream>
#include <stdexcept>
#include <string>

#include <stdlib.h>
#include <unistd.h>

#include <isochron/machine/elaborate/elaborate.h>
#include <isochron/machine/language/machine_reader.h>
#include <isochron/machine/language/parameter_store.h>

namespace isochron::testbench {

/// A machine file that goes with the test.
class TemporaryMachine {
 public:
  explicit TemporaryMachine(const std::string& text) {
    char pattern[] = "/tmp/isochron_machine_XXXXXX";
    folder_ = mkdtemp(pattern);
    std::ofstream(path()) << "machine: m\n" << text;
  }
  ~TemporaryMachine() {
    unlink(path().c_str());
    rmdir(folder_.c_str());
  }
  std::string path() const { return folder_ + "/m.yaml"; }

 private:
  std::string folder_;
};

/// What it was declared by stays until the program ends: the traffic of a netlist refers to it.
inline Netlist netlist_of(const std::string& text) {
  static std::deque<MachineFile> read;
  const TemporaryMachine file(text);
  const MachineFile& machine = read.emplace_back(read_machine_file(file.path()));
  return elaborate(machine, ParameterStore(machine.machine, machine).names());
}

/// The part at `path`. Throws std::out_of_range.
inline const FlatPart& part_of(const Netlist& netlist, const std::string& path) {
  for (const FlatPart& part : netlist.parts)
    if (part.path == path) return part;
  throw std::out_of_range(path);
}

}  // namespace isochron::testbench
