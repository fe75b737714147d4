// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/endpoint/delivery_ledger.h>
#include <isochron/host/work_done.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/software/ps2/plane_images.h>
#include <isochron/software/ps2/plane_set.h>

namespace isochron {

/// Whoever looks at planes: asks for all extents that a plane meets, puts its parts together, shows it, and asks for
/// the next; so many planes are under way at a time. Source: PS2, section 5, Fig. 7 (the client thread).
class PlaneClient final : public sc_core::sc_module, public Measured, public Traced {
 public:
  /// Which server has an extent.
  class Directory {
   public:
    static constexpr const char* calls = "extents of servers";  ///< as descriptions and machine files have it

    virtual unsigned server(std::uint64_t extent) const = 0;

   protected:
    ~Directory() = default;
  };
  struct Config {
    std::uint64_t in_flight = 2;  ///< planes under way
  };

  /// `images`: where there are data, else nullptr. `done` hears that the last plane has been shown. All must outlive
  /// it.
  PlaneClient(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, const PlaneSet& planes,
              unsigned servers, const Directory& directory, PlaneImages* images, WorkDone& done);
  ~PlaneClient() override;

  /// "request[i]": extents that server i is asked for.
  OutletPort& request(unsigned server);
  /// "missing[i]": those that server i cannot read.
  InletPort& missing(unsigned server);
  InletPort merged;     ///< parts that are in the plane's picture
  OutletPort complete;  ///< planes with all their parts
  InletPort shown;      ///< planes on the display

  // Of the run.
  Time last_shown() const { return last_shown_; }  ///< requests begin at time 0
  std::uint64_t parts_missing() const { return parts_missing_; }
  const DeliveryLedger& ledger() const { return ledger_; }  ///< of parts
  const DelayHistogram& delays() const { return delays_; }  ///< of planes, from the request to the display
  std::string left_to_do() const;

  void start_window(Time) override {}
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "plane_client";
  static TypeInfo type_info();

 private:
  struct Plane {
    Time asked = 0;
    std::uint64_t parts_left = 0;
  };

  void start();
  void merge(Payload& payload, Time now);
  void miss(Payload& payload, Time now);
  void show(Payload& payload, Time now);
  void ask(Time now);
  void part_is_here(const Payload& payload, Time now);
  /// The plane has all its parts.
  void hand_on(std::uint64_t plane, Time now);
  void trace_counts(Time now);

  Domain domain_;
  Config config_;
  const PlaneSet& planes_;
  const Directory& directory_;
  PlaneImages* images_;
  WorkDone& done_;
  InletOf<PlaneClient> merged_{*this, &PlaneClient::merge};
  InletOf<PlaneClient> missing_{*this, &PlaneClient::miss};
  InletOf<PlaneClient> shown_{*this, &PlaneClient::show};
  std::vector<std::unique_ptr<OutletPort>> requests_;
  std::vector<std::unique_ptr<InletPort>> missing_ports_;
  DeliveryLedger ledger_;
  DelayHistogram delays_;
  std::vector<Plane> under_way_;  ///< by plane
  std::uint64_t next_ = 0;        ///< plane
  std::uint64_t sequence_ = 0;    ///< of the next request
  std::uint64_t planes_shown_ = 0;
  std::uint64_t parts_missing_ = 0;
  Time last_shown_ = 0;
  PhaseProbe phase_probe_;
  NumberProbe planes_probe_;
  NumberProbe parts_probe_;
  std::uint64_t parts_left_ = 0;
  bool traced_ = false;
};

}  // namespace isochron
