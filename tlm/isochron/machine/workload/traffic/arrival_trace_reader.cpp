// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/arrival_trace_reader.h>

#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <isochron/core/csv_text.h>
#include <isochron/core/text_numbers.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

constexpr std::uint64_t largest_io = std::uint64_t{1} << 24;
constexpr std::size_t longest_line = 60'000;  // a column fits into 16 bits

constexpr std::string_view example = "time_s,source,bytes";

/// A text as it may stand in a message.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  return fmt::format("`{}{}`", text.substr(0, longest), text.size() > longest ? "..." : "");
}

class TraceText {
 public:
  TraceText(const std::string& text, const std::string& file) : csv_(text) { trace_.file = file; }

  ArrivalTrace read() {
    if (!next_line()) throw InputError({trace_.file, 1, 1}, "the trace is empty", remedy_of_header());
    read_header();
    while (next_line()) read_io();
    if (trace_.lines.empty())
      throw InputError({trace_.file, 1, 1}, "the trace has no I/O", "Add a line for each below the first");
    return std::move(trace_);
  }

 private:
  static std::string remedy_of_header() {
    return fmt::format("Write {}, in any order, and a line for each I/O below", quoted(example));
  }

  bool next_line() {
    if (!csv_.next()) return false;
    if (csv_.line().size() > longest_line) fail(1, "the line is too long", "Is this the file that you meant?");
    return true;
  }

  void read_header() {
    columns_ = csv_.fields().size();
    const std::size_t streams = csv_.place_of("stream");
    trace_.has_streams = streams != columns_;
    time_ = csv_.place_of("time_s");
    source_ = trace_.has_streams ? streams : csv_.place_of("source");
    bytes_ = csv_.place_of("bytes");
    sink_ = csv_.place_of("sink");
    trace_.has_sinks = sink_ != columns_;
    // Each once, and nothing else.
    const bool all = time_ != columns_ && source_ != columns_ && bytes_ != columns_;
    if (!all || columns_ != (trace_.has_sinks ? 4u : 3u))
      fail(1, fmt::format("the first line is {}", quoted(csv_.line())), remedy_of_header());
  }

  void read_io() {
    const std::vector<CsvText::Field>& fields = csv_.fields();
    if (fields.size() != columns_)
      fail(1, fmt::format("{} has not {} columns", quoted(csv_.line()), columns_), "Write what the first line says");
    const CsvText::Field &time = fields[time_], &source = fields[source_], &bytes = fields[bytes_];
    ArrivalTrace::Line io;
    const std::optional<Time> at = whole_picoseconds(time.text);
    if (!at)
      fail(time.column, fmt::format("{} is not a time in seconds", quoted(time.text)),
           fmt::format("Write digits, with up to 12 decimals, up to {}", latest_second));
    if (!trace_.lines.empty() && *at < trace_.lines.back().at)
      fail(time.column, fmt::format("{} is before the I/O above it", quoted(time.text)), "Sort the lines by time");
    io.at = *at;
    io.source = number(source, trace_.has_streams ? "stream" : "source");
    const std::optional<std::uint64_t> length = whole_number(bytes.text);
    if (!length || *length < 1 || *length > largest_io)
      fail(bytes.column, fmt::format("{} is not the bytes of an I/O", quoted(bytes.text)),
           fmt::format("Write a whole number from 1 to {}", largest_io));
    io.bytes = *length;
    if (trace_.has_sinks) {
      io.sink = number(fields[sink_], "sink");
      io.sink_column = static_cast<std::uint16_t>(fields[sink_].column);
    }
    io.line = static_cast<std::uint32_t>(csv_.number());
    io.source_column = static_cast<std::uint16_t>(source.column);
    trace_.lines.push_back(io);
  }

  std::uint32_t number(const CsvText::Field& field, const char* what) const {
    const std::optional<std::uint64_t> found = whole_number(field.text);
    if (!found || *found > std::numeric_limits<std::uint32_t>::max())
      fail(field.column, fmt::format("{} is not the number of a {}", quoted(field.text), what),
           "Write a whole number, from 0 on");
    return static_cast<std::uint32_t>(*found);
  }

  [[noreturn]] void fail(std::size_t column, const std::string& cause, const std::string& remedy) const {
    throw InputError({trace_.file, static_cast<int>(csv_.number()), static_cast<int>(column)}, cause, remedy);
  }

  ArrivalTrace trace_;
  CsvText csv_;
  std::size_t columns_ = 0;
  std::size_t time_ = 0, source_ = 0, bytes_ = 0, sink_ = 0;  ///< places of the columns
};

}  // namespace

ArrivalTrace read_arrival_trace(const std::string& text, const std::string& file) {
  return TraceText(text, file).read();
}

}  // namespace isochron
