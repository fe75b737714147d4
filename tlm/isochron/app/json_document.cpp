// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/json_document.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t deepest = 32;

SourcePosition position_of(const std::string& text, const std::string& file, std::size_t byte) {
  const std::size_t end = std::min(byte == 0 ? 0 : byte - 1, text.size());
  const auto stop = text.begin() + static_cast<std::ptrdiff_t>(end);
  const auto line = std::count(text.begin(), stop, '\n');
  const std::size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t column = newline == std::string::npos ? end : end - newline - 1;
  return {file, static_cast<int>(line) + 1, static_cast<int>(column) + 1};
}

/// Goes over a text and tells how far the parser, which has a copy, has come.
class Reader {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Reader(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
  const char& operator*() const { return *at_; }
  Reader& operator++() {
    ++at_;
    ++*consumed_;
    return *this;
  }
  friend bool operator==(const Reader& one, const Reader& other) { return one.at_ == other.at_; }
  friend bool operator!=(const Reader& one, const Reader& other) { return one.at_ != other.at_; }

 private:
  const char* at_;
  std::size_t* consumed_;
};

/// Builds the document from the parser's events. The library's own builder looks through all earlier keys of an object
/// for each new one, nests without limit, and tells no place of a number that is too large.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(const std::string& text, const std::string& file, const std::size_t& consumed)
      : text_(text), file_(file), consumed_(consumed) {}

  Json take() { return std::move(root_); }

  [[noreturn]] void fail(std::size_t byte, const std::string& cause) const {
    throw InputError(position_of(text_, file_, byte), cause, "Name a result that `isochron run --json` wrote");
  }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& value) override { return add(std::move(value)); }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (!open_.back().keys.insert(name).second)
      fail(begin_of(consumed_, name.size() + 2), fmt::format("`{}` is given twice", name.substr(0, 80)));
    open_.back().key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow)
      fail(begin_of(position, token.size()), fmt::format("the number {} is too large", token.substr(0, 40)));
    fail(position, "not valid JSON");
  }

 private:
  /// An object or list whose end has not come.
  struct Open {
    Json value;
    std::string key;  ///< of the object's next value
    std::unordered_set<std::string> keys;
  };

  /// Of what has just ended at `last`.
  static std::size_t begin_of(std::size_t last, std::size_t length) { return last + 1 - std::min(last, length); }

  bool add(Json&& value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return true;
    }
    Open& outer = open_.back();
    // Past the map's own insertion, which searches.
    if (outer.value.is_object())
      static_cast<Json::object_t::Container&>(outer.value.get_ref<Json::object_t&>())
          .emplace_back(std::move(outer.key), std::move(value));
    else
      outer.value.push_back(std::move(value));
    return true;
  }

  bool open(Json&& value) {
    if (open_.size() == deepest) fail(consumed_, fmt::format("nested deeper than {} levels", deepest));
    open_.push_back({std::move(value), {}, {}});
    return true;
  }

  bool close() {
    Json done = std::move(open_.back().value);
    open_.pop_back();
    return add(std::move(done));
  }

  const std::string& text_;
  const std::string& file_;
  const std::size_t& consumed_;
  Json root_;
  std::vector<Open> open_;
};

}  // namespace

nlohmann::ordered_json read_json(const std::string& text, const std::string& file) {
  std::size_t consumed = 0;
  Builder builder(text, file, consumed);
  // The library takes a zero for the end, and ignores what follows.
  const std::size_t zero = text.find('\0');
  if (zero != std::string::npos) builder.fail(zero + 1, "not valid JSON");
  const char* const begin = text.data();
  Json::sax_parse(Reader(begin, &consumed), Reader(begin + text.size(), &consumed), &builder);
  return builder.take();
}

}  // namespace isochron
