// SPDX-License-Identifier: Apache-2.0
// GTKWave's FST writer as it comes with Verilator. It does not look whether a write succeeds: a full disk would leave a
// damaged file. Its calls of the C library and of zlib are therefore led through functions that remember an error.
#include <isochron/observe/fst_writer.h>

#include <cerrno>
#include <cstdio>

#include <sys/mman.h>
#include <zlib.h>

namespace isochron {

namespace {

int first_error = 0;

void remember(bool failed) {
  if (failed && first_error == 0) first_error = errno != 0 ? errno : EIO;
}

std::size_t checked_fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file) {
  const std::size_t written = std::fwrite(data, size, count, file);
  remember(written != count);
  return written;
}

int checked_fputc(int letter, std::FILE* file) {
  const int put = std::fputc(letter, file);
  remember(put == EOF);
  return put;
}

int checked_fflush(std::FILE* file) {
  const int result = std::fflush(file);
  remember(result != 0);
  return result;
}

int checked_fclose(std::FILE* file) {
  const int result = std::fclose(file);
  remember(result != 0);
  return result;
}

int checked_fseeko(std::FILE* file, off_t offset, int whence) {
  const int result = ::fseeko(file, offset, whence);
  remember(result != 0);
  return result;
}

/// The writer maps temporary files that it has filled. Pages that could not be written would kill the process when they
/// are touched: memory stands in for them until the error is seen.
void* checked_mmap(void* address, std::size_t length, int protection, int flags, int file, off_t offset) {
  if (first_error != 0) return ::mmap(nullptr, length, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return ::mmap(address, length, protection, flags, file, offset);
}

int checked_gzwrite(gzFile file, const void* data, unsigned length) {
  const int written = ::gzwrite(file, data, length);
  remember(written < 0 || static_cast<unsigned>(written) != length);
  return written;
}

int checked_gzclose(gzFile file) {
  const int result = ::gzclose(file);
  remember(result != Z_OK);
  return result;
}

}  // namespace

int fst_write_error() {
  return first_error;
}

void fst_forget_error() {
  first_error = 0;
}

}  // namespace isochron

#undef gzclose
#undef gzwrite
#define fwrite isochron::checked_fwrite
#define fputc isochron::checked_fputc
#define fflush isochron::checked_fflush
#define fclose isochron::checked_fclose
#define fseeko isochron::checked_fseeko
#define mmap isochron::checked_mmap
#define gzwrite isochron::checked_gzwrite
#define gzclose isochron::checked_gzclose
#define FST_CONFIG_INCLUDE "fst_config.h"
// clang-format off
#include <gtkwave/fastlz.c>  // NOLINT(bugprone-suspicious-include): as Verilator does it
#include <gtkwave/fstapi.c>  // NOLINT(bugprone-suspicious-include): as Verilator does it
#include <gtkwave/lz4.c>  // NOLINT(bugprone-suspicious-include): as Verilator does it
// clang-format on
