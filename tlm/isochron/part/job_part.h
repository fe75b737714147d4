// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <isochron/part/part_plan.h>

namespace isochron {

/// A transfer that a part makes for a job.
struct JobTransfer {
  PortRef port;  ///< an output of the part
  bool write = false;
  std::uint64_t bytes = 0;
  std::uint64_t piece = 0;  ///< bytes that it asks for at a time; 0: all
};

/// What a job costs a part, by arithmetic.
struct JobWork {
  double seconds = 0;  ///< that the job has the part, beside its transfers
  bool held = false;   ///< it has the part during its transfers too
  std::vector<JobTransfer> transfers = {};
  std::uint64_t left = 0;    ///< bytes of it that are handed on
  std::uint64_t last = 0;    ///< of a part that sends: bytes that it sends last, while those before may be further on
  std::uint64_t stored = 0;  ///< bytes of real data that it leaves in a memory
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
  /// Of a part that receives: it asks those that send to it itself, by ports at which it calls them, and a job that
  /// comes asks it.
  virtual bool asks_senders() const { return false; }
  /// A job may ask it in several requests.
  virtual bool takes_requests() const { return false; }
  /// Why it cannot work on jobs as it is configured; an empty text: it can.
  virtual std::string why_no_jobs() const { return {}; }
  /// Of a job of `bytes` in `requests` requests.
  virtual JobWork work(std::uint64_t bytes, std::uint64_t requests) const = 0;
  /// Ports by which a part that moves jobs reads and writes them.
  struct Ways {
    std::string from, to;
    friend bool operator<(const Ways& a, const Ways& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; }
  };
  /// The number that a job's tag has as its destination where it is moved so; nullopt: the part cannot.
  virtual std::optional<std::uint32_t> number_of(const Ways& ways) const {
    (void)ways;
    return std::nullopt;
  }
  /// Of a job that is moved so.
  virtual JobWork work_by(std::uint32_t ways, std::uint64_t bytes, std::uint64_t requests) const {
    (void)ways;
    return work(bytes, requests);
  }

 protected:
  ~JobPart() = default;
};

}  // namespace isochron
