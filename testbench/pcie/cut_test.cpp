// SPDX-License-Identifier: Apache-2.0
// Cuts of transfers, byte by byte.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include <isochron/pcie/cut.h>

namespace isochron::testbench {
namespace {

using Pieces = std::vector<std::uint64_t>;

/// Goes over the bytes and cuts where one lies on a boundary.
Pieces cut_by_bytes(std::uint64_t address, std::uint64_t bytes, std::uint64_t boundary) {
  Pieces pieces;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    if (i == 0 || (address + i) % boundary == 0 || (address + i) % 4096 == 0) pieces.push_back(0);
    ++pieces.back();
  }
  return pieces;
}

Pieces requests(std::uint64_t address, std::uint64_t bytes, std::uint64_t most) {
  const RequestCut cut(most);
  Pieces pieces;
  for (std::uint64_t done = 0; done < bytes; done += pieces.back())
    pieces.push_back(cut.next(address + done, bytes - done));
  return pieces;
}

Pieces completions(const CompletionCut& cut, std::uint64_t address, std::uint64_t bytes, bool beside_longer = false) {
  Pieces pieces;
  for (std::uint64_t done = 0; done < bytes; done += pieces.back())
    pieces.push_back(cut.next(address, bytes, done, pieces.size(), beside_longer));
  return pieces;
}

/// Lengths and addresses of interest: all near boundaries, and some between.
template <class Check>
void over_transfers(Check&& check) {
  for (const std::uint64_t address :
       {0u, 1u, 4u, 63u, 64u, 65u, 127u, 128u, 192u, 200u, 256u, 320u, 511u, 1000u, 4000u, 4095u})
    for (std::uint64_t bytes = 1; bytes <= 4096; bytes += bytes < 600 ? 1 : 61) check(address, bytes);
}

TEST(RequestCut, isAlignedAndCrossesNoPage) {
  for (const std::uint64_t most : {128u, 256u, 512u, 1024u, 2048u, 4096u})
    over_transfers([&](std::uint64_t address, std::uint64_t bytes) {
      ASSERT_EQ(requests(address, bytes, most), cut_by_bytes(address, bytes, most)) << address << " " << bytes;
      ASSERT_EQ(RequestCut(most).packets(address, bytes), cut_by_bytes(address, bytes, most).size());
    });
}

TEST(CompletionCut, byLinesIsAlignedToTheBoundary) {
  for (const std::uint64_t boundary : {64u, 128u})
    over_transfers([&](std::uint64_t address, std::uint64_t bytes) {
      ASSERT_EQ(completions({boundary, 256, CompletionMerge::lines}, address, bytes),
                cut_by_bytes(address, bytes, boundary));
    });
}

TEST(CompletionCut, mergedIsAlignedToThePayload) {
  for (const std::uint64_t most : {128u, 256u, 512u})
    over_transfers([&](std::uint64_t address, std::uint64_t bytes) {
      ASSERT_EQ(completions({64, most, CompletionMerge::all}, address, bytes), cut_by_bytes(address, bytes, most));
    });
}

/// How many completions of a read were counted on hosts: those of aligned payloads, or lines up to three of requests
/// that are not longer than a payload of 256 B or more.
TEST(CompletionCut, ofThreeHasAsManyAsWereMeasured) {
  for (const std::uint64_t most : {128u, 256u, 512u})
    over_transfers([&](std::uint64_t address, std::uint64_t bytes) {
      const std::uint64_t aligned = cut_by_bytes(address, bytes, most).size();
      const std::uint64_t lines = cut_by_bytes(address, bytes, 64).size();
      const bool merged = most < 256 || bytes > most;
      const std::uint64_t expected =
          merged ? aligned : std::max<std::uint64_t>(aligned, std::min<std::uint64_t>(lines, 3));
      const CompletionCut cut(64, most, CompletionMerge::three);
      ASSERT_EQ(cut.completions(address, bytes), expected) << address << " " << bytes << " " << most;
      ASSERT_EQ(cut.completions(address, bytes, true), aligned) << address << " " << bytes << " " << most;
    });
}

TEST(CompletionCut, obeysTheRulesOfReturnedData) {
  for (const CompletionMerge merge : {CompletionMerge::lines, CompletionMerge::three, CompletionMerge::all})
    for (const std::uint64_t boundary : {64u, 128u})
      for (const std::uint64_t most : {128u, 256u, 1024u})
        over_transfers([&](std::uint64_t address, std::uint64_t bytes) {
          const Pieces pieces = completions({boundary, most, merge}, address, bytes);
          ASSERT_EQ(std::accumulate(pieces.begin(), pieces.end(), std::uint64_t{0}), bytes);
          std::uint64_t at = address;
          for (std::size_t i = 0; i < pieces.size(); ++i) {
            ASSERT_LE(pieces[i], most);
            at += pieces[i];
            if (i + 1 < pieces.size()) {
              ASSERT_EQ(at % boundary, 0u);
            }
          }
        });
}

}  // namespace
}  // namespace isochron::testbench
