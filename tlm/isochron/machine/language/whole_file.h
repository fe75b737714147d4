// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isochron {

/// A machine file as one text that needs no other machine file.
struct WholeFile {
  std::string text;                 ///< as it was written, with the types of what it includes
  std::vector<std::string> beside;  ///< what it still needs beside it: traces
};

/// The machine file at `path`, which has been read before. Throws FileError or InputError.
WholeFile whole_file(const std::string& path);

}  // namespace isochron
