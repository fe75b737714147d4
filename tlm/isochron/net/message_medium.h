// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/region.h>
#include <isochron/net/channel_message.h>
#include <isochron/net/message_timing.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/service_pace.h>

namespace isochron {

/// What carries one message at a time, for as long as a MessageTiming says: a bus, a switch, or a direction of a link.
/// First come, first served, of one instant in the order of inlet, stream, sequence number and block. Which is next,
/// and who finds no room, is decided at the end of an instant, once all that comes in it is there.
class MessageMedium final : private Region::Activity, private Region::Update {
 public:
  /// Hears of messages.
  class Listener {
   public:
    /// It is on the medium from now on.
    virtual void begun(const ChannelMessage& message, Time now) = 0;
    /// All of it is across, and the medium free.
    virtual void across(const ChannelMessage& message, Time now) = 0;
    /// It has found no room.
    virtual void dropped(const ChannelMessage& message, Time now) = 0;

   protected:
    ~Listener() = default;
  };

  /// `queue`: messages that wait at most; 0: any number. Joins the region. `timing` and `pace` must outlive it.
  MessageMedium(Region& region, ServicePace& pace, const MessageTiming& timing, std::uint64_t queue,
                Listener& listener);
  ~MessageMedium() override;

  /// A message comes. Its payload is the medium's until it is across or dropped.
  void push(const ChannelMessage& message, Time now);
  /// What is on it; a null payload: nothing.
  const ChannelMessage& carried() const { return carried_; }
  bool busy() const { return carried_.payload != nullptr; }
  std::size_t waiting() const { return waiting_.size(); }
  /// The one that waits at place i, from the front.
  const ChannelMessage& waiting(std::size_t i) const { return waiting_[i]; }

  /// Signals under the name of `part`. `senders`: names of those at the inlets; must outlive the trace.
  void list_probes(ProbeList& list, const std::string& part, const std::vector<std::string>& senders);
  void start_trace(Time now);
  void stop_trace() { probes_ = nullptr; }

 private:
  using Order = std::tuple<unsigned, std::uint32_t, std::uint64_t, std::uint64_t>;
  struct Probes;

  void complete(Time now) override;
  void update(Time now) override;
  bool overfull() const { return queue_ > 0 && waiting_.size() > queue_; }
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  ServicePace& pace_;
  const MessageTiming& timing_;
  std::uint64_t queue_;
  Listener& listener_;
  ChannelMessage carried_;
  ArrivalQueue<ChannelMessage, Order> waiting_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
