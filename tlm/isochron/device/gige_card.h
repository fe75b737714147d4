// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/measured.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// Gigabit Ethernet card: takes what the bus brings, at any rate (the paper, section 3.2: its memory is faster than the
/// bus, and the real cluster was measured with the cards' output disabled). Data that are real it compares with their
/// stream.
class GigeCard final : public sc_core::sc_module, public Measured {
 public:
  /// Hears of every message that has arrived in whole.
  class Arrivals {
   public:
    virtual void arrives(const Tag& tag, std::uint64_t bytes, Time now) = 0;

   protected:
    ~Arrivals() = default;
  };

  GigeCard(const sc_core::sc_module_name& name, const Domain& domain, Arrivals& arrivals);

  AtTargetOf<GigeCard> socket;

  static TypeInfo type_info();

  void start_window(Time now) override;
  std::uint64_t bytes() const { return bytes_; }  ///< arrived in this window
  std::uint64_t messages() const { return messages_; }
  /// Whose contents were real, and right, since the simulation began.
  std::uint64_t checked_bytes() const { return checked_bytes_; }

 private:
  friend class AtTargetOf<GigeCard>;

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< what has arrived is not kept

  void check_data(const Payload& payload);

  Arrivals& arrivals_;
  std::uint64_t bytes_ = 0;
  std::uint64_t messages_ = 0;
  std::uint64_t checked_bytes_ = 0;
};

}  // namespace isochron
