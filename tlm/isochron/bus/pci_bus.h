// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include <isochron/bus/bus_ports.h>
#include <isochron/bus/pci_config.h>
#include <isochron/bus/slice_arbiter_by_class.h>
#include <isochron/bus/slice_arbiter_in_closed_form.h>
#include <isochron/bus/slice_arbiter_step_by_step.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/stage_statistics.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/rerouted.h>

namespace isochron {

/// A PCI bus: masters bind to `device(i)`, `window(j)` binds to targets, map() says which addresses a window answers
/// to.
///
/// A device has one transaction outstanding: its next request is taken up when the transaction before it has ended. A
/// request is presented to its target at once; the target's END_REQ is the grant of a buffer, on which the transaction
/// enters the bus (reads enter with the target's BEGIN_RESP: a delayed transaction). On the bus, messages take turns of
/// one slice. When the last byte is across, the target gets END_RESP and the master BEGIN_RESP. A window takes one
/// request at a time, in the order in which they were made. Writes to one window end in the order in which they were
/// accepted (PCI 2.2, section 3.2.5).
///
/// Where it tells classes of traffic apart, the next request of a window is chosen by its class, and each slice on the
/// bus too, of what is there at the end of an instant. A window then has one write at a time: the next one is presented
/// when the write before it has ended, since one that is accepted cannot be overtaken. The bus goes slice by slice,
/// whatever its model.
class PciBus final : public sc_core::sc_module,
                     public Measured,
                     public Traced,
                     public Rerouted,
                     private Region::Activity,
                     private Region::Update {
 public:
  /// How the turns are computed.
  enum class Model {
    fast,      ///< in closed form: one event a message
    reference  ///< an event at every slice boundary
  };

  static constexpr unsigned max_devices = 64;

  PciBus(const sc_core::sc_module_name& name, const Domain& domain, const PciConfig& config, Model model,
         unsigned devices, unsigned windows);
  ~PciBus() override;

  unsigned devices() const { return ports_.size(); }
  AtTargetBase& device(unsigned index);
  AtInitiatorBase& window(unsigned index);
  /// Addresses first to last, both inclusive, belong to window `index`. Before the simulation starts.
  void map(std::uint64_t first, std::uint64_t last, unsigned index) { ports_.map(first, last, index); }
  /// From now on they belong to it, whatever they belonged to.
  void change(std::uint64_t first, std::uint64_t last, unsigned index) { ports_.change(first, last, index); }

  /// The statistics of a bus whose transactions are computed instead of simulated.
  struct Folded {
    StageStatistics& device;  ///< the only one
    TimeIn& busy;
  };
  /// From now on somebody else computes it, a bus with one device and no times but those of slices. Before the
  /// simulation starts.
  Folded fold();
  /// Picoseconds that a message of `bytes` takes on a bus with one device.
  Time time_alone(std::uint64_t bytes) {
    need_of(bytes);
    return time_alone_;
  }
  /// The window that a message goes by; it must have one.
  unsigned window_of(const Payload& payload) const { return ports_.window_of(payload); }
  /// For reports: `payload`, or none, waits at the only device for the only window.
  void show_request(Payload* payload);

  static constexpr const char* type = "pci_bus";
  static TypeInfo type_info();

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  /// What device `index` experiences: a transaction outstanding, waiting for its end, waiting for the next buffer.
  const StageStatistics& statistics(unsigned index) const;
  /// Picoseconds of the present window in which device `index` was on the bus and another one had the work slot.
  Time wait_slot(unsigned index, Time now);
  const TimeIn& busy() const { return busy_; }            ///< one or more on the bus
  const TimeIn& contended() const { return contended_; }  ///< two or more on the bus
  Time overhead(Time now);                                ///< spent on changes and starts

  void report_waits(std::vector<Wait>& waits) const override;

  void list_probes(ProbeList& list) override;
  /// A traced bus goes slice by slice, whatever its model, so that its owner can be followed.
  void start_trace(Time now) override;
  void stop_trace() override;

 private:
  friend class AtTargetOf<PciBus>;
  friend class AtInitiatorOf<PciBus>;
  class Device;
  struct Window;

  void complete(Time now) override;
  void update(Time now) override;
  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase&, Payload&, Time) {}  ///< a device is free once the last byte is across
  unsigned on_debug(AtTargetBase& socket, Payload& payload);
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  void ask(Device& device, Time now);
  /// The request of `device` has not been granted at once.
  void ask_by_class(Device& device, Window& window);
  void refused_at_first(Device& device, Time now);
  /// A request is presented to the window at the end of this instant, if it is free.
  void choose_soon(Window& window);
  void choose(Time now);
  void present(Window& window, Device& device);
  void granted(Device& device, Time now);
  void finish(Device& device, Time now);
  void refuse(Device& device);
  Device& device_of(const Window& window, const Payload& payload);
  bool is_entering(const Device& device) const;
  void enter_soon(Device& device);
  template <class Arbiter>
  void put_on_bus(Arbiter& arbiter, Device& device, const SliceNeed& need, Time now);
  const SliceNeed& need_of(std::uint64_t bytes) {
    if (bytes != need_bytes_) find_need(bytes);
    return need_;
  }
  void find_need(std::uint64_t bytes);
  template <class Arbiter>
  void reschedule(Arbiter& arbiter);
  template <class Arbiter>
  void present_size(const Arbiter& arbiter, Time now);

  struct Probes;
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show(const Device& device, Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(device, now);
  }
  void show_traced(Time now);
  void show_traced(const Device& device, Time now);

  using Turns = std::variant<SliceArbiterInClosedForm, SliceArbiterStepByStep, SliceArbiterByClass>;

  /// Calls with the turns of the chosen model: one predicted branch for the fast one, no virtual call.
  template <class Call>
  auto with_arbiter(Call&& call) {
    if (SliceArbiterInClosedForm* const closed = std::get_if<SliceArbiterInClosedForm>(&arbiter_)) return call(*closed);
    if (SliceArbiterStepByStep* const steps = std::get_if<SliceArbiterStepByStep>(&arbiter_)) return call(*steps);
    return call(*std::get_if<SliceArbiterByClass>(&arbiter_));
  }
  Time to_time(std::uint64_t ticks) const { return paper_ ? ticks : grid_.edge(ticks); }
  std::uint64_t tick_passed(Time now) const { return paper_ ? now : grid_.tick_at_or_before(now); }
  std::uint64_t tick_next(Time now) const { return paper_ ? now : grid_.tick_at_or_after(now); }

  static Turns make_arbiter(Model model, const PciConfig& config, unsigned devices);

  // What a transaction touches stands together.
  alignas(64) Region& region_;
  bool paper_;
  bool retries_;
  bool by_class_;                 ///< it tells classes apart
  bool is_folded_ = false;        ///< it is computed by somebody else
  std::uint64_t entering_ = 0;    ///< a bit for each device that takes its turn at the end of this instant
  std::uint64_t need_bytes_ = 0;  ///< the last message's length and need: nearly all are alike
  SliceNeed need_;
  Time time_alone_ = 0;       ///< likewise
  Probes* probes_ = nullptr;  ///< while it is traced
  TimeIn contended_;
  TimeIn busy_;
  BusPorts<Device, Window> ports_;
  Turns arbiter_;
  ClockGrid grid_;
  PciConfig config_;
  std::uint64_t overhead_before_ = 0;  ///< ticks at the start of the window
  Model model_;
  // Where it tells classes apart:
  std::vector<Window*> choosing_;  ///< at the end of this instant
  std::uint64_t asked_ = 0;        ///< a bit for each device that has asked in this instant
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
