// SPDX-License-Identifier: Apache-2.0
// Queues in closed form. Formulas take the arrival rate and the moments of service that the run itself had, so that
// what is left is the station's own error and not that of the draws; what the draws are is tested in core.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/random/exponential_distribution.hpp>

#include <isochron/core/random_stream.h>
#include <isochron/core/simulation.h>
#include <isochron/endpoint/service_station.h>
#include <isochron/protocol/message_pool.h>
#include <isochron/protocol/traffic_class.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using Law = ServiceLaw::Law;
using testing::ElementsAre;

constexpr Time mean = microsecond;

/// A Poisson stream of messages of one class.
class Stream final : private Region::Activity {
 public:
  /// `interval`: ps in the mean; no message comes after `last`.
  Stream(Region& region, MessagePool& pool, unsigned traffic_class, double interval, Time last = end_of_time)
      : region_(region),
        pool_(pool),
        class_(traffic_class),
        interval_(interval),
        last_(last),
        draws_(random_stream(11, "stream", std::to_string(traffic_class))) {
    region_.join(*this, Region::Rank::timer);
  }

  void start(ServiceStation& station) {
    station_ = &station;
    next(0);
  }
  std::uint64_t sent = 0;

 private:
  void next(Time now) {
    const double drawn = boost::random::exponential_distribution<double>(1.0)(draws_) * interval_;
    const Time then = now + static_cast<Time>(std::llround(drawn));
    if (then <= last_) region_.schedule(*this, then);
  }
  void complete(Time now) override {
    Message& message = pool_.allocate(0, 1);
    message.tag().traffic_class = static_cast<std::uint8_t>(class_);
    ++sent;
    station_->arrived(message, now);
    next(now);
  }

  Region& region_;
  MessagePool& pool_;
  unsigned class_;
  double interval_;
  Time last_;
  SplitMix64 draws_;
  ServiceStation* station_ = nullptr;
};

/// Takes what is served.
class End final : public ServiceStation::Client {
 public:
  bool served(Payload& payload, unsigned, Time) override {
    payload.release();
    return true;
  }
  void place_granted(unsigned, Time) override {}
};

/// Seconds.
double mean_of(const DelayHistogram& times) {
  const HistogramSample sample = times.sample();
  return sample.sum / static_cast<double>(sample.count);
}

class Queueing : public testing::Test {
 protected:
  struct Load {
    double utilisation;  ///< of one server
    unsigned traffic_class = 0;
  };

  /// Runs a station under Poisson streams until about `services` have been served.
  void run(const ServiceStation::Config& config, const std::vector<Load>& loads, double services) {
    double all = 0;
    for (const Load& load : loads) all += load.utilisation;
    const double service = config.service.mean_seconds();
    end_ = static_cast<Time>(services / all * service * 1e12);
    station = std::make_unique<ServiceStation>("station", domain, config, 5, end);
    for (const Load& load : loads)
      streams.push_back(std::make_unique<Stream>(region, pool, load.traffic_class, service * 1e12 / load.utilisation));
    for (const auto& stream : streams) stream->start(*station);
    simulate_to(region, end_);
    // What the station drew, again.
    SplitMix64 draws = random_stream(5, "station", "service");
    std::uint64_t served = 0;
    for (const auto& stream : streams) served += stream->sent;
    for (std::uint64_t i = 0; i < served; ++i) {
      const double time = seconds(config.service.draw(draws));
      first_ += time / static_cast<double>(served);
      second_ += time * time / static_cast<double>(served);
    }
  }

  double rate(std::size_t stream) const { return static_cast<double>(streams[stream]->sent) / seconds(end_); }
  double residual() const {
    double sum = 0;
    for (std::size_t i = 0; i < streams.size(); ++i) sum += rate(i);
    return sum * second_ / 2;
  }
  double utilisation(std::size_t stream) const { return rate(stream) * first_; }

  Region region{"region"};
  MessagePool pool{1};
  const Domain domain{region, pool};
  End end;
  std::unique_ptr<ServiceStation> station;
  std::vector<std::unique_ptr<Stream>> streams;
  Time end_ = 0;
  double first_ = 0;
  double second_ = 0;
};

ServiceStation::Config config_of(Law law) {
  ServiceStation::Config config;
  config.service.law = law;
  config.service.mean = mean;
  config.service.min = mean / 2;
  config.service.max = mean / 2 * 3;
  return config;
}

