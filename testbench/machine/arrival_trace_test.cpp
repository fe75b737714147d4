// SPDX-License-Identifier: Apache-2.0
// Traces as CSV: what is written is read, to the picosecond, and what is none is answered with its place.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <isochron/core/random_stream.h>
#include <isochron/machine/workload/traffic/arrival_trace_reader.h>
#include <isochron/scenario/input_error.h>

namespace isochron {
namespace {

std::string message_of(const std::string& text) {
  try {
    read_arrival_trace(text, "t.csv");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ArrivalTrace, WhatIsWrittenIsRead) {
  SplitMix64 stream = random_stream(1, "test", "traces");
  for (int round = 0; round < 50; ++round) {
    const bool streams = stream() % 2 == 0, sinks = stream() % 2 == 0;
    const char* const end = stream() % 2 == 0 ? "\n" : "\r\n";
    std::string text = fmt::format("time_s,{},bytes{}{}", streams ? "stream" : "source", sinks ? ",sink" : "", end);
    std::vector<ArrivalTrace::Line> written;
    Time at = 0;
    for (std::uint64_t i = 0, count = 1 + stream() % 40; i < count; ++i) {
      at += stream() % 3 == 0 ? 0 : stream() % (3 * second);
      ArrivalTrace::Line line;
      line.at = at;
      line.source = static_cast<std::uint32_t>(stream());
      line.bytes = 1 + stream() % (1 << 24);
      line.sink = sinks ? static_cast<std::uint32_t>(stream()) : 0;
      line.line = static_cast<std::uint32_t>(i + 2);
      text += fmt::format("{}.{:012},{},{}", at / second, at % second, line.source, line.bytes);
      text += sinks ? fmt::format(",{}{}", line.sink, end) : end;
      written.push_back(line);
    }
    const ArrivalTrace read = read_arrival_trace(text, "t.csv");
    EXPECT_EQ(read.has_streams, streams);
    EXPECT_EQ(read.has_sinks, sinks);
    ASSERT_EQ(read.lines.size(), written.size());
    for (std::size_t i = 0; i < written.size(); ++i) {
      EXPECT_EQ(read.lines[i].at, written[i].at);
      EXPECT_EQ(read.lines[i].source, written[i].source);
      EXPECT_EQ(read.lines[i].bytes, written[i].bytes);
      EXPECT_EQ(read.lines[i].sink, written[i].sink);
      EXPECT_EQ(read.lines[i].line, written[i].line);
    }
  }
}

TEST(ArrivalTrace, ColumnsHaveNamesAndNumbersExponents) {
  const ArrivalTrace plain = read_arrival_trace("time_s,stream,bytes,sink\n0.0015,7,131072,3\n2,0,1,0\n", "t.csv");
  const ArrivalTrace other = read_arrival_trace(
      "\xef\xbb\xbf sink ,bytes,\ttime_s,stream\r\n3,1.31072e5,1.5e-3,7\r\n\r\n0e9, 1 ,0.0002E+4,0\r\n", "t.csv");
  EXPECT_TRUE(other.has_streams && other.has_sinks);
  ASSERT_EQ(other.lines.size(), plain.lines.size());
  for (std::size_t i = 0; i < plain.lines.size(); ++i) {
    EXPECT_EQ(other.lines[i].at, plain.lines[i].at);
    EXPECT_EQ(other.lines[i].source, plain.lines[i].source);
    EXPECT_EQ(other.lines[i].bytes, plain.lines[i].bytes);
    EXPECT_EQ(other.lines[i].sink, plain.lines[i].sink);
  }
}

TEST(ArrivalTrace, MistakesHavePlaceCauseAndRemedy) {
  const std::string head = "time_s,source,bytes\n";
  EXPECT_EQ(message_of(""),
            "t.csv:1:1: the trace is empty. Write `time_s,source,bytes`, in any order, and a line for each I/O below.");
  EXPECT_EQ(message_of("time,source\n"),
            "t.csv:1:1: the first line is `time,source`. Write `time_s,source,bytes`, in any order, and a line for "
            "each I/O below.");
  for (const char* const wrong : {"time_s,source,bytes,bytes\n", "time_s,stream,source,bytes\n", "bytes,sink\n", "x\n"})
    EXPECT_THAT(message_of(wrong), testing::HasSubstr("t.csv:1:1: the first line is `")) << wrong;
  EXPECT_EQ(message_of(head), "t.csv:1:1: the trace has no I/O. Add a line for each below the first.");
  EXPECT_EQ(message_of(head + "\n\n0.5,1\n"), "t.csv:4:1: `0.5,1` has not 3 columns. Write what the first line says.");
  EXPECT_EQ(message_of(head + "1,2,3,4\n"), "t.csv:2:1: `1,2,3,4` has not 3 columns. Write what the first line says.");
  EXPECT_EQ(message_of(head + "x,1,10\n"),
            "t.csv:2:1: `x` is not a time in seconds. Write digits, with up to 12 decimals, up to 1000000.");
  EXPECT_THAT(message_of(head + "0.1234567890123,1,10\n"), testing::HasSubstr("not a time in seconds"));
  EXPECT_THAT(message_of(head + "1000001,1,10\n"), testing::HasSubstr("not a time in seconds"));
  for (const char* const wrong : {"1e-13", "1e", "e3", "1e+-3", "1e2.5", "1e99999", "0x1", "-1", "1.2.3", ".5"})
    EXPECT_THAT(message_of(head + wrong + ",1,10\n"), testing::HasSubstr("not a time in seconds")) << wrong;
  EXPECT_THAT(message_of(head + "1,1,1.5\n"), testing::HasSubstr("`1.5` is not the bytes of an I/O"));
  EXPECT_EQ(message_of(head + "2,1,10\n1.5,1,10\n"),
            "t.csv:3:1: `1.5` is before the I/O above it. Sort the lines by time.");
  EXPECT_EQ(message_of(head + "2,-1,10\n"),
            "t.csv:2:3: `-1` is not the number of a source. Write a whole number, from 0 on.");
  EXPECT_EQ(message_of("time_s,stream,bytes\n2,,10\n"),
            "t.csv:2:3: `` is not the number of a stream. Write a whole number, from 0 on.");
  EXPECT_EQ(message_of(head + "2,1,0\n"),
            "t.csv:2:5: `0` is not the bytes of an I/O. Write a whole number from 1 to 16777216.");
  EXPECT_EQ(message_of("time_s,source,bytes,sink\n2,1,9,4294967296\n"),
            "t.csv:2:7: `4294967296` is not the number of a sink. Write a whole number, from 0 on.");
  EXPECT_THAT(message_of(head + std::string(70'000, '1') + "\n"),
              testing::HasSubstr("t.csv:2:1: the line is too long"));
}

}  // namespace
}  // namespace isochron
