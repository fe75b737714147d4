// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/host/processor.h>
#include <isochron/observe/flow_counter.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/software/voyager/protocol_stack_config.h>

namespace isochron {

/// UDP and IP of a node, and the application that uses them: what packets cost a processor, and where they are lost
/// when it has no time for them. Source: Voyager, sections 5.1 and 5.4 (cost a packet); kernel share, buffers and the
/// order of work are our own.
///
/// A packet from the network is kernel work first, then it waits in the socket, then it is user work of the
/// application, which hands it on. A packet to be sent waits and is user work. The application is one thread: it reads
/// or sends one packet at a time, in the order in which they came to the socket or were to be sent, of one instant the
/// read ones first, and then by stream and sequence. Kernel work preempts it, so where packets come faster than the
/// kernel's part of them can be done, the application does nothing at all (a livelock).
///
/// A packet waits in the socket, or to be sent, until its user work begins.
class ProtocolStack final : public sc_core::sc_module,
                            public Measured,
                            public Traced,
                            public FlowCounter,
                            private Region::Requester {
 public:
  using Config = ProtocolStackConfig;

  /// What reads and sends the packets.
  class Application {
   public:
    /// Its own work on `packet`, which it reads or sends: ps of the processor, beside the stack's.
    virtual Time work_of(const Payload& packet) const = 0;
    /// Its streams have smaller numbers.
    virtual std::uint32_t stream_numbers() const = 0;

    static constexpr const char* calls = "work of packets";  ///< as descriptions and machine files have it

   protected:
    ~Application() = default;
  };
  /// Where packets are dropped.
  enum class Place {
    source,     ///< to be sent, and as many bytes of the stream wait already as the socket takes
    interface,  ///< from the network, and as many packets wait for the kernel as the interface takes
    socket      ///< from the network, and the socket is full: the kernel's work is lost
  };

  /// Streams are numbered from 0 to `streams` - 1. `processor` must outlive it; it runs no kernel jobs but those of the
  /// stack. The application may come later, by set_application(); without one there is no work but the stack's.
  ProtocolStack(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Processor& processor,
                std::uint32_t streams, const Application* application = nullptr);
  ~ProtocolStack() override;

  InletPort arrived;    ///< packets from the network
  OutletPort received;  ///< the same, once the application has read them
  InletPort send;       ///< packets to be sent
  OutletPort sent;      ///< the same, to the network

  /// `application` must outlive it. Before the simulation starts.
  void set_application(const Application& application) { application_ = &application; }
  const Config& config() const { return config_; }

  // Of the run, packets.
  std::uint64_t packets_arrived() const { return total_.arrived; }    ///< from the network
  std::uint64_t packets_received() const { return total_.received; }  ///< handed to the application
  std::uint64_t packets_to_send() const { return total_.to_send; }
  std::uint64_t packets_sent() const { return total_.sent; }
  std::uint64_t dropped(Place place) const { return total_.dropped[static_cast<std::size_t>(place)]; }
  std::uint64_t inside() const { return inside_; }  ///< that it has now

  void start_window(Time now) override;
  /// Throws ModelError if a packet is neither inside nor handed on nor dropped.
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "protocol_stack";
  static TypeInfo type_info();

 private:
  struct Probes;
  struct Counts {
    std::uint64_t arrived = 0;
    std::uint64_t received = 0;
    std::uint64_t to_send = 0;
    std::uint64_t sent = 0;
    std::uint64_t dropped[3] = {};
  };
  /// What the application does next.
  struct Item {
    Payload* packet = nullptr;
    bool reads = false;
  };

  /// The kernel's part of a packet from the network.
  class Interrupt final : public Processor::Job {
   public:
    explicit Interrupt(ProtocolStack& owner) : owner_(owner) {}
    Time work_done(Time began, Time now) override;
    void dispatched(Time now) override { owner_.kernel_.change(now, 1); }

    Payload* packet = nullptr;

   private:
    ProtocolStack& owner_;
  };
  /// The application's one thread.
  class Thread final : public Processor::Job {
   public:
    explicit Thread(ProtocolStack& owner) : owner_(owner) {}
    Time work_done(Time began, Time now) override;
    void dispatched(Time now) override;
    void preempted(Time now) override { settle(now); }
    /// Books what it has run until `now`, and that it does not run.
    void settle(Time now);
    /// ... and that it goes on.
    void split(Time now);

    Item item;
    bool working = false;  ///< has an item
    bool begun = false;    ///< ... which a processor has taken up
    Time work = 0;         ///< of the item, ps
    Time kernel_work = 0;  ///< ... of which so much is the kernel's
    Time user = 0;         ///< run in the window, ps
    Time kernel = 0;       ///< ... in the kernel

   private:
    ProtocolStack& owner_;
    Time since_ = end_of_time;  ///< it has a processor; end_of_time: it has none
  };

  void take_arrived(Payload& packet, Time now);
  void take_to_send(Payload& packet, Time now);
  void ask(Time now) override;
  void admit_arrived(Time now);
  void admit_to_socket(Time now);
  void admit_to_send(Time now);
  void let_thread_work(Time now);
  void drop(Payload& packet, Place place, Time now);
  /// The thread begins to work on a packet, which has waited until now.
  void leave_queue(const Item& item, Time now);
  void hand_on(const Item& item, Time now);
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  Config config_;
  Processor& processor_;
  const Application* application_;
  InletOf<ProtocolStack> arrived_{*this, &ProtocolStack::take_arrived};
  InletOf<ProtocolStack> send_{*this, &ProtocolStack::take_to_send};
  ArrivalQueue<Payload*> arrivals_;  ///< of this instant
  ArrivalQueue<Payload*> through_;   ///< the kernel, in this instant
  ArrivalQueue<Payload*> sends_;     ///< ... to be sent
  std::vector<std::unique_ptr<Interrupt>> interrupts_;
  std::vector<Interrupt*> free_interrupts_;
  ArrivalQueue<Item> work_;  ///< of the thread
  Thread thread_{*this};
  std::vector<std::uint64_t> to_send_;  ///< bytes of each stream that wait to be sent
  LevelOverTime kernel_;                ///< processors that do the kernel's part of packets from the network
  LevelOverTime socket_;                ///< packets in it
  LevelOverTime waiting_;               ///< packets that wait to be sent
  std::uint64_t socket_bytes_ = 0;
  std::uint64_t inside_ = 0;
  Counts total_;
  Counts before_;             ///< the window
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
