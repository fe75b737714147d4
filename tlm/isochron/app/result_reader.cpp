// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/result_reader.h>

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include <isochron/app/json_document.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/text_file.h>

namespace isochron {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const std::string& file, const std::string& cause) {
  throw InputError({file, 0, 0}, cause, "Write the result anew with `isochron run --json`");
}

/// What is read later must have the shape that the schema says, or reading it would fail obscurely.
void require_sections(const Json& part, const std::string& file, const std::string& where) {
  for (const char* section : {"parameters", "metrics", "components"})
    if (!part.contains(section) || !part[section].is_object()) fail(file, fmt::format("no `{}` in {}", section, where));
  for (const char* section : {"metrics", "components", "components_half_width", "histograms", "series"}) {
    if (!part.contains(section)) continue;
    const Json& entries = part[section];
    const bool maps = entries.is_object() &&
                      std::all_of(entries.begin(), entries.end(), [](const Json& entry) { return entry.is_object(); });
    if (!maps) fail(file, fmt::format("`{}` in {} is not a map of maps", section, where));
  }
}

void require_result(const Json& document, const std::string& file) {
  if (!document.is_object() || document.value("schema", Json()) != "isochron.result/1")
    throw InputError({file, 1, 1}, "not a result: it has no `schema` isochron.result/1",
                     "Name a result that `isochron run --json` wrote");
  require_sections(document, file, "the result");
  for (const char* section : {"instances", "provenance"})
    if (document.contains(section) && !document[section].is_object())
      fail(file, fmt::format("`{}` is not a map", section));
  if (!document.contains("points")) return;
  if (!document["points"].is_array()) fail(file, "`points` is not a list");
  for (const Json& point : document["points"]) {
    if (!point.is_object()) fail(file, "a point is not a map");
    require_sections(point, file, "a point");
  }
}

}  // namespace

nlohmann::ordered_json read_result(const std::string& file) {
  try {
    Json document = read_json(read_text_file(file), file);
    require_result(document, file);
    return document;
  } catch (const std::bad_alloc&) {
    throw InputError({file, 0, 0}, "too large for the memory that there is", "Free memory, or compare smaller results");
  }
}

}  // namespace isochron
