// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/text_file.h>

#include <isochron/core/input_files.h>
#include <isochron/scenario/file_error.h>

namespace isochron {

std::string read_text_file(const std::string& path) {
  try {
    return InputFiles::read(path);
  } catch (const UnreadableFile& error) {
    throw FileError(path, error.what(), error.remedy());
  }
}

std::string read_regular_file(const std::string& path) {
  try {
    return InputFiles::read_regular(path);
  } catch (const UnreadableFile& error) {
    throw FileError(path, error.what(), error.remedy());
  }
}

}  // namespace isochron
