// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/write_error.h>

#include <cstring>

namespace isochron {

WriteError::WriteError(const std::string& file, int error)
    : runtime_error(file + ": " + std::strerror(error)), file_(file), error_(error) {}

}  // namespace isochron
