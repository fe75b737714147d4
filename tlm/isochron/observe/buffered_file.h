// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isochron {

/// A text file that is written in large pieces. Every member throws WriteError when the system refuses.
class BufferedFile {
 public:
  /// Opens `path` for writing and empties it.
  explicit BufferedFile(std::string path);
  ~BufferedFile();
  BufferedFile(const BufferedFile&) = delete;
  BufferedFile& operator=(const BufferedFile&) = delete;

  void text(std::string_view text) {
    if (text.size() > room()) make_room(text.size());
    for (const char letter : text) *end_++ = letter;
  }
  void letter(char letter) {
    if (room() == 0) make_room(1);
    *end_++ = letter;
  }
  /// In decimal.
  void number(std::uint64_t value);
  /// Writes what is left; nothing may follow.
  void close();

 private:
  std::size_t room() const { return static_cast<std::size_t>(buffer_.data() + buffer_.size() - end_); }
  void make_room(std::size_t letters);
  void flush();

  std::string path_;
  int descriptor_ = -1;
  std::vector<char> buffer_;
  char* end_ = nullptr;  ///< of what is in the buffer
};

}  // namespace isochron
