// SPDX-License-Identifier: Apache-2.0
// Stands in front of every source that has mutants (run_mutants.py), in a copy of the sources alone.
#pragma once

#include <cstddef>
#include <cstdlib>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// A fault may be the very thing that a compiler warns of.
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wdiv-by-zero"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations"
#pragma GCC diagnostic ignored "-Wdangling-else"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wshift-count-overflow"

namespace isochron::mutants {

/// Which mutant is on, and where a run came by: environment variables MUTANT, its number (none: 0), and
/// MUTANTS_REACHED, a file with a byte for each mutant that becomes 1 when the run comes by it. The file is shared with
/// child processes and outlives a crash.
class Switch {
 public:
  Switch() {
    if (const char* const number = std::getenv("MUTANT")) on_ = std::atoi(number);
    const char* const file = std::getenv("MUTANTS_REACHED");
    const int descriptor = file == nullptr ? -1 : open(file, O_RDWR);
    struct stat status {};
    if (descriptor < 0 || fstat(descriptor, &status) != 0) return;
    size_ = static_cast<std::size_t>(status.st_size);
    void* const memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) std::abort();
    reached_ = static_cast<volatile char*>(memory);
    close(descriptor);
  }
  bool on(int number) const {
    if (reached_ != nullptr && static_cast<std::size_t>(number) < size_) reached_[number] = 1;
    return number == on_;
  }

 private:
  int on_ = 0;
  std::size_t size_ = 0;
  volatile char* reached_ = nullptr;
};

inline bool on(int number) {
  static const Switch chosen;
  return chosen.on(number);
}

}  // namespace isochron::mutants
