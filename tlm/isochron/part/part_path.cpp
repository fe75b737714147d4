// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_path.h>

#include <cctype>
#include <cstring>

namespace isochron {

bool matches_path(const std::string& pattern, const std::string& path) {
  std::size_t at = 0;
  for (const char letter : pattern) {
    if (letter != '*') {
      if (at == path.size() || path[at++] != letter) return false;
      continue;
    }
    if (at == path.size() || std::isdigit(static_cast<unsigned char>(path[at])) == 0) return false;
    while (at < path.size() && std::isdigit(static_cast<unsigned char>(path[at])) != 0) ++at;
  }
  return at == path.size();
}

std::string matching_scope(const std::string& path, const std::string& pattern) {
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
    if (matches_path(pattern, path.substr(0, dot))) return path.substr(0, dot);
  return "";
}

std::string with_brackets_each(const std::string& path) {
  std::string apart;
  bool inside = false, found = false;
  for (const char letter : path) {
    inside = letter == '[' || (inside && letter != ']');
    if (inside && letter == ',') {
      apart += "][";
      found = true;
    } else if (!inside || letter != ' ') {
      apart += letter;
    }
  }
  return found ? apart : "";
}

std::string without_indices(const std::string& name) {
  std::string short_name;
  bool inside = false;
  for (const char letter : name) {
    inside = inside && letter != ']';
    if (!inside) short_name += letter;
    inside = inside || letter == '[';
  }
  return short_name;
}

bool in_natural_order(const std::string& one, const std::string& other) {
  return strverscmp(one.c_str(), other.c_str()) < 0;
}

bool for_each_split(const std::string& path,
                    const std::function<bool(const std::string& part, const std::string& statistic)>& take) {
  for (std::size_t dot = path.rfind('.'); dot != std::string::npos && dot > 0; dot = path.rfind('.', dot - 1))
    if (take(path.substr(0, dot), path.substr(dot + 1))) return true;
  return false;
}

}  // namespace isochron
