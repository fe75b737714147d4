// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/arrival_trace_reader.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include <isochron/core/text_numbers.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

constexpr std::uint64_t largest_io = std::uint64_t{1} << 24;
constexpr std::size_t longest_line = 60'000;  // a column fits into 16 bits

struct Header {
  std::string_view text;
  bool has_streams;
  bool has_sinks;
};
constexpr std::array<Header, 4> headers{{{"time_s,source,bytes", false, false},
                                         {"time_s,stream,bytes", true, false},
                                         {"time_s,source,bytes,sink", false, true},
                                         {"time_s,stream,bytes,sink", true, true}}};

/// A text as it may stand in a message.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  return fmt::format("`{}{}`", text.substr(0, longest), text.size() > longest ? "..." : "");
}

class TraceText {
 public:
  TraceText(const std::string& text, const std::string& file) : text_(text) { trace_.file = file; }

  ArrivalTrace read() {
    if (text_.empty()) throw InputError({trace_.file, 1, 1}, "the trace is empty", remedy_of_header());
    read_header();
    while (next_line())
      if (!line_.empty()) read_io();
    if (trace_.lines.empty())
      throw InputError({trace_.file, 1, 1}, "the trace has no I/O", "Add a line for each below the first");
    return std::move(trace_);
  }

 private:
  static std::string remedy_of_header() {
    return fmt::format("Write {}, and a line for each I/O below", quoted(headers[0].text));
  }

  bool next_line() {
    if (begin_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', begin_), text_.size());
    line_ = std::string_view(text_).substr(begin_, end - begin_);
    begin_ = end + 1;
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    ++number_;
    if (line_.size() > longest_line) fail(1, "the line is too long", "Is this the file that you meant?");
    return true;
  }

  void read_header() {
    next_line();
    const auto found =
        std::find_if(headers.begin(), headers.end(), [this](const Header& one) { return one.text == line_; });
    if (found == headers.end()) fail(1, fmt::format("the first line is {}", quoted(line_)), remedy_of_header());
    trace_.has_streams = found->has_streams;
    trace_.has_sinks = found->has_sinks;
    columns_ = 1 + static_cast<std::size_t>(std::count(line_.begin(), line_.end(), ','));
  }

  void read_io() {
    std::array<std::string_view, 4> fields;
    std::array<std::size_t, 4> columns{};
    std::size_t from = 0;
    for (std::size_t i = 0; i < columns_; ++i) {
      const std::size_t comma = line_.find(',', from);
      const std::size_t end = std::min(comma, line_.size());
      if ((comma == std::string_view::npos) != (i + 1 == columns_))
        fail(1, fmt::format("{} has not {} columns", quoted(line_), columns_), "Write what the first line says");
      fields[i] = line_.substr(from, end - from);
      columns[i] = from + 1;
      from = end + 1;
    }
    ArrivalTrace::Line io;
    const std::optional<Time> at = whole_picoseconds(fields[0]);
    if (!at)
      fail(columns[0], fmt::format("{} is not a time in seconds", quoted(fields[0])),
           fmt::format("Write digits, with up to 12 decimals, up to {}", latest_second));
    if (!trace_.lines.empty() && *at < trace_.lines.back().at)
      fail(columns[0], fmt::format("{} is before the I/O above it", quoted(fields[0])), "Sort the lines by time");
    io.at = *at;
    io.source = number(fields[1], columns[1], trace_.has_streams ? "stream" : "source");
    const std::optional<std::uint64_t> bytes = whole_number(fields[2]);
    if (!bytes || *bytes < 1 || *bytes > largest_io)
      fail(columns[2], fmt::format("{} is not the bytes of an I/O", quoted(fields[2])),
           fmt::format("Write a whole number from 1 to {}", largest_io));
    io.bytes = *bytes;
    if (trace_.has_sinks) io.sink = number(fields[3], columns[3], "sink");
    io.line = static_cast<std::uint32_t>(number_);
    io.source_column = static_cast<std::uint16_t>(columns[1]);
    io.sink_column = static_cast<std::uint16_t>(columns[3]);
    trace_.lines.push_back(io);
  }

  std::uint32_t number(std::string_view field, std::size_t column, const char* what) const {
    const std::optional<std::uint64_t> found = whole_number(field);
    if (!found || *found > std::numeric_limits<std::uint32_t>::max())
      fail(column, fmt::format("{} is not the number of a {}", quoted(field), what), "Write a whole number, from 0 on");
    return static_cast<std::uint32_t>(*found);
  }

  [[noreturn]] void fail(std::size_t column, const std::string& cause, const std::string& remedy) const {
    throw InputError({trace_.file, number_, static_cast<int>(column)}, cause, remedy);
  }

  const std::string& text_;
  ArrivalTrace trace_;
  std::size_t begin_ = 0;  ///< of the next line
  std::string_view line_;
  int number_ = 0;
  std::size_t columns_ = 0;
};

}  // namespace

ArrivalTrace read_arrival_trace(const std::string& text, const std::string& file) {
  return TraceText(text, file).read();
}

}  // namespace isochron
