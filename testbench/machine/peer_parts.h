// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/core/rate.h>
#include <isochron/core/region.h>
#include <isochron/core/ring.h>
#include <isochron/endpoint/arrivals.h>
#include <isochron/endpoint/message_source.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/peer_socket.h>

namespace isochron::testbench {

/// What the parts below say to each other, in both directions over one port.
class Talk {
 public:
  static constexpr const char* protocol_name = "talk";

  virtual void hear(Payload& message, Time now) = 0;

 protected:
  ~Talk() = default;
};

/// Source and sink at one port: what its traffics ask for leaves at once, and what comes arrives.
class Talker final : public MessageSource, private Talk {
 public:
  static constexpr const char* type = "talker";

  Talker(const sc_core::sc_module_name& name, const Domain& domain, const SourceLoad& load,
         std::unique_ptr<DestinationPolicy> destinations, Addressing addressing, Departures& departures,
         std::uint32_t source, Arrivals& arrivals)
      : MessageSource(name, domain, load, std::move(destinations), std::move(addressing), departures, source),
        arrivals_(arrivals) {}

  PeerSocket<Talk> port{"port", *this};

  static TypeInfo type_info();

 private:
  void ask(Time now) override;
  void hear(Payload& message, Time now) override;

  Arrivals& arrivals_;
};

/// A link of both directions, each store and forward at its rate.
class TalkLink final : public sc_core::sc_module {
  class Direction final : public Talk, private Region::Activity {
   public:
    Direction(Region& region, std::uint64_t rate) : region_(region), clock_(Rate::bits_per_second(rate)) {
      region_.join(*this, Region::Rank::link);
    }
    void hear(Payload& message, Time now) override;
    const PeerSocket<Talk>* far = nullptr;

   private:
    void complete(Time now) override;
    void start(Time now) { region_.schedule(*this, now + clock_.take(waiting_.front()->get_data_length())); }

    Region& region_;
    TransferClock clock_;
    Ring<Payload*> waiting_;
  };
  Direction to_b_, to_a_;

 public:
  static constexpr const char* type = "talk_link";

  TalkLink(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t rate)
      : sc_module(name), to_b_(domain.region, rate), to_a_(domain.region, rate) {
    to_b_.far = &b;
    to_a_.far = &a;
  }

  PeerSocket<Talk> a{"a", to_b_};
  PeerSocket<Talk> b{"b", to_a_};

  static TypeInfo type_info();
};

/// Hands what comes at one of its ports to another, at once.
class TalkHub final : public sc_core::sc_module {
 public:
  static constexpr const char* type = "talk_hub";

  /// `port_of`: by endpoint.
  TalkHub(const sc_core::sc_module_name& name, unsigned ports, std::vector<unsigned> port_of);

  static TypeInfo type_info();

 private:
  class Inside final : public Talk {
   public:
    explicit Inside(TalkHub& hub) : hub_(hub) {}
    void hear(Payload& message, Time now) override { hub_.hand_on(message, now); }

   private:
    TalkHub& hub_;
  };

  void hand_on(Payload& message, Time now);

  Inside inside_{*this};
  std::vector<unsigned> port_of_;
  std::vector<std::unique_ptr<PeerSocket<Talk>>> ports_;
};

}  // namespace isochron::testbench
