// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <isochron/software/calliope/trace_schedule.h>

namespace isochron {

/// A file has no recording; says where and why, and what to do, each without a trailing full stop.
class TraceFileError : public std::runtime_error {
 public:
  TraceFileError(const std::string& cause, std::string remedy)
      : std::runtime_error(cause), remedy_(std::move(remedy)) {}

  /// what() is the cause, with the place: "nv.csv:12: ...".
  const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

/// A recording as text: a line `time_s,bytes`, then one for each packet: when it is due, seconds from the beginning
/// with up to twelve decimals, not before the one above, and its bytes, 1 to 65507. It is as long as its last time and
/// the mean time between two packets. `file`: what errors call it. Throws TraceFileError.
PacketTrace parse_trace(std::string_view text, const std::string& file);

/// The same of the file at `path`, of up to 256 MiB. Throws TraceFileError.
PacketTrace read_trace_file(const std::string& path);

}  // namespace isochron