struct Case {
  const char* name;
  Law law;
  double utilisation;
};
std::string name_of(const testing::TestParamInfo<Case>& info) {
  return info.param.name + std::to_string(std::lround(info.param.utilisation * 100));
}
double services_at(double utilisation) {
  return utilisation > 0.8 ? 1e7 : 2e6;
}

class PollaczekKhinchine : public Queueing, public testing::WithParamInterface<Case> {};

INSTANTIATE_TEST_SUITE_P(Laws, PollaczekKhinchine,
                         testing::Values(Case{"constant", Law::constant, 0.3}, Case{"constant", Law::constant, 0.7},
                                         Case{"constant", Law::constant, 0.9}, Case{"uniform", Law::uniform, 0.5},
                                         Case{"uniform", Law::uniform, 0.9}, Case{"exponential", Law::exponential, 0.3},
                                         Case{"exponential", Law::exponential, 0.7},
                                         Case{"exponential", Law::exponential, 0.9}, Case{"seek", Law::seek, 0.7}),
                         name_of);

// M/G/1: the mean wait is lambda E[S^2] / 2 / (1 - rho). Catches a service that begins late or early, a queue that
// loses time between two services, and waits that are counted from elsewhere.
TEST_P(PollaczekKhinchine, meanWait) {
  run(config_of(GetParam().law), {{GetParam().utilisation}}, services_at(GetParam().utilisation));
  const double wait = residual() / (1 - utilisation(0));
  EXPECT_NEAR(mean_of(station->wait()), wait, 0.01 * wait);
  // Little: what waits is what comes times the wait.
  const double depth = static_cast<double>(station->depth().integral(end_)) / static_cast<double>(end_);
  EXPECT_NEAR(depth, rate(0) * mean_of(station->wait()), 0.001 * depth);
  EXPECT_NEAR(static_cast<double>(station->serving().integral(end_)) / static_cast<double>(end_), utilisation(0),
              0.001);
}

// M/M/1: the wait is 0 with probability 1 - rho, and else exponential with the rate (1 - rho) / E[S].
TEST_F(Queueing, distributionOfWaits) {
  run(config_of(Law::exponential), {{0.7}}, 2e6);
  const HistogramSample waits = station->wait().sample();
  const double rho = utilisation(0);
  for (const double quantile : {0.5, 0.9, 0.99, 0.999}) {
    const double expected = std::log(rho / (1 - quantile)) * first_ / (1 - rho);
    double below = 0, found = 0;
    for (const auto& bin : waits.bins) {
      const auto here = static_cast<double>(bin.count) / static_cast<double>(waits.count);
      if (below + here >= quantile) {
        found = bin.lower + (bin.upper - bin.lower) * (quantile - below) / here;
        break;
      }
      below += here;
    }
    EXPECT_NEAR(found, expected, 0.03 * expected) << quantile;
  }
}

// M/M/c with c = 3: Erlang's C.
TEST_F(Queueing, severalServers) {
  ServiceStation::Config config = config_of(Law::exponential);
  config.servers = 3;
  run(config, {{2.1}}, 3e6);
  const double offered = utilisation(0), rho = offered / 3;
  const double all = std::pow(offered, 3) / 6 / (1 - rho);
  const double waits = all / (1 + offered + offered * offered / 2 + all);
  const double wait = waits * first_ / (3 - offered);
  EXPECT_NEAR(mean_of(station->wait()), wait, 0.01 * wait);
  EXPECT_NEAR(static_cast<double>(station->serving().integral(end_)) / static_cast<double>(end_) / 3, rho, 0.001);
}

class Cobham : public Queueing, public testing::WithParamInterface<Case> {};

INSTANTIATE_TEST_SUITE_P(Laws, Cobham,
                         testing::Values(Case{"constant", Law::constant, 0.3}, Case{"constant", Law::constant, 0.6},
                                         Case{"constant", Law::constant, 0.9},
                                         Case{"exponential", Law::exponential, 0.3},
                                         Case{"exponential", Law::exponential, 0.6},
                                         Case{"exponential", Law::exponential, 0.9},
                                         Case{"uniform", Law::uniform, 0.8}),
                         name_of);

