// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/core/due_queue.h>
#include <isochron/core/ring.h>
#include <isochron/endpoint/message_requester.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/network_adapter_config.h>
#include <isochron/pcie/network_line.h>
#include <isochron/pcie/pcie_port.h>

namespace isochron {

/// A network adapter on PCI Express. A transfer that it sends is a read of memory: a doorbell tells it of the transfer,
/// it reads the descriptors and then the data, and sends these in frames on the line of a port. A transfer that comes
/// in by a line is a write: its frames fill the receive buffer, from which they leave as posted writes. A posted write
/// of a few bytes says that a transfer is done.
///
/// Transfers are dealt out to the ports in turn, in each direction. Each port has buffers of its own, so that no line
/// waits for another: read requests leave for the ports in turn, each as long as its buffer has room. A line whose
/// receive buffer is full, or for which there is no descriptor, is paused, and nothing is lost.
class NetworkAdapter final : public MessageRequester, private PciePort::Listener {
 public:
  static constexpr const char* type = "network_adapter";
  using Config = NetworkAdapterConfig;

  NetworkAdapter(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                 Departures& departures, Arrivals& arrivals);
  ~NetworkAdapter() override;

  PcieSocket& port() { return port_.socket; }
  static TypeInfo type_info();

  void served(const Tag& tag, std::uint64_t bytes, Time now) final;
  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final;
  void report_waits(std::vector<Wait>& waits) const final;

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  // Tag::offset of messages that carry no data of a transfer:
  static constexpr std::uint64_t first_mark = ~std::uint64_t{0} - 2;
  static constexpr std::uint64_t transmit_descriptors = first_mark;
  static constexpr std::uint64_t receive_descriptors = first_mark + 1;
  static constexpr std::uint64_t completion = first_mark + 2;

  enum class Step : std::uint8_t {
    known,  ///< the adapter has been told of a transfer
    sent,   ///< a frame of it has left by its line
    came,   ///< a frame of it has come in
    left    ///< data of the line `number` have left for memory
  };
  struct Event {
    Step step = Step::known;
    std::uint32_t number = 0;  ///< of a slot
    std::uint64_t bytes = 0;
  };
  class Events final : public DueQueue<Event> {
   public:
    // After links, so that what arrives in an instant is there before anything ends in it.
    Events(NetworkAdapter& owner, Region& region) : DueQueue(region, Region::Rank::bus), owner_(owner) {}
    ~Events() override = default;

   private:
    void due(Event& event, Time now) override { owner_.due(event, now); }

    NetworkAdapter& owner_;
  };
  /// A transfer, by its slot.
  struct Job {
    std::uint32_t line = 0;
    std::uint32_t next = none;      ///< whose descriptors are read with its last ones
    std::uint64_t descriptors = 0;  ///< that have not been asked for
    std::uint64_t reads = 0;        ///< of descriptors that have not been answered
    bool has_begun = false;
    std::uint64_t asked = 0;     ///< bytes of data that have been asked for
    std::uint64_t arrived = 0;   ///< bytes that have come from memory
    std::uint64_t framed = 0;    ///< bytes in frames that wait for the line, or have begun to come in
    std::uint64_t left = 0;      ///< bytes that the line has not sent or brought
    std::uint64_t to_serve = 0;  ///< bytes that memory has not taken
  };
  struct Line {
    Line(std::string name, const Config& config) : wire(std::move(name), config) {}

    NetworkLine wire;
    Ring<std::uint32_t> to_read;   ///< transfers to be sent whose descriptors are here; of the first some is asked for
    Ring<std::uint32_t> incoming;  ///< transfers of which some is to come in
  };
  /// Whose memory has the descriptors of buffers.
  struct Home {
    bool known = false;
    Tag tag;
    std::uint64_t address = 0;
  };

  void start_of_simulation() override { port_.connect(); }
  void ask(Time now) final;
  void tlp_arrived(PciePort& port, Payload& packet, Time now) final;
  void tlp_leaves(PciePort& port, const Payload& packet, Time now, Time end) final;
  void due(const Event& event, Time now);
  bool waits_for_tag() const final { return wants_tag_ && !has_tag(); }
  void done(std::uint32_t slot, Time now) final { finish(slot, now); }

  void begin(std::uint32_t slot, Time now);
  /// Sends all read requests that may leave.
  void issue(Time now);
  /// Reads descriptors of buffers.
  void refill(Time now);
  bool may_read_descriptors() const;
  void start(std::uint32_t slot, Time now);
  void read_descriptors(Time now);
  /// The next line that has data to ask for and room for them; nullptr: none has.
  Line* next_line();
  void read_data(Line& line, Time now);
  void read(Message& message, std::uint64_t bytes, std::uint64_t address, Time now);
  void descriptors_arrived(const Tag& tag, Time now);
  void send_frames(std::uint32_t slot, Time now);
  void transmitted(std::uint32_t slot, Time now);
  /// Lets the next frame come in, if there is one and it may.
  void receive(Line& line, Time now);
  void write_frame(std::uint32_t slot, std::uint64_t bytes, Time now);
  void write_completion(std::uint32_t slot, Time now);
  /// Bytes of the frame that begins `from` bytes into a transfer of `bytes`.
  std::uint64_t frame(std::uint64_t from, std::uint64_t bytes) const;
  /// Where the next `bytes` of descriptors lie, which cross no page.
  std::uint64_t next_descriptor(std::uint64_t bytes);

  std::uint64_t bytes_sent() const;
  std::uint64_t bytes_received() const;
  Time busy_sending(Time end) const;
  static Statistics<NetworkAdapter> own_statistics();
  static const Statistics<NetworkAdapter>& own_table();

  Config config_;
  PciePort port_;
  RequestCut reads_;
  RequestCut writes_;
  Events events_;
  std::vector<std::unique_ptr<Line>> lines_;
  std::size_t turn_ = 0;  ///< the line that is asked first whether it has something to read
  // The lines of the next transfer that is sent, and of the next one that comes in:
  std::uint32_t next_out_ = 0;
  std::uint32_t next_in_ = 0;
  std::vector<Job> jobs_;
  Ring<std::uint32_t> known_;        ///< transfers of whose descriptors some have not been asked for
  std::uint64_t working_ = 0;        ///< transfers that are sent and have begun
  std::uint64_t stock_;              ///< descriptors of buffers that are here
  std::uint64_t stock_asked_ = 0;    ///< that have been asked for
  std::uint64_t descriptor_at_ = 0;  ///< address
  Home home_;
  bool wants_tag_ = false;  ///< something waits for one
};

}  // namespace isochron
