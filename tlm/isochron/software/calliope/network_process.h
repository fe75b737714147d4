// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <isochron/core/ring.h>
#include <isochron/host/host.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/flow_counter.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/software/calliope/packet_schedule.h>
#include <isochron/software/calliope/packet_timer.h>

namespace isochron {

/// The network process of a storage unit: sends the packets of streams by their delivery schedules, from blocks that
/// the disk processes have read, and gathers packets of recordings into blocks. It runs on the host, a packet at a
/// time. Source: Calliope, sections 2.2.1 and 2.3.
///
/// A stream has two buffers. The process asks for a block with a buffer (`buffers`), gets it back full (`served`),
/// sends what is in it, and asks for the next block with it; a recording's buffers go the other way. A packet lies in
/// one block: one that would not fit is the first of the next.
///
/// While it is awake it sends the packet that was due first, of those whose data are there; when nothing is due it
/// sleeps until the timer's interrupt after the next packet is due.
class NetworkProcess final : public sc_core::sc_module,
                             public WithStatistics<NetworkProcess>,
                             public Traced,
                             public FlowCounter,
                             private Host::Job,
                             private PacketTimer::Sleeper,
                             private Region::Update {
 public:
  /// Hears how far streams are.
  class Listener {
   public:
    /// The first block since load() is there.
    virtual void loaded(std::uint32_t stream, Time now) = 0;
    /// The first packet since play() is sent.
    virtual void started(std::uint32_t stream, Time now) = 0;

   protected:
    ~Listener() = default;
  };
  enum class Direction { play, record };
  struct Config {
    std::uint64_t block = 256ull * 1024;  ///< bytes of a buffer
    std::uint64_t streams = 1;            ///< at most, numbered from 0
  };

  /// `host` and `timer` must outlive it.
  NetworkProcess(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Host& host,
                 PacketTimer& timer);
  ~NetworkProcess() override;

  /// Before the simulation. `listener` must outlive it.
  void set_listener(Listener& listener) { listener_ = &listener; }
  /// For `streams` streams, numbered from 0. Before the simulation.
  void make_room(std::uint64_t streams);

  OutletPort buffers;  ///< to be filled with a block, or full of one to be written
  InletPort served;    ///< the same, filled or written; with no bytes: not served
  OutletPort packets;  ///< that are sent
  InletPort received;  ///< packets of recordings; their tag has the stream

  /// A stream begins, or is another's after close().
  void open(std::uint32_t stream, Direction direction, Time now);
  /// Its blocks from the present place of its file on are asked for; they are numbered from 0. Its packets are those
  /// of `schedule` from `packet` on. Not before halt() if it was loaded.
  void load(std::uint32_t stream, const PacketSchedule& schedule, std::uint64_t packet, Time now);
  /// Its first packet is due at `start`, which may be past. A recording's packets are expected from now on.
  void play(std::uint32_t stream, Time start, Time now);
  /// It stops; what is in its buffers is dropped. Buffers that are on their way come back before the next load() or
  /// after it.
  void halt(std::uint32_t stream, Time now);
  /// It is over, halted.
  void close(std::uint32_t stream, Time now);
  /// How often it has been loaded, also in its packets' tags (`source`).
  std::uint32_t generation(std::uint32_t stream) const { return streams_[stream].generation; }

  /// In this window.
  const DelayHistogram& lateness() const { return lateness_; }  ///< of packets sent, against their schedule
  std::uint64_t packets_sent() const { return sent_; }
  /// Packets that were sent no later than 50 and 150 ms after they were due.
  std::uint64_t within_50ms() const { return within_50ms_; }
  std::uint64_t within_150ms() const { return within_150ms_; }
  /// Packets that were due before their block was read.
  std::uint64_t without_data() const { return without_data_; }
  std::uint64_t recorded_bytes() const { return recorded_; }  ///< of packets gathered
  std::uint64_t lost() const { return lost_; }                ///< packets of recordings for which there was no buffer
  /// Over all packets sent or gathered so far: when, which, of what stream.
  std::uint64_t fingerprint() const { return fingerprint_; }
  /// A flow counts bytes of packets that fall due, and those of them that are sent. Packets of a stream that is halted
  /// are no longer due: they count as sent.
  void catch_up(Time now) override { count_due(now); }

  static Statistics<NetworkProcess> statistics();
  /// Throws ModelError if bytes read are neither sent nor dropped nor in a buffer.
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "network_process";
  static constexpr const char* calls = "streams of packets";
  static TypeInfo type_info();

 private:
  struct Probes;
  static constexpr std::size_t buffers_of_a_stream = 2;

  struct Stream {
    bool open = false;
    bool loaded = false;
    bool announced = false;  ///< that its first block is there
    bool playing = false;
    bool started = false;  ///< its first packet is sent
    Direction direction = Direction::play;
    std::uint32_t generation = 0;
    const PacketSchedule* schedule = nullptr;
    std::uint64_t number = 0;  ///< of the next packet in the schedule
    std::uint64_t count = 0;   ///< packets sent since load()
    PacketSchedule::Packet next;
    Time base = 0;  ///< its start, less when the first packet is due in the schedule
    /// The first packet that is not reported to the flow yet, and its number; only while it plays.
    PacketSchedule::Packet to_come;
    std::uint64_t to_come_number = 0;
    std::uint64_t block = 0;  ///< that is asked for next
    std::uint64_t used = 0;   ///< bytes of the front buffer that are sent, or gathered
    Ring<Payload*> blocks;    ///< full ones to be sent; of a recording: empty ones to be filled
    Ring<Payload*> idle;      ///< while it is not loaded
    std::size_t away = 0;     ///< at the disk processes
  };

  void woken(Time now) override;
  void done(Time now) override;
  void update(Time now) override;

  void serve(Payload& buffer, Time now);
  void receive(Payload& packet, Time now);
  void ask(std::uint32_t stream, Payload& buffer, Time now);
  /// Notes when the stream's next packet can be sent.
  void note_due(std::uint32_t stream);
  void take_next_packet(std::uint32_t stream);
  /// Reports packets that are due by now to the flow.
  void count_due(Time now);
  void send(std::uint32_t stream, Time now);
  void gather(Payload& packet, Time now);
  void give_back(Stream& stream, Payload& buffer);
  void record_fingerprint(std::uint32_t stream, std::uint64_t number, Time now);

  Domain domain_;
  Config config_;
  Host& host_;
  PacketTimer& timer_;
  Listener* listener_ = nullptr;
  InletOf<NetworkProcess> served_{*this, &NetworkProcess::serve};
  InletOf<NetworkProcess> received_{*this, &NetworkProcess::receive};
  std::vector<Stream> streams_;
  std::vector<Time> due_;         ///< of each stream's next packet; end_of_time: none, or its data are not there
  std::vector<Time> to_come_;     ///< due times of the streams' first packets that are not reported to the flow yet
  Time counted_at_ = 0;           ///< when packets were last reported to the flow
  Ring<Payload*> arrived_;        ///< packets of recordings that wait for the host
  Payload* gathering_ = nullptr;  ///< ... that the host works on
  std::uint32_t sending_ = 0;     ///< stream whose packet the host works on
  std::uint32_t sending_generation_ = 0;
  bool awake_ = false;
  bool working_ = false;  ///< the host has a job of it
  DelayHistogram lateness_;
  std::uint64_t sent_ = 0;
  std::uint64_t within_50ms_ = 0;
  std::uint64_t within_150ms_ = 0;
  std::uint64_t without_data_ = 0;
  std::uint64_t recorded_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t fingerprint_ = 0;
  // Of the run, bytes.
  std::uint64_t read_ = 0;     ///< of blocks that came
  std::uint64_t out_ = 0;      ///< sent
  std::uint64_t dropped_ = 0;  ///< left over at a block's end, or of no use any more
  Probes* probes_ = nullptr;   ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
