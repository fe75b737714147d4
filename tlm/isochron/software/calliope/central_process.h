// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <isochron/core/split_mix.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/software/calliope/duty_cycle.h>
#include <isochron/software/calliope/network_process.h>
#include <isochron/software/calliope/recording_clients.h>
#include <isochron/software/calliope/stream_clients.h>
#include <isochron/software/calliope/stream_files.h>

namespace isochron {

/// The central process of a storage unit: begins and ends its streams, and does what viewers ask for. A stream gets a
/// seat in the disks' duty cycle, its first block is read, and then its packets go out. Source: Calliope, sections 2.3
/// and 2.3.1.
///
/// A viewer who winds forward or back changes to another file of the same contents, filtered beforehand, at the
/// corresponding place, and waits there for a slot as at the beginning.
class CentralProcess final : public sc_core::sc_module,
                             public WithStatistics<CentralProcess>,
                             public Traced,
                             private NetworkProcess::Listener {
 public:
  enum class Start {
    together,  ///< streams that begin at time 0 play from the instant on in which the last of them has its first block
    slot       ///< each plays when its first slot is over and its first block is there
  };
  /// Recording that a stream plays or records.
  struct Item {
    std::uint64_t file = 0;
    const PacketSchedule* schedule = nullptr;
    NetworkProcess::Direction direction = NetworkProcess::Direction::play;
    Time offset = 0;                              ///< into the file
    Time phase = 0;                               ///< how much later than everybody else's its packets are due
    std::optional<unsigned> disk = std::nullopt;  ///< that has the file; nullopt: any has a copy, or it is striped
  };
  struct Config {
    Start start = Start::slot;
    std::uint64_t block = 256ull * 1024;          ///< bytes
    std::uint64_t client_buffer = 200ull * 1024;  ///< bytes
    std::uint64_t vcr_interval = 0;               ///< mean time between commands of a viewer, exponential, ps; 0: none
    std::uint64_t skip = 15;                      ///< frames of a file to one of its filtered versions
  };
  /// The other parts of the unit, which must outlive it.
  struct Parts {
    DutyCycle* disks = nullptr;
    NetworkProcess* network = nullptr;
    StreamClients* viewers = nullptr;
    RecordingClients* cameras = nullptr;
    StreamFiles* files = nullptr;
  };
  /// Hears when streams begin to be seen.
  class Viewing {
   public:
    /// Its first packet has been sent; once in a stream's life, whatever its viewer does.
    virtual void seen(std::uint32_t stream, Time now) = 0;

   protected:
    ~Viewing() = default;
  };

  /// `first`: streams that begin at time 0. `disks`, `streams`: how many there are.
  CentralProcess(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                 std::vector<Item> first, std::uint64_t disks, std::uint64_t streams, std::uint64_t seed);
  ~CentralProcess() override;

  /// Before the simulation.
  void set_parts(const Parts& parts) { parts_ = parts; }
  /// Listener that hears of its streams.
  NetworkProcess::Listener& listener() { return *this; }
  void set_viewing(Viewing& viewing) { viewing_ = &viewing; }

  /// A stream begins: its number. It gets the disk with the most free seats. Throws ModelError if there is no seat for
  /// it: its admission must prevent that.
  std::uint32_t begin(const Item& item, Time now);
  void end(std::uint32_t stream, Time now) { stop(stream, false, now); }
  /// All streams end before their time: the unit fails.
  void fail(Time now);

  std::uint64_t streams() const { return active_; }                 ///< that it has now
  const DelayHistogram& start_delays() const { return starts_; }    ///< from begin() to the first packet
  const DelayHistogram& vcr_delays() const { return vcr_delays_; }  ///< from a command to the first packet
  std::uint64_t commands() const { return commands_; }              ///< in this window

  static Statistics<CentralProcess> statistics();
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "central_process";
  static constexpr const char* calls = "streams of a unit";
  static TypeInfo type_info();

 private:
  enum class Version { normal, forward, backward };

  struct Stream {
    bool active = false;
    bool others_wait = false;  ///< for its first block, to begin together
    bool waits = false;        ///< for the others' first blocks
    bool has_viewer = false;   ///< who has it as begun
    bool seen = false;         ///< its first packet has been sent
    bool commanded = false;    ///< waits after a viewer's command
    std::uint32_t life = 0;    ///< how many streams have had this number
    Item item;
    Version version = Version::normal;
    unsigned disk = 0;
    Time turn = 0;        ///< of its slot
    Time asked = 0;       ///< when it was asked for
    Time began = 0;       ///< when it began to play what it plays
    Time place = 0;       ///< in the normal file, then
    SplitMix64 draws{0};  ///< of its viewer's commands
  };

  void begin_first();
  void loaded(std::uint32_t stream, Time now) override;
  void started(std::uint32_t stream, Time now) override;

  void stop(std::uint32_t stream, bool cut, Time now);
  void set_place(std::uint32_t stream, Time place);
  void load(std::uint32_t stream, Time now);
  void play(std::uint32_t stream, Time now);
  /// One less of those that begin together is to be waited for.
  void wait_for_one_less(Time now);
  void expect_command(std::uint32_t stream, Time now);
  void command(std::uint32_t stream, Time now);
  /// Where in the file that it plays it has begun, or will.
  Time place_in_file(const Stream& stream) const;
  /// Where in the normal file it is.
  Time place_of(const Stream& stream, Time now) const;
  /// The disk with the most free seats.
  unsigned freest_disk() const;

  Domain domain_;
  Config config_;
  Parts parts_;
  Viewing* viewing_ = nullptr;
  std::vector<Item> first_;
  std::uint64_t disks_;
  std::vector<Stream> streams_;
  Ring<std::uint32_t> free_;   ///< numbers of streams, those that were not used for longest first
  std::uint64_t to_load_ = 0;  ///< of those that begin at time 0, while they wait for each other
  std::uint64_t active_ = 0;
  std::uint64_t seed_;
  DelayHistogram starts_;
  DelayHistogram vcr_delays_;
  std::uint64_t commands_ = 0;
  LevelOverTime level_;
  NumberProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
