// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/stale_files.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace isochron {

namespace fs = std::filesystem;

namespace {

/// The process that made the temporary file `name` for `target`, if it is one.
std::optional<pid_t> maker_of(const std::string& name, const std::string& target) {
  const std::string front = "." + target + ".";
  const std::string back = ".tmp";
  if (name.size() <= front.size() + back.size() || name.compare(0, front.size(), front) != 0 ||
      name.compare(name.size() - back.size(), back.size(), back) != 0)
    return std::nullopt;
  pid_t process = 0;
  const char* const last = name.data() + name.size() - back.size();
  const auto [end, error] = std::from_chars(name.data() + front.size(), last, process);
  if (error != std::errc() || end != last || process <= 0) return std::nullopt;
  return process;
}

bool is_gone(pid_t process) {
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

void remove_unless_locked(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (descriptor < 0) return;
  if (lock_temporary(descriptor)) {
    ::unlink(file.c_str());
    ::unlink((file + ".hier").c_str());  // what the FST writer keeps beside it
  }
  ::close(descriptor);
}

}  // namespace

std::string temporary_name(const std::string& target, int process) {
  const fs::path path(target);
  return (path.parent_path() / fmt::format(".{}.{}.tmp", path.filename().string(), process)).string();
}

bool lock_temporary(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
}

void remove_stale_files(const std::string& target) {
  const fs::path path(target);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string name = path.filename().string();
  std::vector<std::string> stale;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::optional<pid_t> maker = maker_of(entry->path().filename().string(), name);
    if (maker && is_gone(*maker)) stale.push_back(entry->path().string());
  }
  std::for_each(stale.begin(), stale.end(), remove_unless_locked);
}

}  // namespace isochron
