// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace isochron {

/// A file cannot be read; what() is the cause, without the file's name. Neither ends with a full stop.
class UnreadableFile : public std::runtime_error {
 public:
  UnreadableFile(const std::string& cause, std::string remedy)
      : std::runtime_error(cause), remedy_(std::move(remedy)) {}

  const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

/// The input files of this process. All input is read here, so that the register is complete: outputs never replace
/// what is in it, and a result that is kept is valid while these files are what they were.
class InputFiles {
 public:
  /// Hash of bytes, as text.
  using Hash = std::string (*)(std::string_view);

  /// Chooses the hash of what is read from now on. Without one the register has paths alone.
  static void hash_with(Hash hash) { hash_ = hash; }

  /// Returns the whole file. Throws UnreadableFile: missing, a folder, no permission, larger than 256 MiB.
  static std::string read(const std::string& path) {
    std::string& hash = files()[path];
    hash.clear();
    std::string text = content(path);
    if (hash_ != nullptr) hash = hash_(text);
    return text;
  }

  /// The same of a file that another one names. Throws for a pipe or a device too: the command would wait for its
  /// writer, and nobody who looks again would find the same.
  static std::string read_regular(const std::string& path) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && std::filesystem::is_other(status))
      throw UnreadableFile("cannot be read: it is a pipe or a device", "Write what it gives to a file first");
    return read(path);
  }

  /// Registers that a file was looked for and is not there: the input would be another one if it were.
  static void note_missing(const std::string& path) { files()[path].clear(); }

  /// The hash of each file by the path that was opened; an empty one for a file that could not be read.
  static const std::map<std::string, std::string>& all() { return files(); }

 private:
  static std::map<std::string, std::string>& files() {
    static std::map<std::string, std::string> register_;
    return register_;
  }

  static std::string content(const std::string& path) {
    constexpr std::size_t largest = std::size_t{1} << 28;
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
      throw UnreadableFile("cannot be read: it is a folder", "Name a file in it");
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
      throw UnreadableFile(std::string("cannot be read: ") + std::strerror(errno), "Check its name and permissions");
    std::string text;
    char buffer[65536];
    while (stream.read(buffer, sizeof buffer) || stream.gcount() > 0) {
      text.append(buffer, static_cast<std::size_t>(stream.gcount()));
      if (text.size() > largest)
        throw UnreadableFile("cannot be read: larger than 256 MiB", "Is this the file that you meant?");
    }
    if (stream.bad()) throw UnreadableFile(std::string("cannot be read: ") + std::strerror(errno), "Check the disk");
    return text;
  }

  static inline Hash hash_ = nullptr;
};

}  // namespace isochron