// Two strict classes, the first with a third of the load (Cobham, Priority assignment in waiting line problems,
// Operations Research 2, 1954). Catches preemption, a class that is chosen before the other one's arrival of the same
// instant is there, and classes in the wrong order.
TEST_P(Cobham, twoStrictClasses) {
  const double all = GetParam().utilisation;
  ServiceStation::Config config = config_of(GetParam().law);
  config.classes.classes = 2;
  run(config, {{all / 3, 0}, {all * 2 / 3, 1}}, services_at(all));
  const double first = residual() / (1 - utilisation(0));
  const double second = first / (1 - utilisation(0) - utilisation(1));
  EXPECT_NEAR(mean_of(station->wait(0)), first, 0.01 * first);
  EXPECT_NEAR(mean_of(station->wait(1)), second, 0.01 * second);
}

// With constant times an order changes who waits and not how long all wait together: to the picosecond, once the queue
// is empty.
TEST_F(Queueing, anOrderConservesWork) {
  constexpr Time last = 100 * millisecond;
  std::vector<std::unique_ptr<ServiceStation>> stations;
  for (const ClassOrder order : {ClassOrder::strict, ClassOrder::weighted}) {
    for (const std::uint64_t classes : {1, 2}) {
      ServiceStation::Config config = config_of(Law::constant);
      config.classes = {classes, order, {}};
      stations.push_back(std::make_unique<ServiceStation>("station", domain, config, 5, end));
      for (const unsigned traffic_class : {0u, 1u}) {
        const double interval = traffic_class == 0 ? 3e6 : 2.5e6;
        streams.push_back(std::make_unique<Stream>(region, pool, traffic_class, interval, last));
        streams.back()->start(*stations.back());
      }
    }
  }
  simulate_to(region, 2 * last);
  const ServiceStation& plain = *stations.front();
  EXPECT_GT(plain.messages(), 70'000u);
  for (const auto& one : stations) {
    EXPECT_EQ(one->depth().level(), 0);
    EXPECT_EQ(one->messages(), plain.messages());
    EXPECT_DOUBLE_EQ(one->wait().sample().sum, plain.wait().sample().sum);
  }
  EXPECT_LT(mean_of(stations[1]->wait(0)), 0.7 * mean_of(plain.wait()));
}

/// Takes class 0, and keeps what is of class 1 with its server until it is released.
class Keeping final : public ServiceStation::Client {
 public:
  bool served(Payload& payload, unsigned server, Time now) override {
    const unsigned traffic_class = class_of(payload, 2);
    times[traffic_class].push_back(now);
    if (traffic_class == 1) kept.push_back(server);
    payload.release();
    return traffic_class == 0;
  }
  void place_granted(unsigned, Time) override {}

  std::vector<Time> times[2];
  std::vector<unsigned> kept;
};

// Two servers. Of class 1 two are served and stay, and a third waits for one of them to be released; class 0 has both
// servers meanwhile. Catches a server that a class holds for another one, and a class that leaves more than its share.
TEST_F(Queueing, whatStaysHoldsItsClassAlone) {
  ServiceStation::Config config = config_of(Law::constant);
  config.servers = 2;
  config.classes.classes = 2;
  Keeping keeping;
  ServiceStation two("two", domain, config, 1, keeping);
  const auto bring = [&](unsigned traffic_class, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      Message& message = pool.allocate(0, 1);
      message.tag().traffic_class = static_cast<std::uint8_t>(traffic_class);
      two.arrived(message, region.now());
    }
  };
  Script script("script", region);
  script.at(0, [&] { bring(1, 3); });
  script.at(10 * mean, [&] { bring(0, 4); });
  script.at(20 * mean, [&] { two.release(keeping.kept[1], 20 * mean); });
  script.at(20 * mean + 1, [&] { bring(0, 2); });
  simulate_to(region, 30 * mean);
  // At 21 the second place is taken by the third of class 1, and one server is left for class 0 at first.
  EXPECT_THAT(keeping.times[1], ElementsAre(mean, mean, 21 * mean));
  EXPECT_THAT(keeping.times[0], ElementsAre(11 * mean, 11 * mean, 12 * mean, 12 * mean, 21 * mean + 1, 22 * mean));
  EXPECT_EQ(two.held().level(), 2);
  EXPECT_EQ(two.serving().integral(30 * mean), 9 * mean);
  std::vector<Wait> waits;
  two.report_waits(waits, "out");
  EXPECT_EQ(describe_waits(waits), "\n  two.class[1] waits for a buffer of out.class[1] since 0.000001 s");
}

}  // namespace
}  // namespace isochron::testbench
