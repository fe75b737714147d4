// SPDX-License-Identifier: Apache-2.0
// How much memory simulations may take, and what is said when that is too little.
#include <string>

#include <gtest/gtest.h>

#include <isochron/app/memory_limit.h>
#include <isochron/scenario/input_error.h>

#include "support/expect_error.h"

namespace isochron {
namespace {

std::string refusal(double limit, std::vector<double> memory, std::size_t jobs) {
  return test::message_of<InputError>([&] {
    require_memory({limit, "physical memory"}, std::move(memory), jobs, "x.yaml");
  });
}

TEST(MemoryLimit, IsOfAllJobsTogether) {
  EXPECT_NO_THROW(require_memory({8e9, "physical memory"}, {3e9, 3e9, 3e9}, 2, "x.yaml"));
  EXPECT_EQ(refusal(8e9, {3e9, 3e9, 3e9}, 3),
            "x.yaml: a simulation would take about 3.000 GB of memory, 3 side by side 9.000 GB; physical memory is "
            "8.000 GB. Use --jobs 2, or raise --limit-memory if you know better than the estimate.");
}

TEST(MemoryLimit, TakesTheLargestThatMayMeet) {
  EXPECT_NO_THROW(require_memory({8e9, "physical memory"}, {1e9, 6e9, 1e9, 1e9}, 2, "x.yaml"));
  EXPECT_NE(refusal(6.5e9, {1e9, 6e9, 1e9, 1e9}, 2).find("2 side by side 7.000 GB"), std::string::npos);
}

// More jobs than simulations are as many as simulations.
TEST(MemoryLimit, OneThatIsTooLargeByItself) {
  EXPECT_EQ(refusal(8e9, {9e9}, 16),
            "x.yaml: a simulation would take about 9.000 GB of memory; physical memory is 8.000 GB. Simulate less: a "
            "shorter time, larger I/Os or messages, fewer strands, or raise --limit-memory if you know better than the "
            "estimate.");
}

TEST(MemoryLimit, IsReadWithItsUnit) {
  EXPECT_EQ(MemoryLimit::read("8GB").bytes, 8e9);
  EXPECT_EQ(MemoryLimit::read("512 MiB").bytes, 512.0 * 1024 * 1024);
  const MemoryLimit host = MemoryLimit::of_host();
  EXPECT_GT(host.bytes, 1e8);
  EXPECT_EQ(MemoryLimit::read("").bytes, host.bytes);
  EXPECT_EQ(MemoryLimit::read("25%").bytes, 0.25 * host.bytes);
  for (const char* const text : {"8", "8 MB/s", "-1 GB", "0 B", "much"})
    EXPECT_THROW(MemoryLimit::read(text), InputError) << text;
}

}  // namespace
}  // namespace isochron
