// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program: appends the name of each file that it opens for reading to the file that $OPENED_FILES
// names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int (*real_open)(const char*, int, ...);

static void note(const char* path, int flags) {
  const char* log = getenv("OPENED_FILES");
  if (!real_open) real_open = (int (*)(const char*, int, ...))dlsym(RTLD_NEXT, "open");
  if (!log || (flags & O_ACCMODE) == O_WRONLY || (flags & O_DIRECTORY)) return;
  int file = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  char line[4200];
  int length = snprintf(line, sizeof line, "%s\n", path);
  if (write(file, line, (size_t)length) != length) abort();
  close(file);
}

#define MODE_OF(flags, mode)             \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list more;                        \
    va_start(more, flags);               \
    mode = va_arg(more, unsigned);       \
    va_end(more);                        \
  }

int open(const char* path, int flags, ...) {
  unsigned mode = 0;
  MODE_OF(flags, mode)
  note(path, flags);
  return real_open(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  unsigned mode = 0;
  MODE_OF(flags, mode)
  note(path, flags);
  return real_open(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  unsigned mode = 0;
  MODE_OF(flags, mode)
  note(path, flags);
  return ((int (*)(int, const char*, int, ...))dlsym(RTLD_NEXT, "openat"))(folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...) {
  unsigned mode = 0;
  MODE_OF(flags, mode)
  note(path, flags);
  return ((int (*)(int, const char*, int, ...))dlsym(RTLD_NEXT, "openat"))(folder, path, flags, mode);
}

FILE* fopen(const char* path, const char* how) {
  note(path, strchr(how, 'r') ? O_RDONLY : O_WRONLY);
  return ((FILE * (*)(const char*, const char*)) dlsym(RTLD_NEXT, "fopen"))(path, how);
}

FILE* fopen64(const char* path, const char* how) {
  note(path, strchr(how, 'r') ? O_RDONLY : O_WRONLY);
  return ((FILE * (*)(const char*, const char*)) dlsym(RTLD_NEXT, "fopen64"))(path, how);
}
