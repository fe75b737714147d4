// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/inputs_json.h>

#include <isochron/core/input_files.h>

namespace isochron {

nlohmann::ordered_json inputs_json() {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const auto& [path, hash] : InputFiles::all())
    list.push_back(Json{{"path", path}, {"sha256", hash.empty() ? Json(nullptr) : Json(hash)}});
  return list;
}

}  // namespace isochron
