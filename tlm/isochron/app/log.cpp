// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/log.h>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <isochron/app/printable_text.h>

namespace isochron {

void start_log(bool quiet) {
  static const auto logger = spdlog::stderr_logger_st("isochron");
  logger->set_pattern("%v");
  logger->set_level(quiet ? spdlog::level::err : spdlog::level::info);
  spdlog::set_default_logger(logger);
}

void log_note(const std::string& message) {
  spdlog::info("{}", one_line(message));
}
void log_warning(const std::string& message) {
  spdlog::warn("warning: {}", one_line(message));
}
void log_error(const std::string& message) {
  spdlog::error("{}", one_line(message));
}
void log_failure(const std::string& where, const std::string& report) {
  spdlog::error("{}: {}", one_line(where), printable_lines(report));
}

}  // namespace isochron
