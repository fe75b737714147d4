// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <isochron/bus/fifo_bus.h>
#include <isochron/protocol/request_queue.h>

namespace isochron::testbench {

/// What happens from outside, each at its time; after the links and buses of that instant.
class Script final : public sc_core::sc_module {
 public:
  Script(const sc_core::sc_module_name& name, Region& region);
  /// Before the simulation starts.
  void at(Time time, std::function<void()> function) { entries_.emplace_back(time, std::move(function)); }

 private:
  void start();

  Region& region_;
  std::vector<std::pair<Time, std::function<void()>>> entries_;
};

/// Makes requests, and notes when each was accepted and answered, by sequence number.
class TestMaster final : public sc_core::sc_module {
 public:
  TestMaster(const sc_core::sc_module_name& name, const Domain& domain);
  AtInitiatorOf<TestMaster> socket;

  void request(tlm::tlm_command command, std::uint64_t sequence, std::uint64_t address, unsigned bytes,
               unsigned traffic_class = 0);
  void write(std::uint64_t sequence, std::uint64_t address, unsigned bytes, unsigned traffic_class = 0) {
    request(tlm::TLM_WRITE_COMMAND, sequence, address, bytes, traffic_class);
  }
  void read(std::uint64_t sequence, std::uint64_t address, unsigned bytes) {
    request(tlm::TLM_READ_COMMAND, sequence, address, bytes);
  }

  std::map<std::uint64_t, Time> accepted;
  std::map<std::uint64_t, Time> done;

 private:
  friend class AtInitiatorOf<TestMaster>;
  void on_accepted(AtInitiatorBase&, Payload& payload, Time now);
  void on_response(AtInitiatorBase&, Payload& payload, Time now);

  MessagePool& pool_;
  RequestQueue<TestMaster> outbox_{socket};
};

/// Answers at once, or at times that are set by sequence number; notes when requests came and their last byte was
/// across.
class TestTarget final : public sc_core::sc_module {
 public:
  TestTarget(const sc_core::sc_module_name& name, const Domain& domain);
  AtTargetOf<TestTarget> socket;

  std::map<std::uint64_t, Time> accepts_at;  ///< END_REQ; the response then, too, if that is not set
  std::map<std::uint64_t, Time> answers_at;  ///< BEGIN_RESP; END_REQ at once, unless that is set
  std::map<std::uint64_t, Time> requested;
  std::map<std::uint64_t, Time> completed;
  std::vector<std::uint64_t> addresses;  ///< of the requests, in their order

 private:
  friend class AtTargetOf<TestTarget>;
  void on_request(AtTargetBase&, Payload& payload, Time now);
  void on_complete(AtTargetBase&, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }

  Region& region_;
};

/// A time for each byte, in nanoseconds, for all of `devices`.
std::unique_ptr<RatedTransfers> nanoseconds_a_byte(unsigned devices, unsigned read, unsigned write);

}  // namespace isochron::testbench
