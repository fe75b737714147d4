// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/link_pairs.h>

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include <isochron/machine/language/path_template.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

LinkPairs::LinkPairs(const YamlNode& node) {
  if (!node.is_map())
    throw InputError(node.position, fmt::format("`pairs` has {} instead of a map", node.kind_name()),
                     R"(Write lines `"node[a].link[b]": "node[b].link[a]"`)");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    Form one = read_form(node.keys[i].text, node.keys[i].position);
    const std::string& text = read_text(node.items[i], "pairs");
    Form other = read_form(text, node.items[i].position);
    for (const auto& [has, wants] : {std::pair(&one, &other), std::pair(&other, &one)})
      for (const std::string& name : wants->names)
        if (std::find(has->names.begin(), has->names.end(), name) == has->names.end())
          throw InputError(node.items[i].position,
                           fmt::format("`{}` stands in one of two paths only", name.substr(0, 60)),
                           "Use the same names in both");
    pairs_.emplace_back(std::move(one), std::move(other));
  }
}

LinkPairs::Form LinkPairs::read_form(const std::string& text, const SourcePosition& position) {
  Form form{{""}, {}};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('[', at);
    form.texts.back() += text.substr(at, open == std::string::npos ? open : open + 1 - at);
    if (open == std::string::npos) break;
    const std::size_t close = text.find(']', open);
    if (close == std::string::npos)
      throw InputError(position, fmt::format("`{}` has an open bracket", text.substr(0, 80)), "Close it");
    const std::string index = text.substr(open + 1, close - open - 1);
    if (is_name(index)) {
      form.names.push_back(index);
      form.texts.emplace_back();
    } else if (!index.empty() &&
               std::all_of(index.begin(), index.end(), [](unsigned char c) { return std::isdigit(c); })) {
      form.texts.back() += index;
    } else {
      throw InputError(position, fmt::format("`{}` is neither a name nor a number", index.substr(0, 60)),
                       "Write names in place of indices: node[a].link[b]");
    }
    at = close;
  }
  return form;
}

std::optional<std::string> LinkPairs::back_by(const Form& from, const Form& to, const std::string& path) {
  std::map<std::string, std::string> values;
  std::size_t at = 0;
  for (std::size_t t = 0; t < from.texts.size(); ++t) {
    if (path.compare(at, from.texts[t].size(), from.texts[t]) != 0) return std::nullopt;
    at += from.texts[t].size();
    if (t == from.names.size()) break;
    const std::size_t end = std::min(path.find_first_not_of("0123456789", at), path.size());
    const std::string number = path.substr(at, end - at);
    if (number.empty() || values.emplace(from.names[t], number).first->second != number) return std::nullopt;
    at = end;
  }
  if (at != path.size()) return std::nullopt;
  std::string back = to.texts.front();
  for (std::size_t n = 0; n < to.names.size(); ++n) back += values.at(to.names[n]) + to.texts[n + 1];
  return back;
}

std::optional<std::string> LinkPairs::back_of(const std::string& path) const {
  for (const auto& [one, other] : pairs_) {
    if (const std::optional<std::string> back = back_by(one, other, path)) return back;
    if (const std::optional<std::string> back = back_by(other, one, path)) return back;
  }
  return std::nullopt;
}

}  // namespace isochron
