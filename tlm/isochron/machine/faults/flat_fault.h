// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <isochron/machine/faults/fault_options.h>
#include <isochron/machine/language/machine_file.h>

namespace isochron {

struct Netlist;

/// A fault of a machine, all names resolved.
struct FlatFault {
  std::string name;  ///< of its figures
  std::string kind;
  PathPatterns on;  ///< of its parts
  std::vector<std::size_t> parts;
  std::vector<std::string> places = {};  ///< of each part, where below its path; empty: at all of them themselves
  FaultOptions options;
  /// Of each part, parameters that change, with their values as stored.
  std::vector<std::map<std::string, std::uint64_t>> changes = {};
  bool of_machine = false;  ///< the machine file has it
  bool can_lose = false;    ///< messages
  // Of the kind "fail", whose parts are the links that lead from or to what has failed, or the one part that fails by
  // itself:
  std::set<std::string> scopes = {};     ///< paths of what fails: a part, or what holds parts
  std::vector<std::size_t> failed = {};  ///< parts
  bool alone = false;                    ///< a part fails by itself, with all that is asked of it
  /// What the machine is from when it knows of the failure on; null: what it was.
  std::shared_ptr<Netlist> remaining = nullptr;
  /// What it is from the return until all is rebuilt; null: what it was.
  std::shared_ptr<Netlist> rebuilding = nullptr;
};

}  // namespace isochron
