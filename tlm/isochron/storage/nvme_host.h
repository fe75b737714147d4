// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/due_queue.h>
#include <isochron/endpoint/message_requester.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/pcie_port.h>
#include <isochron/protocol/timed_memory.h>
#include <isochron/storage/nvme_host_config.h>

namespace isochron {

/// A host, or the controller of a storage array, as drives on PCI Express see it: it writes a command into the memory
/// of a drive, and is done with it when the drive says so. Its memory takes what drives write at once, and what they
/// read from it leaves after a latency.
class NvmeHost final : public MessageRequester, private PciePort::Listener {
 public:
  static constexpr const char* type = "nvme_host";
  using Config = NvmeHostConfig;

  /// `memory`: data of drives go there and come from there; nullptr: there is none that limits them.
  NvmeHost(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Departures& departures,
           Arrivals& arrivals, TimedMemory* memory);
  ~NvmeHost() override;

  PcieSocket& port() { return port_.socket; }
  static TypeInfo type_info();

  void start_window(Time now) final;
  void report(StatisticSink& sink) final;

 private:
  /// Reads of drives that have not been answered, and what says that a command is done whose data memory still takes.
  class Answers final : public DueQueue<Tag> {
   public:
    Answers(NvmeHost& owner, Region& region) : DueQueue(region, Region::Rank::bus), owner_(owner) {}
    ~Answers() override = default;

   private:
    void due(Tag& tag, Time now) override {
      if (tag.kind == MessageKind::read_request)
        owner_.answer(tag, now);
      else
        owner_.command_done(tag, now);
    }

    NvmeHost& owner_;
  };

  void start_of_simulation() override { port_.connect(); }
  void ask(Time now) final;
  void tlp_arrived(PciePort& port, Payload& packet, Time now) final;
  /// Whether all data of a command are here that is said to be done.
  bool has_data(const Tag& last) const;
  void answer(const Tag& read, Time now);
  /// A part of what a drive reads for a command that has been given up.
  Message& late_answer(const Tag& read, std::uint64_t done, std::uint64_t bytes);
  void command_done(const Tag& last, Time now);
  void done(std::uint32_t slot, Time now) final { finish(slot, now); }

  Config config_;
  TimedMemory* memory_;
  PciePort port_;
  CompletionCut cut_;
  Answers answers_;
  std::vector<std::uint64_t> came_;  ///< by slot: bytes of a read that have come; where some can be lost
  Time moved_ = 0;                   ///< until when memory takes what drives have written
};

}  // namespace isochron
