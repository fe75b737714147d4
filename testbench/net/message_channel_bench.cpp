// SPDX-License-Identifier: Apache-2.0
#include "net/message_channel_bench.h"

#include <string>

#include <isochron/core/simulation.h>

namespace isochron::testbench {

/// Hears of what has come out at an outlet.
class MessageChannelBench::End final : private Inlet {
 public:
  End(MessageChannelBench& bench, unsigned index)
      : in(("end" + std::to_string(index)).c_str(), *this), bench_(bench), index_(index) {}

  InletPort in;

 private:
  void accept(Payload& payload, Time now) override {
    bench_.arrived.push_back({tag_of(payload).offset, {index_, now}});
  }

  MessageChannelBench& bench_;
  unsigned index_;
};

MessageChannelBench::MessageChannelBench(unsigned lanes, const std::vector<Stage>& stages, bool last_first)
    : channels_(stages.size()) {
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const std::size_t stage = last_first ? stages.size() - 1 - i : i;
    const std::string name = stage == 0 ? "channel" : "channel" + std::to_string(stage);
    channels_[stage] = std::make_unique<MessageChannel>(name.c_str(), domain, stages[stage].config, lanes,
                                                        std::make_unique<RateTiming>(stages[stage].rate));
  }
  for (unsigned i = 0; i < lanes; ++i) {
    for (std::size_t stage = 1; stage < stages.size(); ++stage)
      channels_[stage - 1]->out(i).bind(channels_[stage]->in(i));
    ends_.push_back(std::make_unique<End>(*this, i));
    channels_.back()->out(i).bind(ends_.back()->in);
  }
}

MessageChannelBench::~MessageChannelBench() = default;

void MessageChannelBench::shoot(const Shot& shot) {
  script.at(shot.at, [this, shot] {
    Message& message = pool.allocate(0, shot.bytes);
    message.tag().destination = shot.to;
    message.tag().offset = shot.id;
    message.tag().stream = shot.stream;
    message.tag().sequence = shot.sequence;
    message.tag().block = shot.block;
    channel().in(shot.lane).inlet().accept(message, region.now());
    message.release();
  });
}

void MessageChannelBench::run(Time end) {
  simulate_to(region, end);
}

std::map<std::uint64_t, Time> MessageChannelBench::times() const {
  std::map<std::uint64_t, Time> all;
  for (const auto& [id, arrival] : arrived) all[id] = arrival.at;
  return all;
}

}  // namespace isochron::testbench
