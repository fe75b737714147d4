// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/observe/flow_counter.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/software/voyager/media_stream.h>
#include <isochron/software/voyager/protocol_stack.h>
#include <isochron/software/voyager/striped_file.h>

namespace isochron {

/// The playing and recording daemons of a file-server node, and the stream source and sink that were measured in their
/// place: the application of the node's ProtocolStack. Source: Voyager, sections 3.2 and 5.
///
/// A stream that is played has block buffers. When it begins it asks for as many blocks of its file; its first packet
/// is due a random part of an interval after the first block has come, and all others at exact times from then on. A
/// packet that is due is handed to the stack if all its bytes are there; else it is dropped (`file`), and time goes on.
/// A recorded stream's packets fill its buffers to the last byte; a full one is written, and a packet for which there
/// is no room is dropped (`file`). Files do not end.
///
/// What comes in an instant is there for the packets that are due in it, whatever the order of the calls.
class MediaDaemon final : public sc_core::sc_module,
                          public Measured,
                          public Traced,
                          public FlowCounter,
                          public ProtocolStack::Application,
                          private Region::Update {
 public:
  struct Config {
    std::uint64_t block = 64ull * 1024;  ///< bytes of a block and of a buffer
    std::uint64_t buffers = 2;           ///< of a stream, 2 to 64
    std::uint64_t file_packet = 0;       ///< ps of the file system's work for a packet ...
    std::uint64_t file_byte = 0;         ///< ... and for a byte of it
    bool both_ways = false;              ///< ... of streams that are played, too; else only of recorded ones

    /// Of one daemon; blocks are the files'.
    ParameterTable parameters();
  };

  /// Packets of a stream, and what became of them.
  struct Counts {
    std::uint64_t offered = 0;  ///< fell due here (play, send), or came from the stack
    std::uint64_t passed = 0;   ///< handed to the stack, recorded, or received
    std::uint64_t bytes = 0;    ///< of those
    std::uint64_t dropped = 0;  ///< `file`: no block when due, or no buffer
  };

  /// `endpoint`: the node's. `streams`: those of this node, each number once; a packet that is played or recorded is
  /// not longer than a block. Throws ModelError if a stream is not as it says. When a
  /// stream's packets begin within an interval depends on the seed, the daemon's name and the stream's number alone.
  MediaDaemon(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, std::uint32_t endpoint,
              const std::vector<MediaStream>& streams, const StripedFile& files, std::uint64_t seed);
  ~MediaDaemon() override;

  InletPort received;   ///< packets from the stack; their tags have the stream
  OutletPort send;      ///< packets for the stack; a tag's `issued` is when its packet was due
  OutletPort requests;  ///< blocks to be read or written; a tag's `sequence` is the disk, `offset` the place on it
  InletPort done;       ///< the same, once they are

  /// The file system's work for a packet, ps. Throws ModelError if its stream is not of this node.
  Time work_of(const Payload& packet) const override;
  std::uint32_t stream_numbers() const override { return static_cast<std::uint32_t>(by_number_.size()); }

  /// Of the stream at `index` in the order in which they were given, since the run began ...
  const Counts& counts(std::size_t index) const;
  Counts window_counts(std::size_t index) const;  ///< ... and in this window
  Counts kept() const;  ///< of all streams whose packets end here, recorded or received, in this window
  const MediaStream& stream(std::size_t index) const;
  std::size_t streams() const { return streams_.size(); }
  /// Blocks that are asked for and not there, or not written yet.
  std::uint64_t blocks_under_way() const { return static_cast<std::uint64_t>(under_way_.level()); }
  std::uint64_t late_blocks() const { return late_; }         ///< in this window: a packet of it was due before
  std::uint64_t fingerprint() const { return fingerprint_; }  ///< of all packets: when, which, and whether dropped

  void start_window(Time now) override;
  /// Throws ModelError if packets or bytes of a stream do not add up.
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "media_daemon";
  static TypeInfo type_info();

 private:
  struct Probes;
  class Stream;

  void start_of_simulation() override;
  void update(Time now) override;

  void take(Payload& packet, Time now);
  void finish(Payload& block, Time now);
  Stream& stream_of(const Payload& payload) const;
  /// It has something to do at the end of the instant.
  void note(Stream& stream);
  void serve(Stream& stream, Time now);
  void gather(Stream& stream, Payload& packet, Time now);
  void send_due(Stream& stream, Time now);
  void ask(Stream& stream, Time now);
  /// Bytes of a played stream that are past when a block that is asked for now is there, if it takes as long as the
  /// last.
  static std::uint64_t past_then(const Stream& stream, Time now);
  void request(const Stream& stream, tlm::tlm_command command, std::uint64_t block, Time now);
  void count(Stream& stream, const Payload& packet, bool dropped, Time now);

  Domain domain_;
  Config config_;
  std::uint32_t endpoint_;
  StripedFile files_;
  InletOf<MediaDaemon> received_{*this, &MediaDaemon::take};
  InletOf<MediaDaemon> done_{*this, &MediaDaemon::finish};
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<Stream*> by_number_;  ///< null: not of this node
  std::vector<Stream*> noted_;      ///< of this instant
  std::vector<Stream*> serving_;    ///< scratch of update()
  // In this window.
  LevelOverTime under_way_;  ///< blocks that are asked for, and not there or not written
  std::uint64_t blocks_ = 0;
  std::uint64_t late_ = 0;
  Time waited_ = 0;  ///< for these blocks
  std::uint64_t dropped_ = 0;
  std::uint64_t fingerprint_ = 0;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
