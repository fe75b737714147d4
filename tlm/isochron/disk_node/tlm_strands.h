// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include <isochron/disk_node/disk_channel.h>
#include <isochron/disk_node/disk_node_module.h>
#include <isochron/disk_node/request.h>
#include <isochron/dma/block_mover/ordered_port.h>

namespace isochron {

/// What carries strands out in the disk-node interface, at transaction level: requests are cut to disk commands, blocks
/// come from the channel as far as they are promised, and go to memory as bursts, in the order of their strand. Events
/// are those of commands, blocks and bursts, at the edges that the Verilog's rules give them; where these depend on
/// what is looked at in turn, at the middle of a turn. Reads only, of one disk each.
class TlmStrands final {
 public:
  using Tick = TickCalls::Tick;
  /// What surrounds it.
  class Host {
   public:
    /// Nothing of the strand in this place is under way any more; the edge is the present one.
    virtual void strand_ended(unsigned place, disk_node::Code code, std::uint32_t bytes) = 0;

   protected:
    ~Host() = default;
  };

  TlmStrands(const Domain& domain, TickCalls& calls, DiskChannel& channel, Host& host);

  void configure(std::uint8_t depth, std::uint16_t max_blocks);
  /// A request that can be, into a place that is free.
  void add(unsigned place, const disk_node::Request& request);
  void arrived(std::uint64_t number, Time now);
  AtInitiatorBase& write(unsigned port) { return ports_[port]->socket; }

 private:
  static constexpr unsigned tags = DiskNodeModule::tags;
  static constexpr unsigned places = DiskNodeModule::requests;

  struct Strand {
    bool valid = false;
    disk_node::Request request;
    disk_node::Code code = disk_node::Code::done;
    std::uint64_t next_block = 0;  ///< without a command
    std::uint64_t blocks_left = 0;
    std::deque<unsigned> turns;  ///< tags whose blocks are not all placed, in their order
    std::uint32_t placed = 0;    ///< bytes with a job
    std::uint32_t moved = 0;
    unsigned jobs = 0;
    unsigned commands = 0;  ///< whose tags are in use

    bool failed() const { return code != disk_node::Code::done; }
  };
  /// A disk command and its buffer, in blocks.
  struct Slot {
    bool used = false;
    unsigned place = 0;
    DiskChannel::Command command;
    bool arrived = false;
    unsigned promised = 0;
    unsigned sent = 0;
    unsigned waiting = 0;  ///< that are here and have no job
    unsigned placed = 0;
    unsigned freed = 0;
    bool over = false;  ///< the channel has said so
  };
  /// A block on its way to memory.
  struct Job {
    unsigned place = 0;
    unsigned tag = 0;
    unsigned port = 0;
    unsigned bursts = 0;  ///< that are not answered
    std::uint32_t bytes = 0;
    disk_node::Code code = disk_node::Code::done;
  };
  struct Burst {
    std::shared_ptr<Job> job;
    std::uint64_t address = 0;
    std::vector<std::uint8_t> data;
    Tick tick = 0;  ///< of its last beat
    unsigned beats = 0;
  };

  bool wants_command(unsigned place) const;
  void look_on();
  void split();
  void issue(unsigned place);
  void send();
  void block_came(unsigned tag);
  void credit(unsigned tag);
  void place();
  void push(unsigned place);
  void cut(const std::shared_ptr<Job>& job, std::uint64_t address, const std::uint8_t* data, unsigned bytes,
           Tick first);
  void write_on();
  void delay_writes(Tick by);
  void answered(unsigned port, const Message& message);
  void retire();
  void fail(Strand& strand, disk_node::Code code);
  void check_tag(unsigned tag);
  void check_strand(unsigned place);

  TickCalls& calls_;
  DiskChannel& channel_;
  Host& host_;
  std::array<std::unique_ptr<OrderedPort>, 2> ports_;
  std::uint8_t depth_ = 2;
  std::uint16_t max_blocks_ = 64;
  std::array<Strand, places> strands_;
  std::array<Slot, tags> slots_;
  std::uint64_t commands_ = 0;
  bool splitting_ = false;
  unsigned split_at_ = 0;  ///< request that is looked at next
  Tick looking_since_ = 0;
  bool sending_ = false;
  unsigned send_at_ = 0;
  Tick send_free_ = 0;
  bool placing_ = false;
  unsigned place_at_ = 0;
  std::deque<std::shared_ptr<Job>> jobs_;  ///< pushed and not retired
  std::deque<Burst> to_write_;
  std::array<std::deque<std::shared_ptr<Job>>, 2> written_;  ///< whose bursts wait for answers, in their order
  Tick last_beat_ = 0;
  Tick retire_free_ = 0;
  unsigned unanswered_ = 0;
  unsigned write_port_ = 0;
  bool changes_port_ = false;  ///< the first burst to write waits for the answers from the other port
};

}  // namespace isochron
