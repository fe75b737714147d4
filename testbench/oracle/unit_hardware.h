// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <queue>
#include <random>
#include <vector>

namespace isochron::oracle {

/// What a storage unit of Calliope is made of. Times in seconds, sizes in bytes, rates in bytes a second.
struct UnitConfig {
  std::vector<unsigned> adapter_of{0, 0};  ///< of each disk
  double block = 262'144;
  double chunk = 65'536;
  double packet = 4096;
  // Of the host, for a packet that is sent, and for one of its bytes; what memory takes to be written.
  double host_packet = 0;
  double host_byte = 0;
  double server_packet = 0;
  double memory_byte = 0;
  double stolen_byte = 0;  ///< of the host, for a byte over an adapter
  bool stops = true;       ///< the host stands still while two adapters transfer
  double hold = 0;         ///< of a chunk, of an adapter
  double while_sending = 0;
  double shared_rate = 1;
  double on_medium = 0;  ///< of a chunk, outside the adapter
  double seek_least = 0;
  double seek_full = 0;
  double rotation = 0;
  double capacity = 0;
};

/// A second simulation of the hardware of a storage unit: one host, adapters, disks. In floating point, event by event;
/// between events everything goes on at constant speed. It shares no code with the models. Programs derive from it.
class UnitHardware {
 public:
  static constexpr double never = std::numeric_limits<double>::infinity();

  UnitHardware(const UnitConfig& config, std::uint64_t seed);
  UnitHardware(const UnitHardware&) = delete;
  UnitHardware& operator=(const UnitHardware&) = delete;
  virtual ~UnitHardware() = default;

  /// Since the time that count_from() said.
  double bytes_read(unsigned disk) const { return disks_[disk].bytes; }

 protected:
  /// What each program does. A job of the host has ended; a disk has read a block; a time has come that was asked for.
  virtual void job_done() = 0;
  virtual void block_read(unsigned disk) = 0;
  virtual void alarm(unsigned kind, unsigned who) = 0;

  double now() const { return now_; }
  unsigned disks() const { return static_cast<unsigned>(disks_.size()); }
  const UnitConfig& config() const { return config_; }
  bool is_reading(unsigned disk) const { return disks_[disk].reads; }
  /// Of [0, 1), of a disk's own numbers.
  double draw(unsigned disk);
  /// The work of a packet.
  double packet_work(bool server) const;
  /// The host must be free. `sends`: it slows chunks that begin meanwhile.
  void begin_job(double work, bool sends);
  /// The disk must be free.
  void read(unsigned disk, double position);
  void ask_for(double time, unsigned kind, unsigned who);
  void count_from(double time) { counted_from_ = time; }
  /// The next event, if it is no later than `end`; else time passes until then.
  bool step(double end);

 private:
  static constexpr unsigned chunk_kind = ~0u;

  struct Adapter {
    std::deque<unsigned> waiting;  ///< disks
    bool busy = false;
    unsigned disk = 0;
    double left = 0;  ///< at its full rate
    double whole = 0;
    double rate = 1;
    double ends = never;
  };
  struct Disk {
    unsigned adapter = 0;
    bool reads = false;
    double arm = 0;
    double position = 0;
    unsigned chunks = 0;  ///< that are across
    double bytes = 0;
    std::mt19937_64 random{};
  };
  struct Alarm {
    double time = 0;
    unsigned kind = 0;
    unsigned who = 0;
    std::uint64_t number = 0;
    bool operator<(const Alarm& other) const;
  };

  void advance(double time);
  void set_rates();
  void chunk_is_ready(unsigned disk);
  void begin_chunk(Adapter& adapter);
  void end_chunk(Adapter& adapter);

  UnitConfig config_;
  double now_ = 0;
  double counted_from_ = 0;
  std::vector<Adapter> adapters_;
  std::vector<Disk> disks_;
  std::priority_queue<Alarm> alarms_;
  std::uint64_t asked_ = 0;
  bool working_ = false;
  bool sending_ = false;
  double work_left_ = 0;
  double speed_ = 1;
  double job_ends_ = never;
};

}  // namespace isochron::oracle
