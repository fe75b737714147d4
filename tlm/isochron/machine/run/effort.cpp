// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/run/effort.h>

#include <sys/resource.h>

namespace isochron {

void Effort::store(ReplicationRecord& record) const {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  record.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  record.cpu_s = static_cast<double>(std::clock() - cpu_) / CLOCKS_PER_SEC;
  record.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
}

}  // namespace isochron
