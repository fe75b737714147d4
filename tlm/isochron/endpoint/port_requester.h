// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/endpoint/message_requester.h>
#include <isochron/protocol/output_port.h>

namespace isochron {

/// A requester with one output port of one buffer, in front of a link or a bus: requests and what is written leave by
/// it, message by message. What every LinkRequester<Fabric> and a BusRequester have.
class PortRequester : public MessageRequester, private Buffers::Waiter {
 public:
  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;

 protected:
  using MessageRequester::MessageRequester;

  /// To be called once, in the constructor: the port that it sends by, whose only buffer it has from now on.
  void send_by(OutputPort& port);
  /// An answer has come in whole; it stays the caller's.
  void answer_arrived(const Payload& answer, Time now);

 private:
  void ask(Time now) final;
  void buffer_granted(Time now) final;
  void send_next(Time now);
  void done(std::uint32_t slot, Time now) final;
  void withdraw(std::uint32_t number, Time now) final;
  bool can_send() const { return under_way_ || (has_request() && has_tag()); }

  OutputPort* port_ = nullptr;
  bool has_buffer_ = true;     ///< of the port; else a message is in it
  bool under_way_ = false;     ///< a write, of which something is left to send
  std::uint32_t writing_ = 0;  ///< its request
  std::uint64_t sent_ = 0;     ///< bytes of it
};

}  // namespace isochron
