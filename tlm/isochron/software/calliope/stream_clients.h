// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/ring.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// The viewers of a storage unit's streams. A packet's tag has its stream, its number (`sequence`) and when it was due
/// by its delivery schedule (`issued`). A client plays a packet `delay` after it was due, `delay` being what its buffer
/// holds. If a packet is not there by then the picture stands still: a glitch. The client then waits for half
/// as long, so that there is room for packets that come less late. A packet for which the buffer has no room is lost,
/// and is no glitch. Source: Calliope, sections 1 and 2.2.1; what a client does with late packets is our own.
class StreamClients final : public sc_core::sc_module, public WithStatistics<StreamClients>, public Traced {
 public:
  /// `streams`: numbers from 0.
  StreamClients(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t streams);
  ~StreamClients() override;

  /// For `streams` streams, numbered from 0. Before the simulation.
  void make_room(std::uint64_t streams) { clients_ = std::vector<Client>(streams); }

  /// Throws ModelError where a packet is of a stream that has never begun, or is not the next one of it: none is lost,
  /// and none overtakes another. One that was under way when its stream ended, or began anew, is not judged.
  InletPort packets;

  /// `stream` is about to be played, anew: what came of it before is forgotten, but not its glitches. The first packet
  /// that comes says where its numbers begin. `delay`: ps. `buffer`: bytes. `showing`: `source` in the tags of its
  /// packets.
  void begin(std::uint32_t stream, Time delay, std::uint64_t buffer, Time now, std::uint32_t showing = 0);
  /// Nothing more of it is expected. `cut`: it ends before its time, which is a glitch.
  void end(std::uint32_t stream, bool cut, Time now);

  /// In this window.
  std::uint64_t glitches() const { return glitches_; }                  ///< of all streams
  std::uint64_t streams_glitched() const { return streams_glitched_; }  ///< with one or more
  std::uint64_t overflows() const { return overflows_; }                ///< packets for which a buffer had no room
  std::uint64_t bytes() const { return bytes_; }
  /// Of arrivals against the schedule; of packets that come before they are due 0.
  const DelayHistogram& lateness() const { return lateness_; }

  static Statistics<StreamClients> statistics();
  void start_window(Time now) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "stream_clients";
  static constexpr const char* calls = "viewers";
  static TypeInfo type_info();

 private:
  struct Probes;
  /// In a client's buffer.
  struct Held {
    Time played = 0;
    std::uint32_t bytes = 0;
  };
  enum class State { never, waits_for_first, plays, over };
  struct Client {
    State state = State::never;
    std::uint32_t showing = 0;
    std::uint64_t next = 0;  ///< packet's number
    Time delay = 0;          ///< from when a packet was due, moved by `shift`, to its being played
    Time shift = 0;
    std::uint64_t room = 0;      ///< bytes that its buffer has left
    std::uint64_t glitches = 0;  ///< of this window
    Ring<Held> held;             ///< those that may have been played by now, too
  };

  void take(Payload& payload, Time now);
  void judge(Client& client, const Payload& payload, Time now);
  void count_glitch(Client& client, Time now);
  static bool is_seen(const Client& client) {
    return client.state == State::waits_for_first || client.state == State::plays;
  }
  Client& client_of(std::uint32_t stream);

  std::vector<Client> clients_;
  LevelOverTime playing_;
  std::uint64_t glitches_ = 0;
  std::uint64_t streams_glitched_ = 0;
  std::uint64_t overflows_ = 0;
  std::uint64_t arrived_ = 0;
  std::uint64_t bytes_ = 0;
  DelayHistogram lateness_;
  InletOf<StreamClients> taken_{*this, &StreamClients::take};
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
