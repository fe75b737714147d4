// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/text_file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include <isochron/scenario/file_error.h>

namespace isochron {

std::string read_text_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw FileError(path, "cannot be read: it is a folder", "Name a file in it");
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw FileError(path, fmt::format("cannot be read: {}", std::strerror(errno)), "Check its name and permissions");
  constexpr std::size_t largest = std::size_t{1} << 28;
  std::string text;
  char buffer[65536];
  while (stream.read(buffer, sizeof buffer) || stream.gcount() > 0) {
    text.append(buffer, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest)
      throw FileError(path, "cannot be read: larger than 256 MiB", "Is this the file that you meant?");
  }
  if (stream.bad()) throw FileError(path, fmt::format("cannot be read: {}", std::strerror(errno)), "Check the disk");
  return text;
}

}  // namespace isochron
