// SPDX-License-Identifier: Apache-2.0
#include "functional_coverage.h"

#include <fmt/format.h>

#include <array>

#include "segments.h"

namespace isochron::rtl {
namespace {

constexpr std::array<const char*, 3> operations{"copy", "fill", "xor"};
constexpr std::array<const char*, 3> ports{"A", "B", "stream"};
constexpr std::array<const char*, 5> lengths{"within a word", "a few words", "to 256 B", "to 1 KB", "longer"};
constexpr std::array<const char*, 4> cuts{"none", "read", "write", "both"};
constexpr std::array<const char*, 3> relations{"same lane", "source lane lower", "source lane higher"};
constexpr std::array<const char*, 7> errors{"none",         "read SLVERR", "read DECERR", "write SLVERR",
                                            "write DECERR", "bad command", "aborted"};
constexpr std::array<const char*, 4> depths{"1", "2", "3 or more", "all"};

const char* length_of(const Command& c, unsigned word) {
  const auto bytes = c.row_bytes;
  return lengths[bytes <= word ? 0 : bytes <= 4 * word ? 1 : bytes <= 256 ? 2 : bytes <= 1024 ? 3 : 4];
}

/// A segment that crosses an aligned block of a longest burst takes more than one burst.
bool is_cut(const std::vector<Segment>& segments, std::uint64_t block) {
  for (const auto& s : segments)
    if (s.address / block != (s.address + s.bytes - 1) / block) return true;
  return false;
}

const char* cut_of(const Command& c, const CoreParameters& core) {
  const auto block = std::min<std::uint64_t>(std::uint64_t{core.max_burst} * core.word_bytes, 4096);
  const bool read = c.reads_memory() && is_cut(source_segments(c, core.address_bits), block);
  const bool write = c.dst_port != stream_port && is_cut(destination_segments(c, core.address_bits), block);
  return cuts[(read ? 1 : 0) + (write ? 2 : 0)];
}

std::string path_of(const char* from, const char* to) {
  return fmt::format("{} to {}", from, to);
}

/// The source end in bins: a FILL has none.
std::string path_of(const Command& c) {
  return path_of(c.op == fill_op ? "nowhere" : ports[c.src_port], ports[c.dst_port]);
}

bool can(unsigned error, unsigned op, unsigned from, unsigned to) {
  if (error == read_slverr || error == read_decerr) return op != fill_op && from != stream_port;
  if (error == write_slverr || error == write_decerr) return to != stream_port;
  return true;
}

constexpr std::array<const char*, 3> queues{"alone", "some behind", "many behind"};

const char* queue_of(const Finished& f) {
  return queues[f.behind == 0 ? 0 : f.behind < 4 ? 1 : 2];
}

}  // namespace

FunctionalCoverage::FunctionalCoverage(const CoreParameters& core) {
  for (unsigned from = 0; from < core.word_bytes; ++from)
    for (unsigned to = 0; to < core.word_bytes; ++to) declare("lanes", fmt::format("{} to {}", from, to));
  for (unsigned op = 0; op < operations.size(); ++op) {
    for (const auto* length : lengths)
      for (unsigned cut = 0; cut < cuts.size(); ++cut)
        if (op != fill_op || !(cut & 1))
          declare("shape", fmt::format("{}, {}, cut {}", operations[op], length, cuts[cut]));
    for (unsigned from = 0; from < ports.size(); ++from) {
      if ((op == fill_op && from != 0) || (op == xor_op && from == stream_port)) continue;
      for (unsigned to = 0; to < ports.size(); ++to) {
        const auto path = path_of(op == fill_op ? "nowhere" : ports[from], ports[to]);
        declare("path", fmt::format("{}, {}", operations[op], path));
        for (unsigned error = 0; error < errors.size(); ++error)
          if (can(error, op, from, to)) declare("end", fmt::format("{}, {}, {}", errors[error], operations[op], path));
      }
    }
  }
  for (const auto* relation : relations)
    for (const auto* length : lengths)
      for (const auto* cut : cuts) declare("alignment", fmt::format("{}, {}, cut {}", relation, length, cut));
  for (const auto* direction : {"reads", "writes"})
    for (unsigned port = 0; port < 2; ++port)
      for (const auto* depth : depths) declare("in flight", fmt::format("{} {} on {}", depth, direction, ports[port]));
  for (const auto* rows : {"one", "joined", "apart", "backwards"})
    for (const auto* side : {"source", "destination"})
      for (const auto* planes : {"one plane", "planes"}) declare("rows", fmt::format("{} {}, {}", side, rows, planes));
  for (const auto* queue : queues) {
    for (const auto* error : errors) declare("queue", fmt::format("{}, {}", error, queue));
    for (const auto* relation : relations) declare("queue", fmt::format("{}, {}", relation, queue));
  }
  for (unsigned sources = 1; sources <= 8; ++sources) declare("xor", fmt::format("{} sources", sources));
}

void FunctionalCoverage::finished(const Finished& f, const CoreParameters& core) {
  const auto& c = f.command;
  count("queue", fmt::format("{}, {}", errors[f.error], queue_of(f)));
  if (c.op >= operations.size() || c.dst_port >= ports.size() || (c.op != fill_op && c.src_port >= ports.size()))
    return;
  if (c.op == xor_op && c.src_port == stream_port) return;
  count("end", fmt::format("{}, {}, {}", errors[f.error], operations[c.op], path_of(c)));
  if (f.error != no_error) return;
  const auto* length = length_of(c, core.word_bytes);
  const auto* cut = cut_of(c, core);
  count("path", fmt::format("{}, {}", operations[c.op], path_of(c)));
  count("shape", fmt::format("{}, {}, cut {}", operations[c.op], length, cut));
  if (c.op == copy_op && c.src_port != stream_port && c.dst_port != stream_port) {
    const auto from = c.src % core.word_bytes;
    const auto to = c.dst % core.word_bytes;
    count("lanes", fmt::format("{} to {}", from, to));
    const auto* relation = relations[from == to ? 0 : from < to ? 1 : 2];
    count("alignment", fmt::format("{}, {}, cut {}", relation, length, cut));
    count("queue", fmt::format("{}, {}", relation, queue_of(f)));
  }
  const auto rows = [&](const char* side, std::int32_t stride, std::uint32_t planes) {
    const auto* kind = c.rows == 1                                         ? "one"
                       : static_cast<std::uint32_t>(stride) == c.row_bytes ? "joined"
                       : stride < 0                                        ? "backwards"
                                                                           : "apart";
    count("rows", fmt::format("{} {}, {}", side, kind, planes == 1 ? "one plane" : "planes"));
  };
  if (c.op != fill_op) rows("source", c.src_row_stride, c.planes);
  rows("destination", c.dst_row_stride, c.planes_written());
  if (c.op == xor_op) count("xor", fmt::format("{} sources", c.planes));
}

void FunctionalCoverage::in_flight(unsigned port, bool write, unsigned bursts, const CoreParameters& core) {
  const auto* depth = depths[bursts >= core.outstanding ? 3 : bursts >= 3 ? 2 : bursts ? bursts - 1 : 0];
  count("in flight", fmt::format("{} {} on {}", depth, write ? "writes" : "reads", ports[port]));
}

void FunctionalCoverage::count(const std::string& group, const std::string& bin) {
  const auto place = bins_.find(group + ": " + bin);
  // What cannot be (a FILL with a read error) is the judge's to tell.
  if (place == bins_.end()) return;
  ++place->second;
}

std::vector<std::string> FunctionalCoverage::holes() const {
  std::vector<std::string> empty;
  for (const auto& [bin, number] : bins_)
    if (!number) empty.push_back(bin);
  return empty;
}

std::string FunctionalCoverage::report() const {
  std::map<std::string, std::pair<unsigned, unsigned>> groups;
  for (const auto& [bin, number] : bins_) {
    auto& [met, all] = groups[bin.substr(0, bin.find(':'))];
    ++all;
    met += number > 0;
  }
  std::string text;
  for (const auto& [group, numbers] : groups)
    text += fmt::format("{:<10} {:4} of {:4} bins\n", group, numbers.first, numbers.second);
  const auto empty = holes();
  text += fmt::format("functional coverage: {:.1f} %\n",
                      100.0 * static_cast<double>(bins_.size() - empty.size()) / static_cast<double>(bins_.size()));
  for (const auto& bin : empty) text += "hole: " + bin + "\n";
  return text;
}

}  // namespace isochron::rtl
