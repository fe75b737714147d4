// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <isochron/core/class_queue.h>
#include <isochron/core/due_queue.h>
#include <isochron/core/rate.h>
#include <isochron/core/split_mix.h>
#include <isochron/endpoint/request_board.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/pcie_port.h>
#include <isochron/protocol/domain.h>
#include <isochron/storage/nvme_drive_config.h>

namespace isochron {

/// A drive of flash memory on PCI Express. It moves the data of a command itself: those of a read leave as posted
/// writes to whoever asked, those of a write come back on read requests of the drive. When a command is done, a posted
/// write of 16 B says so.
///
/// Commands beyond the queue depth wait in a queue for each class of traffic; which of them is next is chosen when
/// another has been done, as with the arbitration of NVM Express between submission queues.
///
/// Where messages can be lost it abandons a write whose data have not come when whoever asked has given it up.
///
/// A command is cut at multiples of `page`. Pages are dealt out to channels by their addresses; a channel reads or
/// programs one at a time, first come, first served. All channels share the way between flash and link.
class NvmeDrive final : public sc_core::sc_module,
                        public WithStatistics<NvmeDrive>,
                        public Traced,
                        private PciePort::Listener {
 public:
  static constexpr const char* type = "nvme_drive";
  using Config = NvmeDriveConfig;

  /// `requests` outlives this; `seed`: of what is drawn.
  NvmeDrive(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
            const RequestBoard& requests, std::uint64_t seed);
  ~NvmeDrive() override;

  PcieSocket& port() { return port_.socket; }
  static Statistics<NvmeDrive> statistics();
  static TypeInfo type_info();

  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final { probes_ = nullptr; }

 private:
  struct Probes;
  enum class Step : std::uint8_t {
    read,        ///< a page has been read
    to_link,     ///< it has come to the link
    to_flash,    ///< the data of a command have come to the flash
    programmed,  ///< a page has been programmed
    left,        ///< what says that a command is done has left
    abandoned    ///< whoever asked has given up, and what the drive asked for may never come
  };
  struct Event {
    Step step = Step::read;
    std::uint32_t command = 0;  ///< its number in commands_
    std::uint64_t offset = 0;   ///< bytes of the command before the page; abandoned: Command::number
    std::uint64_t bytes = 0;    ///< of the page that the command has
  };
  class Events final : public DueQueue<Event> {
   public:
    // After links, so that what arrives in an instant is there before anything ends in it.
    Events(NvmeDrive& owner, Region& region) : DueQueue(region, Region::Rank::bus), owner_(owner) {}
    ~Events() override = default;

   private:
    void due(Event& event, Time now) override { owner_.due(event, now); }

    NvmeDrive& owner_;
  };
  struct Command {
    Tag tag;
    std::uint64_t to_fetch = 0;   ///< bytes that have not come from the host
    std::uint64_t to_finish = 0;  ///< bytes that have not been sent or programmed
    std::uint64_t number = 0;  ///< among all that it has fetched data for, from 1; 0: it fetches none that can be lost

    bool writes() const { return tag.requested == 0; }
  };

  void start_of_simulation() override { port_.connect(); }
  void tlp_arrived(PciePort& port, Payload& packet, Time now) final;
  void tlp_leaves(PciePort& port, const Payload& packet, Time now, Time end) final;
  void due(const Event& event, Time now);
  /// Begins with commands that wait, as far as the queue depth lets it.
  void begin(Time now);
  /// Gives the pages of a command to channels, which are done with them at `step`.
  void use_flash(std::uint32_t command, Step step, Time now);
  void use_way(const Event& event, Time now);
  void fetch(std::uint32_t command, Time now);
  void send_data(const Event& page, Time now);
  void finish(std::uint32_t command, std::uint64_t bytes, Time now);
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);
  /// A message to whoever asked for the command, with one reference.
  Message& message_of(std::uint32_t command, MessageKind kind, std::uint64_t bytes);

  Domain domain_;
  Config config_;
  const RequestBoard& requests_;
  SplitMix64 draws_;
  PciePort port_;
  RequestCut writes_;
  RequestCut reads_;
  Events events_;
  std::optional<TransferClock> clock_;  ///< of the way between flash and link
  Time way_free_ = 0;
  std::vector<Time> channel_free_;
  ClassQueue<Tag> waiting_;
  std::vector<Command> commands_;
  std::vector<std::uint32_t> free_;  ///< commands
  LevelOverTime queued_;
  LevelOverTime under_way_;
  LevelOverTime pages_;
  std::uint64_t fetched_ = 0;  ///< commands
  std::uint64_t done_ = 0;
  std::uint64_t read_bytes_ = 0;
  std::uint64_t written_bytes_ = 0;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
