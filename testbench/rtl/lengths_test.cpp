// SPDX-License-Identifier: Apache-2.0
// Lengths that no model of bytes has time for: every bit of them counts. Words come from the stream and go to the
// stream, always ready, and nobody looks at what is in them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "core_bench.h"
#include "long_form.h"
#include "random_commands.h"
#include "rtl_run.h"

namespace isochron::rtl {
namespace {

class Lengths : public testing::Test {
 protected:
  struct End {
    unsigned error = 0;
    bool odd = false;         ///< the packet was short or long
    std::uint64_t words = 0;  ///< that came out before it
  };

  Lengths() : core_(make_core("64", 1)) {}

  /// From the stream to the stream, in whole words.
  static Command through(std::uint64_t row_bytes, std::uint64_t rows, bool joined) {
    Command c;
    c.src_port = c.dst_port = stream_port;
    c.row_bytes = static_cast<std::uint32_t>(row_bytes);
    c.rows = static_cast<std::uint32_t>(rows);
    c.src_row_stride = c.dst_row_stride = static_cast<std::int32_t>(row_bytes + (joined ? 0 : 8));
    return c;
  }

  /// Carries it out, from a reset on; nothing when it is not over after so many cycles. Its packet never ends too
  /// early.
  std::optional<End> run(const Command& command, std::uint64_t cycles) {
    CoreInputs in;
    CoreOutputs out;
    End end;
    in.rst = true;
    for (unsigned i = 0; i < 4; ++i) step(in, out);
    in.rst = false;
    in.cmd_valid = true;
    in.command = command;
    in.done_ready = in.stream_ready = in.stream.valid = true;
    in.stream.keep = 0xff;
    auto left = command.bytes_written() / 8;
    while (cycles--) {
      in.stream.last = left == 1;
      core_->settle(in, out);
      end.words += out.stream.valid;
      end.error = out.done_error;
      end.odd = out.done_short || out.done_long;
      const bool over = out.done_valid;
      const bool accepted = out.cmd_ready;
      if (in.stream.valid && out.stream_ready && !--left) in.stream.valid = false;
      core_->edge(out);
      if (over) return end;
      if (accepted) in.cmd_valid = false;
    }
    return std::nullopt;
  }

 private:
  void step(const CoreInputs& in, CoreOutputs& out) {
    core_->settle(in, out);
    core_->edge(out);
  }

  std::unique_ptr<CoreDut> core_;
};

/// A length without its uppermost bit is over soon.
TEST_F(Lengths, OfJoinedRowsHaveEveryBit) {
  for (unsigned bit = 15; bit <= 32; ++bit) {
    // Four bursts more than a power of two.
    const auto row = (std::uint64_t{1} << bit) / 512 + 16;
    EXPECT_FALSE(run(through(row, 512, true), 2500)) << bit;
  }
}

TEST_F(Lengths, OfRowsHaveEveryBit) {
  for (unsigned bit = 14; bit < 24; ++bit) EXPECT_FALSE(run(through((1u << bit) + 8, 1, false), 1000)) << bit;
}

/// The length of joined rows is a product; what does not fit into the address space is refused, and nothing else is.
TEST_F(Lengths, OfJoinedRowsAreRefusedBeyondTheAddressSpace) {
  for (unsigned row_bit = 3; row_bit <= 24; ++row_bit) {
    for (unsigned rows_bit = 1; rows_bit < 16; ++rows_bit) {
      if (row_bit + rows_bit < 13) continue;
      const auto row = std::uint64_t{1} << row_bit;
      const auto rows = (std::uint64_t{1} << rows_bit) + 1;
      const auto what = fmt::format("{} rows of {}", rows, row);
      const auto joined = run(through(row, rows, true), 300);
      EXPECT_EQ(joined.has_value(), row * rows > std::uint64_t{1} << 33) << what;
      if (joined) {
        EXPECT_EQ(joined->error, bad_command) << what;
      }
      // Rows apart from each other are no product. It would be known amid their first bursts.
      EXPECT_FALSE(run(through(row, rows, false), joined ? 1500 : 300)) << what;
    }
  }
}

/// To their ends: the first row, and the last one. In the long form nearly the longest ones.
TEST_F(Lengths, OfRowsEndWithTheirLastWord) {
  const std::uint64_t row = long_form() ? 0xc01008 : 0x301008;
  const auto end = run(through(row, 2, false), row);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->error, no_error);
  EXPECT_FALSE(end->odd);
  EXPECT_EQ(end->words, 2 * row / 8);
}

/// Rows and planes of one word: both patterns of every other bit, so each bit is set beside its neighbours' zeros.
TEST_F(Lengths, OfManyRowsAndPlanesEndWithTheLast) {
  for (const std::uint32_t number : {0x5555u, 0xaaaau, 0x6001u}) {
    for (const bool planes : {false, true}) {
      auto command = through(8, planes ? 1 : number, false);
      if (planes) {
        command.planes = number;
        command.src_plane_stride = command.dst_plane_stride = 24;
      }
      const auto end = run(command, 20 * number);
      ASSERT_TRUE(end) << fmt::format("{:#x} {}", number, planes ? "planes" : "rows");
      EXPECT_EQ(end->error, no_error);
      EXPECT_FALSE(end->odd);
      EXPECT_EQ(end->words, number);
    }
  }
}

/// The length of joined rows to its end; in the long form one whose product has many bits more.
TEST_F(Lengths, OfJoinedRowsEndWithTheirLastWord) {
  for (const std::uint64_t rows : {0x155ull, long_form() ? 0x2aabull : 0x2abull}) {
    const std::uint64_t row = 0x1558;
    const auto end = run(through(row, rows, true), row * rows);
    ASSERT_TRUE(end) << rows;
    EXPECT_EQ(end->error, no_error);
    EXPECT_FALSE(end->odd);
    EXPECT_EQ(end->words, row * rows / 8);
  }
}

/// A long row is combined piece by piece.
TEST_F(Lengths, OfCombinedRowsHaveEveryBit) {
  for (unsigned bit = 14; bit < 24; ++bit) {
    const auto core = make_core("64", 1);
    CoreBench bench(*core, {});
    bench.send({xor_op, port_a, stream_port, RandomCommands::source_base, 0, (1u << bit) + 1, 1, 1, 0, 0, 0, 0, 1});
    for (unsigned i = 0; i < 1500; ++i) bench.clock();
    EXPECT_TRUE(bench.finished().empty()) << bit;
  }
}

/// To its last piece: numbers of pieces of every other bit.
TEST_F(Lengths, OfCombinedRowsEndWithTheirLastByte) {
  for (const std::uint32_t pieces : {0xaau, 0x155u}) {
    const auto core = make_core("64", 1);
    CoreBench bench(*core, {});
    bench.send({xor_op, port_a, stream_port, RandomCommands::source_base, 0, pieces * 2048 - 3, 1, 1, 0, 0, 0, 0, 1});
    EXPECT_TRUE(bench.drain()) << pieces;
    EXPECT_EQ(bench.verdict(), std::vector<std::string>{}) << pieces;
  }
}

}  // namespace
}  // namespace isochron::rtl
