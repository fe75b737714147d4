// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/scenario/place_name.h>

namespace isochron {

/// Where something was written: a place in a file, or a command-line option ("--set nodes=8").
struct SourcePosition {
  PlaceName file;  ///< the file as the user named it, or the option as he typed it
  int line = 0;    ///< from 1; 0: the whole of `file`
  int column = 0;  ///< from 1

  /// "cluster.yaml:3:7", or the file or option alone.
  std::string text() const {
    return line == 0 ? file.text() : file.text() + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
};

}  // namespace isochron
