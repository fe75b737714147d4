// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/whole_file.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include <isochron/machine/language/machine_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/text_file.h>
#include <isochron/scenario/yaml_reader.h>

namespace isochron {

namespace {

namespace fs = std::filesystem;

/// A key of the file with the lines below it, and the comments before it. The first has no key: what the file begins
/// with.
using Section = std::pair<std::string, std::string>;

std::vector<Section> sections_of(const std::string& text) {
  std::vector<Section> sections{{"", ""}};
  std::string comments;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(at, end - at);
    at = end;
    const std::size_t colon = line.find(':');
    if (line.front() == '#') {
      comments += line;
    } else if (line.front() != ' ' && line.front() != '\n' && line.front() != '-' && colon != std::string::npos) {
      sections.emplace_back(line.substr(0, colon), comments + line);
      comments.clear();
    } else {
      sections.back().second += comments + line;
      comments.clear();
    }
  }
  sections.back().second += comments;
  return sections;
}

/// Adds the types of a file and of those that it includes, each file once, without the key.
void add_types(const std::string& path, std::vector<std::string>& seen, std::string& types) {
  if (std::find(seen.begin(), seen.end(), path) != seen.end()) return;
  seen.push_back(path);
  const std::string text = read_regular_file(path);
  const YamlNode root = read_yaml(text, path);
  if (const YamlNode* const include = root.find("include"))
    for (const YamlNode& item : include->items)
      add_types((fs::path(path).parent_path() / item.text).lexically_normal().string(), seen, types);
  for (std::size_t k = 0; k < root.keys.size(); ++k)
    if (root.keys[k].text == "types" && root.items[k].position.line == root.keys[k].position.line)
      throw InputError(root.keys[k].position, "its types stand on the line of `types:`, where no others can be added",
                       "Write each type on lines of its own, below `types:`");
  for (const auto& [key, section] : sections_of(text))
    if (key == "types") types += section.substr(section.find('\n', section.find("types:")) + 1);
}

}  // namespace

WholeFile whole_file(const std::string& path) {
  WholeFile whole;
  std::vector<std::string> seen;
  std::string types;
  add_types(path, seen, types);
  bool has_types = types.empty();
  for (const auto& [key, section] : sections_of(read_regular_file(path))) {
    if (key == "include" || key == "types") continue;
    // Below the parameters, above what uses them.
    if (!has_types && key == "parts") {
      whole.text += "types:\n" + types;
      has_types = true;
    }
    whole.text += section;
  }
  for (const std::string& file : read_machine_file(path).files)
    if (std::find(seen.begin(), seen.end(), fs::path(file).lexically_normal().string()) == seen.end())
      whole.beside.push_back(fs::path(file).lexically_relative(fs::path(path).parent_path()).string());
  return whole;
}

}  // namespace isochron
