// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/output_file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace isochron {

namespace fs = std::filesystem;

namespace {

const char* remedy_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "Free space on the disk, or write elsewhere";
    case ENOENT:
    case ENOTDIR:
      return "Create the folder first";
    case EISDIR:
      return "Name a file in it";
    case EPIPE:
      return "The program that reads the output has ended";
    default:
      return "Check the folder's permissions, or write elsewhere";
  }
}

}  // namespace

int write_all(int descriptor, const std::string& content) {
  std::size_t written = 0;
  while (written < content.size()) {
    const ssize_t count = ::write(descriptor, content.data() + written, content.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    written += static_cast<std::size_t>(count);
  }
  return 0;
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  std::error_code error;
  // Through a symbolic link its target is replaced, not the link.
  if (fs::is_symlink(path_, error) && fs::exists(path_, error)) path_ = fs::canonical(path_, error).string();
  if (fs::is_directory(path_, error)) fail(EISDIR);
  if (fs::exists(path_, error) && !fs::is_regular_file(path_, error)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    if (fs::exists(path_, error) && ::access(path_.c_str(), W_OK) != 0) fail(errno);
    const fs::path target(path_);
    const std::string name = fmt::format(".{}.{}.tmp", target.filename().string(), ::getpid());
    temporary_ = (target.parent_path() / name).string();
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  if (descriptor_ < 0) {
    temporary_.clear();
    fail(errno);
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(const std::string& content) {
  const int error = write_all(descriptor_, content);
  if (error != 0) fail(error);
  synchronise();
}

void OutputFile::finish() {
  // Whoever wrote may have made the file anew.
  ::close(descriptor_);
  descriptor_ = ::open(working_path().c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  synchronise();
}

void OutputFile::synchronise() {
  // A device has nothing to synchronise and says so.
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail(errno);
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail(errno);
}

void OutputFile::commit() {
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void OutputFile::fail(int error) const {
  throw write_failure(path_, error);
}

FileError write_failure(const std::string& path, int error) {
  return FileError(path, fmt::format("cannot be written: {}", std::strerror(error)), remedy_for(error));
}

}  // namespace isochron
