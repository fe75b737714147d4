// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/scenario/file_error.h>

namespace isochron {

/// A file that appears complete or not at all: it is written beside its place and renamed at the end. Opened before a
/// long run, so that a folder that cannot be written is noticed first. A device or pipe is written directly.
class OutputFile {
 public:
  /// Throws FileError.
  explicit OutputFile(std::string path);
  /// Leaves nothing behind unless `commit` was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where to write until commit(), for who does that without write().
  const std::string& working_path() const { return temporary_.empty() ? path_ : temporary_; }
  /// Writes the whole content and makes sure that it is on the disk. Throws FileError.
  void write(const std::string& content);
  /// The same for what somebody else has written at working_path().
  void finish();
  /// Puts the file in its place. Throws FileError.
  void commit();

 private:
  void synchronise();
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::string temporary_;  ///< empty when `path_` is written directly
  int descriptor_ = -1;
};

/// What to say of a file that cannot be written; `error`: an errno.
FileError write_failure(const std::string& path, int error);

/// Writes all of `content` to an open file. Returns 0 or an errno.
int write_all(int descriptor, const std::string& content);

}  // namespace isochron
