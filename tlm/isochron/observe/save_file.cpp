// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/save_file.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include <boost/crc.hpp>

#include <isochron/observe/buffered_file.h>

namespace isochron {

namespace {

// What GTKWave writes before a line of its save files: bits for radix, justification and the like, in hexadecimal.
constexpr const char* group_begins = "@800200\n-";
constexpr const char* group_ends = "@1000200\n-";
constexpr const char* closed_group_begins = "@c00200\n-";
constexpr const char* closed_group_ends = "@1401200\n-";

const char* flags_of(const ProbeInfo& info) {
  if (info.fraction) return "@88020\n";  // a curve of steps over the range of its values
  if (info.kind == SignalKind::text) return "@820\n";
  if (info.kind == SignalKind::bits && info.width > 1) return "@22\n";  // hexadecimal, as in data sheets
  return info.width == 1 ? "@28\n" : "@24\n";                           // a bit, or decimal
}

std::size_t count_signals(const ScopeTree::Scope& scope) {
  std::size_t count = scope.signals.size();
  for (const ScopeTree::Scope& inside : scope.scopes) count += count_signals(inside);
  return count;
}

/// GTKWave's zoom: minus the logarithm to base 2 of the picoseconds between two of its vertical lines.
double zoom_of(Time shown) {
  constexpr double lines = 5;  // in a window of the size that we ask for
  return -std::log2(std::max(static_cast<double>(shown) / lines, 1.0));
}

/// A comment by which it is known whether what follows has been edited.
std::string first_line(const std::string& text) {
  boost::crc_32_type sum;
  sum.process_bytes(text.data(), text.size());
  return "[*] Isochron; unless edited, what follows has the CRC-32 " + std::to_string(sum.checksum()) + "\n";
}

class Writer {
 public:
  Writer(std::string& text, const std::vector<ProbeInfo>& infos) : text_(text), infos_(infos) {}

  void write(const ScopeTree::Scope& scope, bool closed) {
    constexpr std::size_t easily_seen = 100;
    for (const std::size_t i : scope.signals) signal(infos_[i]);
    closed = closed || (scope.scopes.size() > 1 && count_signals(scope) > easily_seen);
    for (const ScopeTree::Scope& inside : scope.scopes) {
      text_ += (closed ? closed_group_begins : group_begins) + inside.name + "\n";
      write(inside, closed);
      text_ += (closed ? closed_group_ends : group_ends) + inside.name + "\n";
    }
  }

 private:
  void signal(const ProbeInfo& info) {
    text_ += flags_of(info);
    text_ += "+{" + info.name + "} " + info.full_name();
    if (info.kind == SignalKind::bits)
      text_ += info.range.text();
    else if (info.width > 1)
      text_ += "[" + std::to_string(info.width - 1) + ":0]";
    text_ += '\n';
    if (info.fraction) text_ += "@20000\n-\n";  // room for the curve
  }

  std::string& text_;
  const std::vector<ProbeInfo>& infos_;
};

}  // namespace

void write_save_file(const std::string& path, const std::string& wave, Time from, Time to, const ScopeTree& tree,
                     const std::vector<ProbeInfo>& infos) {
  std::string text = "[dumpfile] \"" + wave + "\"\n[timestart] " + std::to_string(from) +
                     "\n[size] 1600 900\n[pos] -1 -1\n*" + std::to_string(zoom_of(to - from)) + " " +
                     std::to_string(from) + "\n[sst_width] 240\n[signals_width] 280\n[sst_expanded] 1\n";
  Writer(text, infos).write(tree.root(), false);
  BufferedFile file(path);
  file.text(first_line(text));
  file.text(text);
  file.close();
}

bool is_own_save_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::size_t end = content.find('\n');
  return end != std::string::npos && content.substr(0, end + 1) == first_line(content.substr(end + 1));
}

}  // namespace isochron
