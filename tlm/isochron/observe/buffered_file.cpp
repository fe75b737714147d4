// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/buffered_file.h>

#include <cerrno>
#include <charconv>

#include <fcntl.h>
#include <unistd.h>

#include <isochron/observe/write_error.h>

namespace isochron {

BufferedFile::BufferedFile(std::string path) : path_(std::move(path)), buffer_(1 << 18), end_(buffer_.data()) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw WriteError(path_, errno);
}

BufferedFile::~BufferedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void BufferedFile::number(std::uint64_t value) {
  constexpr std::size_t longest = 20;
  if (room() < longest) make_room(longest);
  end_ = std::to_chars(end_, end_ + longest, value).ptr;
}

void BufferedFile::make_room(std::size_t letters) {
  flush();
  if (letters > buffer_.size()) buffer_.resize(letters);
  end_ = buffer_.data();
}

void BufferedFile::flush() {
  for (const char* from = buffer_.data(); from < end_;) {
    const ssize_t count = ::write(descriptor_, from, static_cast<std::size_t>(end_ - from));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw WriteError(path_, errno);
    from += count;
  }
  end_ = buffer_.data();
}

void BufferedFile::close() {
  flush();
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) throw WriteError(path_, errno);
}

}  // namespace isochron
