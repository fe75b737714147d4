// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/path_form.h>

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <isochron/machine/language/path_template.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

PathForm::PathForm(const std::string& text, const SourcePosition& position) : texts_{""} {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('[', at);
    texts_.back() += text.substr(at, open == std::string::npos ? open : open + 1 - at);
    if (open == std::string::npos) break;
    const std::size_t close = text.find(']', open);
    if (close == std::string::npos)
      throw InputError(position, fmt::format("`{}` has an open bracket", text.substr(0, 80)), "Close it");
    const std::string index = text.substr(open + 1, close - open - 1);
    if (is_name(index)) {
      names_.push_back(index);
      texts_.emplace_back();
    } else if (!index.empty() &&
               std::all_of(index.begin(), index.end(), [](unsigned char c) { return std::isdigit(c); })) {
      texts_.back() += index;
    } else {
      throw InputError(position, fmt::format("`{}` is neither a name nor a number", index.substr(0, 60)),
                       "Write names in place of indices: node[a].link[b]");
    }
    at = close;
  }
}

std::optional<PathForm::Indices> PathForm::match(const std::string& path) const {
  Indices indices;
  std::size_t at = 0;
  for (std::size_t t = 0; t < texts_.size(); ++t) {
    if (path.compare(at, texts_[t].size(), texts_[t]) != 0) return std::nullopt;
    at += texts_[t].size();
    if (t == names_.size()) break;
    const std::size_t end = std::min(path.find_first_not_of("0123456789", at), path.size());
    const std::string number = path.substr(at, end - at);
    if (number.empty() || indices.emplace(names_[t], number).first->second != number) return std::nullopt;
    at = end;
  }
  if (at != path.size()) return std::nullopt;
  return indices;
}

std::string PathForm::path(const Indices& indices) const {
  std::string text = texts_.front();
  for (std::size_t n = 0; n < names_.size(); ++n) text += indices.at(names_[n]) + texts_[n + 1];
  return text;
}

}  // namespace isochron
