// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/memory_cap.h>

#include <fstream>
#include <new>

#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

/// Bytes of data and stack that the process has; 0 where the system does not say.
double data_of_process() {
  std::ifstream file("/proc/self/statm");
  double pages = 0;
  // size, resident, shared, text, library, data
  for (int field = 0; field < 6; ++field)
    if (!(file >> pages)) return 0;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// While it lives, what would take more data than `bytes` throws std::bad_alloc.
class DataLimit {
 public:
  explicit DataLimit(double bytes) {
    if (getrlimit(RLIMIT_DATA, &before_) != 0) return;
    rlimit limit = before_;
    if (bytes >= static_cast<double>(limit.rlim_cur)) return;
    limit.rlim_cur = static_cast<rlim_t>(bytes);
    is_set_ = setrlimit(RLIMIT_DATA, &limit) == 0;
  }
  ~DataLimit() {
    if (is_set_) setrlimit(RLIMIT_DATA, &before_);
  }
  DataLimit(const DataLimit&) = delete;
  DataLimit& operator=(const DataLimit&) = delete;

 private:
  rlimit before_{};
  bool is_set_ = false;
};

}  // namespace

void describe_within(const MemoryLimit& limit, const std::string& file, const std::function<void()>& describe) {
  try {
    const DataLimit data(data_of_process() + limit.bytes);
    describe();
  } catch (const std::bad_alloc&) {
    throw InputError({file, 0, 0},
                     fmt::format("the description of the machine alone takes more than {} of memory, which is {}",
                                 format_si(limit.bytes, "B"), limit.whose),
                     "Make the machine smaller, or raise --limit-memory");
  }
}

}  // namespace isochron
