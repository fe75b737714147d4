// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/save_file.h>

#include <isochron/observe/buffered_file.h>

namespace isochron {

namespace {

// What GTKWave writes before a line of its save files: bits for radix, justification and the like, in hexadecimal.
constexpr const char* group_begins = "@c00200\n-";  // closed
constexpr const char* group_ends = "@1401200\n-";

const char* flags_of(const ProbeInfo& info) {
  if (info.fraction) return "@8420\n";  // a curve of steps
  if (info.kind == SignalKind::text) return "@820\n";
  return info.width == 1 ? "@28\n" : "@24\n";  // a bit, or decimal
}

class Writer {
 public:
  Writer(BufferedFile& file, const std::vector<ProbeInfo>& infos) : file_(file), infos_(infos) {}

  void write(const ScopeTree::Scope& scope) {
    for (const std::size_t i : scope.signals) signal(infos_[i]);
    for (const ScopeTree::Scope& inside : scope.scopes) {
      file_.text(group_begins + inside.path + "\n");
      write(inside);
      file_.text(group_ends + inside.path + "\n");
    }
  }

 private:
  void signal(const ProbeInfo& info) {
    file_.text(flags_of(info));
    file_.text(info.full_name());
    if (info.width > 1) file_.text("[" + std::to_string(info.width - 1) + ":0]");
    file_.letter('\n');
    // Room for a curve.
    if (info.fraction) file_.text("@20000\n-\n");
  }

  BufferedFile& file_;
  const std::vector<ProbeInfo>& infos_;
};

}  // namespace

void write_save_file(const std::string& path, const std::string& wave, Time from, const ScopeTree& tree,
                     const std::vector<ProbeInfo>& infos) {
  BufferedFile file(path);
  file.text("[*] Isochron\n[dumpfile] \"" + wave + "\"\n[timestart] " + std::to_string(from) +
            "\n[size] 1600 900\n[signals_width] 300\n[sst_width] 280\n[sst_expanded] 1\n");
  Writer(file, infos).write(tree.root());
  file.close();
}

}  // namespace isochron
