// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/endpoint/message_source.h>
#include <isochron/protocol/link_sender.h>

namespace isochron {

/// A source in front of a credit link, with one output buffer. A message is made when the one before it has begun to
/// leave; it counts as gone, and its bytes as sent, when its own first bit leaves. What every LinkSource<Fabric> has.
class LinkSourceBase : public MessageSource, private Buffers::Waiter {
 public:
  static constexpr const char* type = "source";
  /// Of a source on a link of any fabric.
  static TypeInfo type_info();

  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;

 protected:
  using MessageSource::MessageSource;

  /// To be called once, in the constructor: the port that it sends by, whose only buffer it has from now on.
  void send_by(LinkSenderBase& port);

 private:
  void ask(Time now) final;
  void buffer_granted(Time now) final;
  void send_next(Time now);

  LinkSenderBase* port_ = nullptr;
  bool has_buffer_ = true;     ///< of the port; else a message is in it
  std::uint64_t in_port_ = 0;  ///< bytes of that message
};

/// See LinkSourceBase. Its port is "out".
template <class Fabric>
class LinkSource final : public LinkSourceBase {
 public:
  /// See MessageSource.
  LinkSource(const sc_core::sc_module_name& name, const Domain& domain, const SourceLoad& load,
             std::unique_ptr<DestinationPolicy> destinations, Addressing addressing, Departures& departures,
             std::uint32_t source)
      : LinkSourceBase(name, domain, load, std::move(destinations), std::move(addressing), departures, source),
        out("out", domain, 1, BufferFreed::on_send) {
    send_by(out);
  }

  LinkSender<Fabric> out;  ///< its socket is to be bound

 private:
  void start_of_simulation() override { out.connect(); }
};

}  // namespace isochron
