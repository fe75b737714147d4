// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isochron/part/part_plan.h>

namespace isochron {

/// A transfer that a part makes for a job.
struct JobTransfer {
  PortRef port;  ///< an output of the part
  bool write = false;
  std::uint64_t bytes = 0;
};

/// What a job costs a part, by arithmetic.
struct JobWork {
  double seconds = 0;  ///< that the job has the part, beside its transfers
  bool held = false;   ///< it has the part during its transfers too
  std::vector<JobTransfer> transfers = {};
  std::uint64_t left = 0;  ///< bytes of it that are handed on
  std::uint64_t last = 0;  ///< of a part that sends: bytes that it sends last, while those before may be further on
};

/// What a part is to jobs.
class JobPart {
 public:
  enum class Role {
    serves,   ///< takes a job on and hands it on
    sends,    ///< takes it on and sends it, by a bus or a link, to a part that receives
    receives  ///< hands on what has been sent to it
  };

  virtual Role role() const = 0;
  /// Of a part that sends: the output by which it does.
  virtual PortRef sends_by() const { return {}; }
  /// A job may ask it in several requests.
  virtual bool takes_requests() const { return false; }
  /// Why it cannot work on jobs as it is configured; an empty text: it can.
  virtual std::string why_no_jobs() const { return {}; }
  /// Of a job of `bytes` in `requests` requests.
  virtual JobWork work(std::uint64_t bytes, std::uint64_t requests) const = 0;

 protected:
  ~JobPart() = default;
};

}  // namespace isochron
