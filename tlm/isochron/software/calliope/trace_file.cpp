// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/trace_file.h>

#include <optional>
#include <utility>
#include <vector>

#include <isochron/core/csv_text.h>
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

PacketSchedule::Packet packet_of(std::string_view time, std::string_view bytes, const std::string& file,
                                 std::size_t number) {
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
  CsvText csv(text);
  if (!csv.next()) throw TraceFileError(file + ": it is empty", "write " + quoted_text(header) + " and packets");
  const std::size_t time = csv.place_of("time_s"), bytes = csv.place_of("bytes");
  if (csv.fields().size() != 2 || time == 2 || bytes == 2)
    fail(file, csv.number(), "the first line is " + quoted_text(csv.line()),
         "write " + quoted_text(header) + ", and a line for each packet below");
  while (csv.next()) {
    const std::vector<CsvText::Field>& fields = csv.fields();
    if (fields.size() != 2)
      fail(file, csv.number(), quoted_text(csv.line()) + " is not a time and a number of bytes",
           "write a line such as 0.033,1024");
    const PacketSchedule::Packet packet = packet_of(fields[time].text, fields[bytes].text, file, csv.number());
    if (!trace.packets.empty() && packet.due < trace.packets.back().due)
      fail(file, csv.number(), quoted_text(fields[time].text) + " is before the packet above it",
           "sort the lines by time");
    trace.packets.push_back(packet);
  }
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
