// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/yaml_reader.h>

#include <algorithm>
#include <new>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <yaml.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/utf8.h>

namespace isochron {

namespace {

constexpr std::size_t largest_text = std::size_t{1} << 20;
constexpr std::size_t deepest = 32;

/// The parser's event, which it fills and we free.
class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { yaml_event_delete(&event_); }

  yaml_event_t* operator->() { return &event_; }
  yaml_event_t& operator*() { return event_; }

 private:
  yaml_event_t event_ = {};
};

/// What is broken, where the parser has noticed it and where what it was reading began.
struct ParseError {
  std::string problem;
  std::string context;
  yaml_mark_t mark;
  yaml_mark_t context_mark;
};

class Parser {
 public:
  /// `text` outlives this.
  explicit Parser(const std::string& text) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  ~Parser() { yaml_parser_delete(&parser_); }

  /// Throws ParseError.
  void next(Event& event) {
    if (yaml_parser_parse(&parser_, &*event) != 0) return;
    if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    const auto text_of = [](const char* text) { return std::string(text == nullptr ? "" : text); };
    throw ParseError{text_of(parser_.problem), text_of(parser_.context), parser_.problem_mark, parser_.context_mark};
  }

 private:
  yaml_parser_t parser_ = {};
};

/// Builds the tree from the parser's events, so that nothing is interpreted behind our back and every node has its
/// place.
class TreeBuilder {
 public:
  /// With `fixed` every node gets the position `base`, else base.file and the parser's line and column.
  TreeBuilder(SourcePosition base, bool fixed) : base_(std::move(base)), fixed_(fixed) { root_.position = base_; }

  YamlNode take() { return std::move(root_); }

  SourcePosition position(const yaml_mark_t& mark) const {
    return fixed_ ? base_
                  : SourcePosition{base_.file, static_cast<int>(mark.line) + 1, static_cast<int>(mark.column) + 1};
  }

  void add(const yaml_event_t& event) {
    const yaml_mark_t& mark = event.start_mark;
    switch (event.type) {
      case YAML_ALIAS_EVENT:
        throw InputError(position(mark), "aliases (*name) are not supported", "Write the value out");
      case YAML_SCALAR_EVENT:
        return add_scalar(event);
      case YAML_SEQUENCE_START_EVENT:
        return open(YamlNode::Kind::sequence, mark);
      case YAML_MAPPING_START_EVENT:
        return open(YamlNode::Kind::map, mark);
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return close();
      default:  // the document's and the stream's beginning and end
        return;
    }
  }

 private:
  static bool is_nothing(const std::string& text) {
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
  }

  void add_scalar(const yaml_event_t& event) {
    const yaml_mark_t& mark = event.start_mark;
    const auto& scalar = event.data.scalar;
    std::string text(reinterpret_cast<const char*>(scalar.value), scalar.length);
    const bool nothing = scalar.style == YAML_PLAIN_SCALAR_STYLE && scalar.tag == nullptr && is_nothing(text);
    if (expects_key()) {
      if (nothing) throw InputError(position(mark), "an empty key", "Write a name before the colon");
      return add_key(text, position(mark));
    }
    if (nothing) return add_nothing(mark);
    YamlNode made = node(YamlNode::Kind::scalar, mark);
    made.text = std::move(text);
    add(std::move(made));
  }

  YamlNode node(YamlNode::Kind kind, const yaml_mark_t& mark) const {
    YamlNode made;
    made.kind = kind;
    made.position = position(mark);
    return made;
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
  void add_nothing(const yaml_mark_t& mark) {
    YamlNode nothing = node(YamlNode::Kind::null, mark);
    if (!open_.empty() && open_.back().is_map()) nothing.position = open_.back().keys.back().position;
    add(std::move(nothing));
  }

  void open(YamlNode::Kind kind, const yaml_mark_t& mark) {
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

/// Throws InputError for what is broken.
[[noreturn]] void refuse(const ParseError& error, const TreeBuilder& builder, const std::string& text,
                         const SourcePosition& base, bool fixed) {
  if (error.context == "while scanning a quoted scalar" && error.problem == "found unexpected end of stream")
    throw InputError(builder.position(error.context_mark), "a quotation that is not closed", "Add the closing quote");
  if (error.problem.rfind("did not find expected ',' or", 0) == 0)
    throw InputError(builder.position(error.context_mark), "not valid YAML: a bracket that is not closed",
                     fmt::format("Write a comma or {} in front of what is no part of it", error.problem.substr(29)));
  if (error.problem == "did not find expected node content")
    throw InputError(builder.position(error.mark),
                     "not valid YAML: a value is missing, or a bracket that is not closed",
                     "Write the value, or close the bracket");
  if (error.problem == "found unexpected ':'")
    throw InputError(builder.position(error.mark), "not valid YAML: a colon with nothing behind it",
                     "Write it as name: value, with a blank behind the colon");
  if (error.problem == "could not find expected ':'")
    throw InputError(builder.position(error.context_mark), "not valid YAML: a line without a colon",
                     "Write it as name: value");
  if (!fixed)
    if (const std::optional<SourcePosition> tab = find_tab(text, base, static_cast<int>(error.mark.line) + 1))
      throw InputError(*tab, "a tab in front of a line", "Indent with blanks: YAML takes no tabs there");
  throw InputError(builder.position(error.mark), "not valid YAML: " + error.problem,
                   "Check indentation, brackets and quotes");
}

YamlNode read(const std::string& text, const SourcePosition& base, bool fixed) {
  require_text(text, base, fixed);
  Parser parser(text);
  TreeBuilder builder(base, fixed);
  try {
    bool ends = false;
    for (bool begun = false; !ends;) {
      Event event;
      parser.next(event);
      ends = event->type == YAML_STREAM_END_EVENT;
      if (event->type == YAML_DOCUMENT_START_EVENT && std::exchange(begun, true))
        throw InputError(builder.position(event->start_mark), "a second document begins",
                         "Keep one document in a file");
      builder.add(*event);
    }
  } catch (const ParseError& error) {
    refuse(error, builder, text, base, fixed);
  }
  return builder.take();
}

}  // namespace

YamlNode read_yaml(const std::string& text, const std::string& origin) {
  return read(text, {origin, 0, 0}, false);
}

YamlNode read_yaml_value(const std::string& text, const SourcePosition& position) {
  return read(text, position, true);
}

}  // namespace isochron
