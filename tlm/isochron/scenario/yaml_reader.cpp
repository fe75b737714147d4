// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/yaml_reader.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <sstream>
#include <unordered_map>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/utf8.h>

namespace isochron {

namespace {

constexpr std::size_t largest_text = std::size_t{1} << 20;
constexpr std::size_t deepest = 32;

/// Builds the tree from the parser's events, so that nothing is interpreted behind our back and every node has its
/// place.
class TreeBuilder : public YAML::EventHandler {
 public:
  /// With `fixed` every node gets the position `base`, else base.file and the parser's line and column.
  TreeBuilder(const std::string& text, SourcePosition base, bool fixed)
      : text_(text), base_(std::move(base)), fixed_(fixed) {
    root_.position = base_;
  }

  YamlNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    if (expects_key()) throw InputError(position(mark), "an empty key", "Write a name before the colon");
    add_nothing(mark);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw InputError(position(mark), "aliases (*name) are not supported", "Write the value out");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    require_closed(mark);
    if (expects_key()) {
      add_key(value, position(mark));
      return;
    }
    // "?" is what the parser calls a plain scalar; an empty one, or ~, is nothing.
    if (tag == "?" && (value.empty() || value == "~" || value == "null")) {
      add_nothing(mark);
      return;
    }
    YamlNode scalar = node(YamlNode::Kind::scalar, mark);
    scalar.text = value;
    add(std::move(scalar));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::sequence, mark);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::map, mark);
  }
  void OnMapEnd() override { close(); }

 private:
  SourcePosition position(const YAML::Mark& mark) const {
    return fixed_ ? base_ : SourcePosition{base_.file, mark.line + 1, mark.column + 1};
  }

  YamlNode node(YamlNode::Kind kind, const YAML::Mark& mark) const {
    YamlNode made;
    made.kind = kind;
    made.position = position(mark);
    return made;
  }

  /// The parser lets a quotation end with the file. Its mark counts bytes, after a byte order mark.
  void require_closed(const YAML::Mark& mark) const {
    const std::size_t byte_order = text_.rfind("\xef\xbb\xbf", 0) == 0 ? 3 : 0;
    const std::size_t start = after_properties(static_cast<std::size_t>(mark.pos) + byte_order);
    const char quote = start < text_.size() ? text_[start] : ' ';
    if (quote != '"' && quote != '\'') return;
    for (std::size_t at = start + 1; at < text_.size(); ++at) {
      if (quote == '"' && text_[at] == '\\')
        ++at;
      else if (text_[at] == quote)
        return;
    }
    throw InputError(position(mark), "a quotation that is not closed", fmt::format("Add the closing {}", quote));
  }

  /// Where a value begins that may have a tag and an anchor before it, and space and comments between them.
  std::size_t after_properties(std::size_t at) const {
    const auto is = [&](const char* characters) {
      return at < text_.size() && std::strchr(characters, text_[at]) != nullptr;
    };
    if (!is("!&")) return at;
    while (is("!&# \t\r\n")) {
      const char* const end = is("#") ? "\r\n" : is("!&") ? " \t\r\n" : "";
      at = *end == 0 ? at + 1 : std::min(text_.find_first_of(end, at), text_.size());
    }
    return at;
  }

  bool expects_key() const {
    return !open_.empty() && open_.back().is_map() && open_.back().keys.size() == open_.back().items.size();
  }

  void add_key(const std::string& text, const SourcePosition& at) {
    const auto [earlier, is_new] = lines_.back().emplace(text, at.line);
    if (!is_new)
      throw InputError(at,
                       fixed_
                           ? fmt::format("`{}` is given twice", text.substr(0, 80))
                           : fmt::format("`{}` is given twice, first in line {}", text.substr(0, 80), earlier->second),
                       "Remove one of the two");
    open_.back().keys.push_back({text, at});
  }

  /// What is missing stands nowhere: its place is that of its key.
  void add_nothing(const YAML::Mark& mark) {
    YamlNode nothing = node(YamlNode::Kind::null, mark);
    if (!open_.empty() && open_.back().is_map()) nothing.position = open_.back().keys.back().position;
    add(std::move(nothing));
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark) {
    if (expects_key())
      throw InputError(position(mark), "a list or map as a key, or a bracket that is not closed",
                       "Close the bracket, or write a plain name before the colon");
    if (open_.size() == deepest)
      throw InputError(position(mark), fmt::format("nested deeper than {} levels", deepest), "Flatten it");
    open_.push_back(node(kind, mark));
    lines_.emplace_back();
  }

  void close() {
    YamlNode done = std::move(open_.back());
    open_.pop_back();
    lines_.pop_back();
    add(std::move(done));
  }

  void add(YamlNode&& made) {
    if (open_.empty())
      root_ = std::move(made);
    else
      open_.back().items.push_back(std::move(made));
  }

  const std::string& text_;
  SourcePosition base_;
  bool fixed_;
  YamlNode root_;
  std::vector<YamlNode> open_;
  std::vector<std::unordered_map<std::string, int>> lines_;  ///< of the keys of each open map
};

