// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/output_file.h>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <isochron/app/log.h>
#include <isochron/app/output_path.h>
#include <isochron/app/stale_files.h>
#include <isochron/app/write_all.h>

namespace isochron {

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
    case ELOOP:
      return "Remove the symbolic links that lead to each other";
    case EPIPE:
      return "The program that reads the output has ended";
    default:
      return "Check the folder's permissions, or write elsewhere";
  }
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(output_path(path)) {
  struct stat present {};
  if (::stat(path_.c_str(), &present) != 0) {
    if (errno == ELOOP) fail(ELOOP);
    open_beside();
  } else if (S_ISREG(present.st_mode)) {
    if (::access(path_.c_str(), W_OK) != 0) fail(errno);
    old_ = present;
    open_beside();
  } else {
    open_directly(S_ISFIFO(present.st_mode));
  }
}

void OutputFile::open_beside() {
  remove_stale_files(path_);
  temporary_ = temporary_name(path_, ::getpid());
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    const int error = errno;
    temporary_.clear();
    fail(error);
  }
  // Where a file system has no locks, the number of our process protects it.
  lock_temporary(descriptor_);
}

void OutputFile::open_directly(bool fifo) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | (fifo ? O_NONBLOCK : 0));
  if (descriptor_ < 0 && fifo && errno == ENXIO) log_note(path_ + ": waiting for a program that reads this pipe");
  while (descriptor_ < 0 && fifo && errno == ENXIO) {
    constexpr int milliseconds = 20;
    pollfd signals{Interrupt::descriptor(), POLLIN, 0};
    ::poll(&signals, 1, milliseconds);
    Interrupt::check();
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  }
  if (descriptor_ < 0) fail(errno);
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
  if (!temporary_.empty()) {
    // Whoever wrote may have made the file anew.
    ::close(descriptor_);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
  }
  synchronise();
}

void OutputFile::synchronise() {
  if (!temporary_.empty()) {
    keep_access();
    // A device has nothing to synchronise and says so.
    if (::fsync(descriptor_) != 0) fail(errno);
  }
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail(errno);
}

void OutputFile::keep_access() {
  constexpr mode_t permissions = 0777;
  if (!old_) return;
  // Only root may give a file away; for others it is theirs as any file that they write.
  [[maybe_unused]] const int given = ::fchown(descriptor_, old_->st_uid, old_->st_gid);
  if (::fchmod(descriptor_, old_->st_mode & permissions) != 0) fail(errno);
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
