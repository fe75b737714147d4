// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/json_writer.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace isochron {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_line = 120;

std::string text_of(const Json& value) {
  if (value.is_number_float()) return result_number(value.get<double>());
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The document on one line.
std::string inline_text(const Json& value) {
  if (!value.is_structured()) return text_of(value);
  std::string text;
  for (const auto& item : value.items()) {
    if (!text.empty()) text += ", ";
    if (value.is_object()) text += text_of(Json(item.key())) + ": ";
    text += inline_text(item.value());
  }
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

bool is_flat(const Json& value) {
  return std::none_of(value.begin(), value.end(), [](const Json& item) { return item.is_structured(); });
}

/// Numbers go many to a line; a series of a thousand values should not take a thousand lines.
std::string wrapped_list(const Json& list, const std::string& indent) {
  std::string text = "[\n" + indent + "  ";
  std::size_t line = indent.size() + 2;
  bool first = true;
  for (const Json& item : list) {
    const std::string piece = text_of(item);
    if (!first) {
      const bool full = line + piece.size() + 2 > longest_line;
      text += full ? ",\n" + indent + "  " : ", ";
      line = full ? indent.size() + 2 : line + 2;
    }
    first = false;
    text += piece;
    line += piece.size();
  }
  return text + "\n" + indent + "]";
}

void write(const Json& value, const std::string& indent, std::string& out) {
  if (!value.is_structured() || value.empty()) {
    out += value.is_structured() ? (value.is_object() ? "{}" : "[]") : text_of(value);
    return;
  }
  if (is_flat(value)) {
    const std::string line = inline_text(value);
    if (indent.size() + line.size() <= longest_line) {
      out += line;
      return;
    }
    if (value.is_array()) {
      out += wrapped_list(value, indent);
      return;
    }
  }
  const std::string inner = indent + "  ";
  out += value.is_object() ? "{\n" : "[\n";
  bool first = true;
  for (const auto& item : value.items()) {
    if (!first) out += ",\n";
    first = false;
    out += inner;
    if (value.is_object()) out += text_of(Json(item.key())) + ": ";
    write(item.value(), inner, out);
  }
  out += "\n" + indent + (value.is_object() ? "}" : "]");
}

}  // namespace

std::string result_number(double value) {
  if (!std::isfinite(value)) return "null";
  if (value == 0) return "0.0";  // and not -0
  std::string text = fmt::format("{:.9g}", value);
  // A floating-point number stays one for whoever reads it.
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string write_json(const nlohmann::ordered_json& document) {
  std::string text;
  write(document, "", text);
  return text + "\n";
}

}  // namespace isochron
