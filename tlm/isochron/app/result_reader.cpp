// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/result_reader.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/text_file.h>

namespace isochron {

namespace {

using Json = nlohmann::ordered_json;

SourcePosition position_of(const std::string& text, const std::string& file, std::size_t byte) {
  const std::size_t end = std::min(byte == 0 ? 0 : byte - 1, text.size());
  const auto stop = text.begin() + static_cast<std::ptrdiff_t>(end);
  const auto line = std::count(text.begin(), stop, '\n');
  const std::size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t column = newline == std::string::npos ? end : end - newline - 1;
  return {file, static_cast<int>(line) + 1, static_cast<int>(column) + 1};
}

/// The sections that are read later must be what the schema says, or reading them would fail obscurely.
void require_sections(const Json& document, const std::string& file, const std::string& where) {
  for (const char* section : {"parameters", "metrics", "components"})
    if (!document.contains(section) || !document[section].is_object())
      throw InputError({file, 0, 0}, fmt::format("no `{}` in {}", section, where),
                       "Write the result anew with `isochron run --json`");
}

}  // namespace

nlohmann::ordered_json read_result(const std::string& file) {
  const std::string text = read_text_file(file);
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw InputError(position_of(text, file, error.byte), "not valid JSON",
                     "Name a result that `isochron run --json` wrote");
  }
  if (!document.is_object() || document.value("schema", Json()) != "isochron.result/1")
    throw InputError({file, 1, 1}, "not a result: it has no `schema` isochron.result/1",
                     "Name a result that `isochron run --json` wrote");
  require_sections(document, file, "the result");
  if (document.contains("points")) {
    if (!document["points"].is_array())
      throw InputError({file, 0, 0}, "`points` is not a list", "Write the result anew with `isochron run --json`");
    for (const Json& point : document["points"]) require_sections(point, file, "a point");
  }
  return document;
}

}  // namespace isochron
