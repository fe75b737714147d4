// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/observe/replication_record.h>

namespace isochron {

/// A record for the pipe from the process that simulates, by to_pipe().
std::string encode_record(const ReplicationRecord& record);

/// The inverse. Throws std::exception when the bytes are no record.
ReplicationRecord decode_record(const std::string& bytes);

}  // namespace isochron
