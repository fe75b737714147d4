// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/disk_node/disk_node_driver.h>
#include <isochron/disk_node/request_rings.h>

#include "node_bench.h"
#include "strand_model.h"

namespace isochron::rtl {

/// A disk-node interface with its driver, rings and model; at the end nothing may have been against the rules, and only
/// what was stray may have been counted so.
class NodeFixture : public ::testing::Test {
 protected:
  explicit NodeFixture(std::uint64_t seed = 1, NodeVariant variant = NodeVariant::standard);
  void TearDown() override;

  /// A read of a disk into port A, with an id that no other has.
  disk_node::Request read_of(unsigned disk, std::uint64_t block, std::uint32_t bytes);
  /// Pushes all, runs until all have ended, and keeps their completions by id. What went well changes the model; the
  /// others are forgiven.
  void carry_out(const std::vector<disk_node::Request>& requests, std::uint64_t cycles = 2000000);
  disk_node::Code code(const disk_node::Request& request) { return completions.at(request.id).code; }
  /// No request, no tag, no command of the channel.
  void expect_idle(std::uint64_t cycles = 100000);
  /// Blocks, of bytes.
  std::uint32_t blocks(std::uint32_t number) const { return number * bench.shape().block_bytes; }

  NodeBench bench;
  disk_node::DiskNodeDriver driver;
  std::unique_ptr<disk_node::RequestRings> rings;
  StrandModel model;
  std::map<unsigned, disk_node::Completion> completions;
  std::vector<unsigned> order;  ///< of the completions
  std::uint32_t strays = 0;     ///< that the test has sent

 private:
  std::uint16_t next_id_ = 1;
};

}  // namespace isochron::rtl
