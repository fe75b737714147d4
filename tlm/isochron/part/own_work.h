// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <isochron/core/split_mix.h>
#include <isochron/host/work_done.h>
#include <isochron/observe/replication_record.h>
#include <isochron/part/job_part.h>

namespace isochron {

/// The rate at which something within a part lets its work through.
struct OwnLimit {
  std::string name;  ///< "port"
  double rate = 0;   ///< bytes/s that count as worked on
};

/// What a part does of its own accord, asked by nobody: rounds that are all alike, by arithmetic.
struct OwnWork {
  std::uint64_t rounds = 0;  ///< 0: without end, until all that has an end is done
  std::uint64_t bytes = 0;   ///< of a round, that count as worked on
  double interval = 0;       ///< of work without end: seconds from a round to the next; 0: arithmetic knows of none
  JobWork round;             ///< its transfers read and write memory
  std::vector<OwnLimit> limits = {};
  double ends = 0;            ///< seconds beside the rounds, in which it begins and ends
  double events = 0;          ///< of a round, beside those of its transfers
  std::uint64_t message = 1;  ///< bytes of the largest payload beside its transfers
  /// Of work without end: a machine can be measured by it for a time. Else it goes on beside other work.
  bool measured = false;

  bool has_end() const { return rounds > 0; }
};

/// A part with work of its own.
class WorkingPart {
 public:
  /// Known once it has met the parts around it.
  virtual OwnWork own_work() const = 0;

 protected:
  ~WorkingPart() = default;
};

/// Where parts that are built say that they have work of their own. Each calls work_done() once, when it has done it.
class WorkBoard : public WorkDone {
 public:
  /// `left` says what is still to be done, in words: "64 bytes left"; empty: nothing, or no more than to say
  /// that it is done.
  virtual void add_work(std::function<std::string()> left) = 0;
  /// Of work without end: `stop` is called in the instant in which the last of the others is done, before the parts'
  /// statistics are taken. It returns the rounds that were done.
  virtual void add_endless(std::function<std::uint64_t()> stop) = 0;
  /// Of work that has figures of its own: `add` writes them, with a fingerprint, once it is done.
  virtual void add_figures(std::function<void(ReplicationRecord&)> add) = 0;
  /// Of work by which a machine is measured: `left` says what goes on, in words: "streams that have no end". A machine
  /// that stands still meanwhile is in a deadlock. Empty: nothing has to go on.
  virtual void add_ongoing(std::function<std::string()> left) = 0;
  /// Of a part that such work passes: `add` adds its messages and its fingerprint (add_fingerprint) to those of the
  /// parts that are built before it.
  virtual void add_account(std::function<void(ReplicationRecord&)> add) = 0;

 protected:
  ~WorkBoard() = default;
};

/// Adds the fingerprint of a part, `own`, to those of the parts before it.
inline void add_fingerprint(ReplicationRecord& record, std::uint64_t own) {
  record.fingerprint = record.fingerprint == 0 ? own : mix(record.fingerprint ^ own);
}

}  // namespace isochron
