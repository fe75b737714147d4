// SPDX-License-Identifier: Apache-2.0
// Descriptors as words, without hardware.
#include <gtest/gtest.h>

#include <isochron/dma/block_mover/descriptor.h>
#include <isochron/dma/block_mover/descriptor_ring.h>

#include "random.h"
#include "shell_bench.h"

namespace isochron::rtl {
namespace {

using block_mover::Descriptor;
using block_mover::DescriptorRing;

TEST(DescriptorWords, have_each_field_in_its_place) {
  Descriptor d;
  d.move.operation = block_mover::Operation::combine;
  d.move.source_port = block_mover::Port::b;
  d.move.destination_port = block_mover::Port::stream;
  d.move.source = 0x1111222233334444;
  d.move.destination = 0x5555666677778888;
  d.move.row_bytes = 0x99999999;
  d.move.rows = 0xaaaa;
  d.move.planes = 0xbbbb;
  d.move.source_row_stride = -1;
  d.move.source_plane_stride = 2;
  d.move.destination_row_stride = -3;
  d.move.destination_plane_stride = 4;
  d.move.tag = 0xcc;
  d.move.interrupt = true;
  d.move.after_earlier = true;
  d.end_of_list = true;
  d.next = 0xddddeeeeffff0000;
  d.cookie = 0x12345678;
  const Descriptor::Words expected{0xcc00212f, 0,          0,          0x12345678, 0xffff0000, 0xddddeeee,
                                   0x33334444, 0x11112222, 0x77778888, 0x55556666, 0x99999999, 0xbbbbaaaa,
                                   0xffffffff, 2,          0xfffffffd, 4};
  EXPECT_EQ(d.words(), expected);
}

TEST(DescriptorWords, come_back_as_they_were) {
  Random random(1);
  constexpr std::uint32_t fields[16] = {0xff00333f, 0x371, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u,
                                        ~0u,        ~0u,   ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
  for (unsigned i = 0; i < 1000; ++i) {
    Descriptor::Words words{};
    for (unsigned w = 0; w < words.size(); ++w) words[w] = static_cast<std::uint32_t>(random.next()) & fields[w];
    EXPECT_EQ(Descriptor::from(words).words(), words);
  }
}

TEST(DescriptorRing, refuses_what_cannot_be_a_ring) {
  ShellBench bench(1);
  block_mover::BlockMoverDriver driver(bench);
  EXPECT_THROW(DescriptorRing(driver, bench, 0x1000, 2), std::invalid_argument);
  EXPECT_THROW(DescriptorRing(driver, bench, 0x1020, 8), std::invalid_argument);
}

TEST(Driver, refuses_registers_of_something_else) {
  class Other : public block_mover::RegisterAccess {
    std::uint32_t read(std::uint32_t) override { return 0x12345678; }
    void write(std::uint32_t, std::uint32_t) override {}
  } other;
  EXPECT_THROW(block_mover::BlockMoverDriver{other}, std::runtime_error);
}

}  // namespace
}  // namespace isochron::rtl