/// Length of the character at `text[at]`, or 0 if there is none that may stand in a text file.
std::size_t character_length(const std::string& text, std::size_t at) {
  const Utf8Character character = utf8_character(text, at);
  const bool control = character.value < 0x20 || character.value == 0x7f;
  const bool allowed = text[at] == '\n' || text[at] == '\r' || text[at] == '\t';
  return control && !allowed ? 0 : character.length;
}

void require_text(const std::string& text, const SourcePosition& base, bool fixed) {
  if (text.size() > largest_text)
    throw InputError(base, fmt::format("larger than {} bytes", largest_text),
                     "Is this really the file that you meant?");
  SourcePosition here = fixed ? base : SourcePosition{base.file, 1, 1};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0)
      throw InputError(here, fmt::format("byte 0x{:02x} is not text", static_cast<unsigned char>(text[at])),
                       "Save it as UTF-8 text");
    if (!fixed) {
      here.line += text[at] == '\n' ? 1 : 0;
      here.column = text[at] == '\n' ? 1 : here.column + 1;
    }
    at += length;
  }
}

/// Where there is a tab among the blanks that the line begins with.
std::optional<SourcePosition> find_tab(const std::string& text, const SourcePosition& base, int wanted) {
  int line = 1;
  for (std::size_t at = 0; at < text.size() && line <= wanted; ++line) {
    const std::size_t begins = std::min(text.find_first_not_of(' ', at), text.size());
    if (line == wanted && begins < text.size() && text[begins] == '\t')
      return SourcePosition{base.file, line, static_cast<int>(begins - at) + 1};
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  return std::nullopt;
}

YamlNode read(const std::string& text, const SourcePosition& base, bool fixed) {
  require_text(text, base, fixed);
  std::istringstream stream(text);
  try {
    YAML::Parser parser(stream);
    TreeBuilder builder(text, base, fixed);
    if (!parser.HandleNextDocument(builder)) return builder.take();
    YamlNode root = builder.take();
    TreeBuilder second(text, base, fixed);
    if (parser.HandleNextDocument(second))
      throw InputError(second.take().position, "a second document begins", "Keep one document in a file");
    return root;
  } catch (const YAML::Exception& error) {
    if (const std::optional<SourcePosition> tab = find_tab(text, base, error.mark.line + 1); tab && !fixed)
      throw InputError(*tab, "a tab in front of a line", "Indent with blanks: YAML takes no tabs there");
    const SourcePosition at = fixed ? base : SourcePosition{base.file, error.mark.line + 1, error.mark.column + 1};
    throw InputError(at, fmt::format("not valid YAML: {}", error.msg), "Check indentation, brackets and quotes");
  }
}

}  // namespace

YamlNode read_yaml(const std::string& text, const std::string& origin) {
  return read(text, {origin, 0, 0}, false);
}

YamlNode read_yaml_value(const std::string& text, const SourcePosition& position) {
  return read(text, position, true);
}

}  // namespace isochron
