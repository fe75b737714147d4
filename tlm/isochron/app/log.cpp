// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/log.h>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace isochron {

void start_log(bool quiet) {
  static const auto logger = spdlog::stderr_logger_st("isochron");
  logger->set_pattern("%v");
  logger->set_level(quiet ? spdlog::level::err : spdlog::level::info);
  spdlog::set_default_logger(logger);
}

void log_note(const std::string& message) {
  spdlog::info("{}", message);
}
void log_warning(const std::string& message) {
  spdlog::warn("warning: {}", message);
}
void log_error(const std::string& message) {
  spdlog::error("{}", message);
}

}  // namespace isochron
