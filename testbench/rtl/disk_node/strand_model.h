// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <isochron/disk_node/request.h>

#include "node_bench.h"
#include "sparse_memory.h"

namespace isochron::rtl {

/// What memories and disks must hold after requests that do not depend on each other, byte by byte.
class StrandModel {
 public:
  /// As the bench's are now.
  explicit StrandModel(NodeBench& bench);

  void apply(const disk_node::Request& request);
  /// A request that failed: what it may have touched can be anything.
  void forgive(const disk_node::Request& request);
  /// Empty when all is as it must be; else the first difference of each memory and disk.
  std::string difference();
  /// Address of a byte of a request.
  static std::uint64_t place(const disk_node::Request& request, std::uint32_t byte);

 private:
  NodeBench& bench_;
  std::vector<std::unique_ptr<SparseMemory>> memories_;
  std::vector<std::unique_ptr<SparseMemory>> disks_;
};

}  // namespace isochron::rtl
