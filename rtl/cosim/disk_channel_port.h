// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <isochron/core/ring.h>
#include <isochron/disk_node/disk_channel.h>
#include <isochron/disk_node/disk_node_module.h>

#include "clock_on_demand.h"
#include "disk_channel_pins.h"

namespace isochron::cosim {

/// The channel's pins of a disk-node interface -> DiskChannel. Commands are taken at once. What a disk has brought goes
/// out block by block, a word in a cycle, as far as it is promised; commands take turns. Reads only: a write, which no
/// machine has, stops the run.
class DiskChannelPort final : public Transactor, private Region::Requester {
 public:
  DiskChannelPort(const char* name, Region& region, ClockOnDemand& clock, const DiskChannelPins& pins,
                  DiskChannel& channel);

  /// Every block of the command is in the channel's buffer. One that has been cancelled meanwhile is nobody's.
  void arrived(std::uint64_t number, Time now);

  void drive(Time now) override;
  void sample(Time now) override;
  void cross() override;
  bool quiet() const override { return under_way_ == 0 && begun_.empty(); }
  bool waits() const override;

 private:
  static constexpr unsigned tags = DiskNodeModule::tags;
  static constexpr unsigned word_bytes = DiskNodeModule::data_bytes;
  static constexpr unsigned block_words = DiskNodeModule::block_bytes / word_bytes;

  /// The command of a tag; number 0: none.
  struct Slot {
    DiskChannel::Command command;
    Time arrived = end_of_time;
    std::uint64_t promised = 0;  ///< words that may be sent
    std::uint64_t sent = 0;
    std::uint64_t words = 0;  ///< in all
    bool cancelled = false;

    bool sends() const { return command.number != 0 && !cancelled && arrived != end_of_time && sent < promised; }
    bool over() const { return command.number != 0 && (cancelled || sent == words); }
  };

  void take_command();
  void ask(Time now) override;

  std::string name_;
  Region& region_;
  ClockOnDemand& clock_;
  DiskChannelPins pins_;
  DiskChannel& channel_;
  std::array<Slot, tags> slots_;
  std::array<std::uint8_t, DiskNodeModule::block_bytes> block_{};  ///< the one that is going out
  unsigned turn_ = 0;                                              ///< tag of it
  std::uint64_t commands_ = 0;
  unsigned under_way_ = 0;
  Ring<DiskChannel::Command> begun_;  ///< that the channel is to hear of
};

}  // namespace isochron::cosim
