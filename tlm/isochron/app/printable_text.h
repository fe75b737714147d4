// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// `text` as a terminal, a log and XML can show it: control characters, bytes that are not UTF-8 and characters that
/// change the direction of writing stand as \n, \x1b or \u202e. Names of files and texts of scenarios may hold them.
std::string one_line(const std::string& text);

/// The same for a text of several lines: line breaks and tabs stay.
std::string printable_lines(const std::string& text);

}  // namespace isochron
