// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/net/message_channel_config.h>
#include <isochron/net/message_medium.h>
#include <isochron/net/message_timing.h>
#include <isochron/observe/flow_counter.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/faulty_station.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// A medium that one message holds at a time, for the time that a MessageTiming says, store and forward: a message is
/// handed on when all of it is across. A bus between the adapters and the memory of a node, an adapter, a switch and a
/// link are such media (MicrochannelConfig, Tb2AdapterConfig, SpSwitchConfig, AtmLinkConfig).
///
/// A medium serves first come, first served; of one instant the message of the lowest lane, then of the lowest stream,
/// sequence number and block. Which is next is decided at the end of an instant, once all that comes in it is there. So
/// is who finds no room: those of the messages that wait which are the last in this order are dropped.
class MessageChannel final : public sc_core::sc_module,
                             public Measured,
                             public Traced,
                             public FaultyStation,
                             public FlowCounter,
                             private MessageMedium::Listener {
 public:
  using Config = MessageChannelConfig;
  using Routing = MessageChannelConfig::Routing;

  /// `lanes`: inlets, and as many outlets; 1 or more, else ModelError.
  MessageChannel(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned lanes,
                 std::unique_ptr<const MessageTiming> timing);
  ~MessageChannel() override;

  /// "in[i]": messages. Each is acquired until it is handed on or dropped. Throws ModelError, by_destination, at a
  /// message to an outlet that does not exist.
  InletPort& in(unsigned lane);
  /// "out[i]": messages that are across.
  OutletPort& out(unsigned lane);
  unsigned lanes() const { return static_cast<unsigned>(lanes_.size()); }

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  /// Messages handed on in this window, by all outlets or by one, and their bytes.
  std::uint64_t messages() const;
  std::uint64_t messages(unsigned outlet) const;
  std::uint64_t bytes() const;
  std::uint64_t bytes(unsigned outlet) const;
  /// Messages dropped in this window that would have left by any outlet, or by one.
  std::uint64_t dropped() const;
  std::uint64_t dropped(unsigned outlet) const;
  std::uint64_t dropped_so_far() const;  ///< since the run began, to any outlet
  /// Time of this window with a message on a medium, mean over the media; with one that leaves by an outlet.
  Time busy(Time now) const;
  Time busy(unsigned outlet, Time now) const;
  /// Of this window: what messages that got a medium have waited for it, together, and how many they are.
  Time waited() const { return waited_; }
  std::uint64_t begun() const { return begun_; }
  /// Messages that wait, for any medium; the one on it does not.
  const LevelOverTime& queue_depth() const { return depth_; }
  /// Messages that wait or are on a medium now.
  std::uint64_t inside() const;
  std::uint64_t inside(unsigned outlet) const;  ///< that will leave by it

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  /// Kind, ports and statistics of any type of channel.
  static void describe(TypeInfo& info);

 private:
  class Lane;
  struct Probes;

  void send(unsigned lane, Payload& payload, Time now);
  void begun(const ChannelMessage& message, Time now) override;
  void across(const ChannelMessage& message, Time now) override;
  void dropped(const ChannelMessage& message, Time now) override;
  MessageMedium& medium_to(unsigned outlet) { return *media_[config_.independent ? outlet : 0]; }
  /// For whoever traces.
  void show(Time now);

  Region& region_;
  Config config_;
  std::unique_ptr<const MessageTiming> timing_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<std::unique_ptr<MessageMedium>> media_;  ///< by outlet, or the one
  LevelOverTime depth_;
  Time waited_ = 0;
  std::uint64_t begun_ = 0;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
