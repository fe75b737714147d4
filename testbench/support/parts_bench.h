// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/endpoint/arrivals.h>
#include <isochron/endpoint/link_sink.h>
#include <isochron/endpoint/link_source.h>
#include <isochron/fabric/general_link.h>
#include <isochron/protocol/endpoint_address.h>

namespace isochron::testbench {

/// Departures and arrivals, in their order.
class Books final : public Departures, public Arrivals {
 public:
  void asks(std::uint32_t, std::uint64_t, Time) override {}
  struct Entry {
    Time at;  ///< of a departure: when its I/O was asked for
    std::uint32_t source;
    std::uint64_t block;
    std::uint64_t sequence;
    std::uint64_t offset;
    std::uint64_t bytes;
    std::uint32_t destination;
  };

  void departs(const Tag& tag) override { departures.push_back(entry(tag, tag.issued, tag.bytes)); }
  bool arrives(const Tag& tag, std::uint64_t bytes, Time now) override {
    arrivals.push_back(entry(tag, now, bytes));
    if (then) then(tag, bytes, now);
    return goes_on;
  }

  /// When what came from `source` arrived.
  std::vector<Time> times(std::uint32_t source = 0) const {
    std::vector<Time> found;
    for (const Entry& one : arrivals)
      if (one.source == source) found.push_back(one.at);
    return found;
  }

  std::vector<Entry> departures;
  std::vector<Entry> arrivals;
  std::function<void(const Tag&, std::uint64_t, Time)> then;
  bool goes_on = true;

 private:
  static Entry entry(const Tag& tag, Time at, std::uint64_t bytes) {
    return {at, tag.source, tag.block, tag.sequence, tag.offset, bytes, tag.destination};
  }
};

/// To a list of endpoints in turn.
class InTurn final : public DestinationPolicy {
 public:
  explicit InTurn(std::vector<std::uint32_t> endpoints) : endpoints_(std::move(endpoints)) {}
  Destination next(const Io&, std::uint32_t, const Destination&) override {
    return {endpoints_[next_++ % endpoints_.size()], 0};
  }

 private:
  std::vector<std::uint32_t> endpoints_;
  std::size_t next_ = 0;
};

inline std::uint64_t address_of(const Destination& destination) {
  return EndpointAddress{destination.endpoint, 0}.encode();
}

/// Environment of parts, once in fast and once in reference mode.
class PartsTest : public testing::TestWithParam<Phases> {
 protected:
  using Source = LinkSource<GeneralLink>;
  using Sink = LinkSink<GeneralLink>;

  PartsTest() {
    if (GetParam() == Phases::explicit_four) region.keep_to_kernel_time();
  }

  static SourceLoad at_start(std::uint64_t ios, std::uint64_t io, std::uint64_t message) {
    SourceLoad load;
    load.arrivals = SourceLoad::Arrivals::at_start;
    load.io_limit = ios;
    load.io = io;
    load.message = message;
    return load;
  }
  std::unique_ptr<Source> source(const std::string& name, const SourceLoad& load, std::uint32_t endpoint = 0,
                                 std::vector<std::uint32_t> to = {0}) {
    return std::make_unique<Source>(name.c_str(), domain, load, std::make_unique<InTurn>(std::move(to)), address_of,
                                    books, endpoint);
  }
  std::unique_ptr<Sink> sink(const std::string& name, const MessageSink::Config& config = {}) {
    return std::make_unique<Sink>(name.c_str(), domain, config, books);
  }
  std::unique_ptr<GeneralSerialLink> link(const std::string& name, std::uint64_t rate) {
    return std::make_unique<GeneralSerialLink>(name.c_str(), domain, rate);
  }
  void run_empty(Time until = millisecond) {
    simulate_to(region, until);
    EXPECT_EQ(pool.outstanding(), 0u);
  }

  Region region{"region"};
  MessagePool pool{65536};
  const Domain domain{region, pool, GetParam()};
  Books books;
};

inline const auto both_modes = testing::Values(Phases::shortcut, Phases::explicit_four);

inline std::string name_of_mode(const testing::TestParamInfo<Phases>& info) {
  return info.param == Phases::shortcut ? "fast" : "reference";
}

}  // namespace isochron::testbench
