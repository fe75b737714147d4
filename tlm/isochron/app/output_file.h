// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <sys/stat.h>

#include <isochron/app/interrupt.h>
#include <isochron/scenario/file_error.h>

namespace isochron {

/// A file that appears complete or not at all: it is written beside its place and renamed at the end. Opened before a
/// long run, so that a folder that cannot be written is noticed first. Mode and owner of a file that was there stay. A
/// symbolic link stays, what it names is replaced or made. A device or pipe is written directly; a named pipe waits for
/// its reader.
class OutputFile {
 public:
  /// Throws FileError; Interrupted when the user asks to stop while a named pipe has no reader.
  explicit OutputFile(const std::string& path);
  /// Leaves nothing behind unless `commit` was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where to write until commit(), for who does that without write().
  const std::string& working_path() const { return temporary_.empty() ? path_ : temporary_; }
  /// Writes the whole content and makes sure that it is on the disk. Throws FileError, Interrupted.
  void write(const std::string& content);
  /// The same for what somebody else has written at working_path().
  void finish();
  /// Puts the file in its place. Throws FileError.
  void commit();

 private:
  void open_beside();
  void open_directly(bool fifo);
  void synchronise();
  void keep_access();
  [[noreturn]] void fail(int error) const;

  Interrupt::Hold hold_;  ///< a signal must not leave the temporary file
  std::string path_;
  std::string temporary_;           ///< empty when `path_` is written directly
  std::optional<struct stat> old_;  ///< of the file that was there
  int descriptor_ = -1;
};

/// What to say of a file that cannot be written; `error`: an errno.
FileError write_failure(const std::string& path, int error);

}  // namespace isochron
