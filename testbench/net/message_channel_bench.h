// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <isochron/net/message_channel.h>
#include <isochron/net/rate_timing.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {

/// Channels one behind the other, out[i] to in[i], with what is sent into the first and what has come out of the last.
class MessageChannelBench {
 public:
  struct Shot {
    unsigned lane = 0;
    unsigned to = 0;  ///< destination
    Time at = 0;
    unsigned bytes = 0;
    std::uint64_t id = 0;  ///< each shot has one of its own
    std::uint32_t stream = 0;
    std::uint64_t sequence = 0;
    std::uint64_t block = 0;
  };
  struct Arrival {
    unsigned outlet = 0;
    Time at = 0;
  };
  struct Stage {
    MessageChannel::Config config;
    std::uint64_t rate = 8'000'000'000;  ///< bit/s; a byte takes a nanosecond
  };

  /// `last_first`: the last stage joins the region before those in front of it.
  MessageChannelBench(unsigned lanes, const std::vector<Stage>& stages, bool last_first = false);
  ~MessageChannelBench();

  MessageChannel& channel(std::size_t stage = 0) { return *channels_[stage]; }
  void shoot(const Shot& shot);
  void run(Time end);

  std::vector<std::pair<std::uint64_t, Arrival>> arrived;  ///< id, in their order
  /// When each has come, by id.
  std::map<std::uint64_t, Time> times() const;

  Region region{"region"};
  MessagePool pool{1 << 16};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};

 private:
  class End;

  std::vector<std::unique_ptr<MessageChannel>> channels_;
  std::vector<std::unique_ptr<End>> ends_;
};

}  // namespace isochron::testbench
