// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/path_template.h>

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <isochron/part/part_path.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

constexpr std::size_t longest = 500;

[[noreturn]] void no_path(const std::string& text, const SourcePosition& position, const std::string& cause) {
  throw InputError(position, fmt::format("`{}` is no path: {}", text.substr(0, 80), cause),
                   "Write names with dots between, and indices in brackets: node[n].raid[0].dma[0]");
}

SourcePosition within(SourcePosition position, std::size_t offset) {
  if (position.line != 0) position.column += static_cast<int>(offset);
  return position;
}

/// Of the bracket at `open`, which may have others inside: `[adapter_of[d]]`; npos: there is none.
std::size_t closing_bracket(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '[') ++depth;
    if (text[at] == ']' && --depth == 0) return at;
  }
  return std::string::npos;
}

}  // namespace

bool is_name(const std::string& text) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto allowed = [&](char c) {
    return letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return !text.empty() && text.size() <= 64 && letter(text.front()) && std::all_of(text.begin(), text.end(), allowed);
}

PathTemplate PathTemplate::parse(const std::string& text, const SourcePosition& position) {
  PathTemplate path;
  path.text_ = text;
  path.position_ = position;
  if (text.size() > longest) no_path(text, position, "too long");
  if (const std::string apart = with_brackets_each(text); !apart.empty())
    throw InputError(position, fmt::format("`{}` has several indices in one pair of brackets", text.substr(0, 80)),
                     fmt::format("Write {}", apart));
  std::size_t at = 0;
  for (;;) {
    Segment segment;
    const std::size_t end = std::min(text.find_first_of(".[", at), text.size());
    segment.name = text.substr(at, end - at);
    if (!is_name(segment.name))
      no_path(text, within(position, at), fmt::format("`{}` is no name", segment.name.substr(0, 40)));
    at = end;
    while (at < text.size() && text[at] == '[') {
      const std::size_t close = closing_bracket(text, at);
      if (close == std::string::npos) no_path(text, within(position, at), "a bracket is not closed");
      segment.indices.push_back(Expression::parse(text.substr(at + 1, close - at - 1), within(position, at + 1)));
      at = close + 1;
    }
    path.segments_.push_back(std::move(segment));
    if (at == text.size()) return path;
    if (text[at] != '.') no_path(text, within(position, at), "a dot is missing");
    ++at;
  }
}

std::string PathTemplate::path(const Names& names) const {
  std::string text;
  for (const Segment& segment : segments_) {
    if (!text.empty()) text += '.';
    text += segment.name;
    for (const Expression& index : segment.indices) {
      text += '[';
      text += std::to_string(index.count(names, "the index of", segment.name));
      text += ']';
    }
  }
  return text;
}

std::string PathTemplate::text_with(const Names& names, const std::set<std::string>& free) const {
  std::string text;
  for (const Segment& segment : segments_) {
    if (!text.empty()) text += '.';
    text += segment.name;
    for (const Expression& index : segment.indices) text += fmt::format("[{}]", index.text_with(names, free));
  }
  return text;
}

}  // namespace isochron
