// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/streaming/trace_file.h>

#include <optional>
#include <utility>

#include <isochron/core/input_files.h>
#include <isochron/core/text_numbers.h>

namespace isochron {

namespace {

constexpr std::string_view header = "time_s,bytes";
constexpr std::uint32_t largest_datagram = 65'507;  // of UDP over IPv4

[[noreturn]] void fail(const std::string& file, std::size_t line, const std::string& cause, const std::string& remedy) {
  throw TraceFileError(file + ":" + std::to_string(line) + ": " + cause, remedy);
}

/// The text as it may stand in a message.
std::string quoted_text(std::string_view text) {
  constexpr std::size_t longest = 40;
  return "`" + std::string(text.substr(0, longest)) + (text.size() > longest ? "...`" : "`");
}

PacketSchedule::Packet parse_packet(std::string_view line, const std::string& file, std::size_t number) {
  const std::size_t comma = line.find(',');
  if (comma == std::string_view::npos)
    fail(file, number, quoted_text(line) + " is not a time and a number of bytes", "write a line such as 0.033,1024");
  const std::string_view time = line.substr(0, comma);
  const std::string_view bytes = line.substr(comma + 1);
  const std::optional<Time> due = whole_picoseconds(time);
  if (!due)
    fail(file, number, quoted_text(time) + " is not a time in seconds",
         "write digits, with up to 12 decimals, up to " + std::to_string(latest_second));
  const std::optional<std::uint64_t> length = whole_number(bytes);
  if (!length || *length < 1 || *length > largest_datagram)
    fail(file, number, quoted_text(bytes) + " is not the bytes of a packet",
         "write a whole number from 1 to " + std::to_string(largest_datagram));
  return {*due, static_cast<std::uint32_t>(*length)};
}

}  // namespace

PacketTrace parse_trace(std::string_view text, const std::string& file) {
  PacketTrace trace;
  std::size_t number = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::string_view line = text.substr(from, end - from);
    from = end + 1;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++number;
    if (number == 1) {
      if (line != header)
        fail(file, number, "the first line is " + quoted_text(line),
             "write " + quoted_text(header) + ", and a line for each packet below");
      continue;
    }
    if (line.empty()) continue;
    const PacketSchedule::Packet packet = parse_packet(line, file, number);
    if (!trace.packets.empty() && packet.due < trace.packets.back().due)
      fail(file, number, quoted_text(line.substr(0, line.find(','))) + " is before the packet above it",
           "sort the lines by time");
    trace.packets.push_back(packet);
  }
  if (number == 0) throw TraceFileError(file + ": it is empty", "write " + quoted_text(header) + " and packets");
  if (trace.packets.empty() || trace.packets.front().due == trace.packets.back().due)
    throw TraceFileError(file + ": it has no two packets that are due at different times",
                         "a recording needs them: how long it is follows from them");
  const Time last = trace.packets.back().due;
  trace.period = last + (last - trace.packets.front().due) / (trace.packets.size() - 1);
  if (trace.period == last) ++trace.period;
  return trace;
}

PacketTrace read_trace_file(const std::string& path) {
  std::string text;
  try {
    text = InputFiles::read_regular(path);
  } catch (const UnreadableFile& error) {
    throw TraceFileError(path + ": " + error.what(), error.remedy());
  }
  return parse_trace(text, path);
}

}  // namespace isochron
