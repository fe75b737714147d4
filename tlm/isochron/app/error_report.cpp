// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/error_report.h>

#include <nlohmann/json.hpp>

#include <isochron/app/log.h>

namespace isochron {

ErrorReport::ErrorReport(int argc, const char* const* argv) {
  // Not from the parsed command line: it may be that which is wrong.
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    json_ =
        json_ || word == "--errors=json" || (word == "--errors" && i + 1 < argc && argv[i + 1] == std::string("json"));
  }
}

int ErrorReport::operator()(ExitCode exit, const std::string& message, const std::vector<Remedy>& remedies) const {
  if (json_)
    print_json(exit, message, remedies);
  else
    log_error(message);
  return exit;
}

int ErrorReport::failure(const std::string& report) const {
  if (json_)
    print_json(exit_model, "the model failed: " + report, {});
  else
    log_failure("the model failed", report);
  return exit_model;
}

void ErrorReport::print_json(ExitCode exit, const std::string& message, const std::vector<Remedy>& remedies) const {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Remedy& remedy : remedies) {
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    for (const auto& [path, value] : remedy) values[path] = value;
    list.push_back(std::move(values));
  }
  const nlohmann::ordered_json document = {{"error", message}, {"exit", static_cast<int>(exit)}, {"remedies", list}};
  log_error(document.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace isochron
