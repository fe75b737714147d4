// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/observe/replication_record.h>

namespace isochron {

/// A record as bytes (CBOR, RFC 8949) for the pipe between a simulating process and the command; nothing is rounded.
std::string encode_record(const ReplicationRecord& record);

/// The inverse. Throws std::exception when the bytes are no record.
ReplicationRecord decode_record(const std::string& bytes);

}  // namespace isochron
