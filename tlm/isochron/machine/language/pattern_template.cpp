// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/pattern_template.h>

#include <fmt/format.h>

#include <isochron/part/part_path.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

PatternTemplate PatternTemplate::parse(const std::string& text, const SourcePosition& position) {
  constexpr std::size_t longest = 500;
  const auto refuse = [&](const std::string& cause) {
    throw InputError(position, fmt::format("`{}` is no path: {}", text.substr(0, 80), cause),
                     "Write names with dots between, and indices or * in brackets: node[sink.node].link[*]");
  };
  if (text.empty() || text.size() > longest) refuse(text.empty() ? "nothing stands there" : "too long");
  if (const std::string apart = with_brackets_each(text); !apart.empty())
    throw InputError(position, fmt::format("`{}` has several indices in one pair of brackets", text.substr(0, 80)),
                     fmt::format("Write {}", apart));
  PatternTemplate made;
  made.text_ = text;
  made.position_ = position;
  std::string between;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('[', at);
    if (open == std::string::npos) {
      between += text.substr(at);
      break;
    }
    const std::size_t close = text.find(']', open);
    if (close == std::string::npos) refuse("a bracket is not closed");
    between += text.substr(at, open + 1 - at);
    const std::string index = text.substr(open + 1, close - open - 1);
    if (index == "*") {
      between += index;
    } else {
      SourcePosition where = position;
      if (where.line != 0) where.column += static_cast<int>(open + 1);
      made.indices_.push_back(Expression::parse(index, where));
      made.between_.push_back(std::move(between));
      between.clear();
    }
    between += ']';
    at = close + 1;
  }
  made.between_.push_back(std::move(between));
  return made;
}

std::string PatternTemplate::pattern(const Names& names) const {
  std::string made = between_.front();
  for (std::size_t i = 0; i < indices_.size(); ++i)
    made += std::to_string(indices_[i].count(names, "an index in", text_)) + between_[i + 1];
  return made;
}

std::string PatternTemplate::text_with(const Names& names, const std::set<std::string>& free) const {
  std::string text = between_.front();
  for (std::size_t i = 0; i < indices_.size(); ++i) text += indices_[i].text_with(names, free) + between_[i + 1];
  return text;
}

}  // namespace isochron
