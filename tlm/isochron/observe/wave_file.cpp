// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/wave_file.h>

#include <stdexcept>

#include <isochron/observe/vcd_file.h>
#ifdef ISOCHRON_FST
#include <isochron/observe/fst_file.h>
#endif

namespace isochron {

bool WaveFile::has_fst() {
#ifdef ISOCHRON_FST
  return true;
#else
  return false;
#endif
}

std::unique_ptr<WaveFile> WaveFile::make(const std::string& path, bool fst) {
  if (!fst) return std::make_unique<VcdFile>(path);
#ifdef ISOCHRON_FST
  return std::make_unique<FstFile>(path);
#else
  throw std::logic_error("this build writes no FST");
#endif
}

}  // namespace isochron
