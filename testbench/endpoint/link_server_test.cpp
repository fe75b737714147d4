// SPDX-License-Identifier: Apache-2.0
// A server between two links, by hand: 1000 B take 8 us at 1 Gb/s and 32 us at 250 Mb/s.
#include <gmock/gmock.h>

#include <isochron/endpoint/link_server.h>
#include <isochron/observe/probe_list.h>

#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

class LinkServerTest : public PartsTest {
 protected:
  static constexpr Time us = microsecond;
  static constexpr std::uint64_t gigabit = 1'000'000'000;

  /// source - link of 1 Gb/s - server - link of `rate` - sink.
  void chain(const ServiceStation::Config& config, std::uint64_t rate, std::uint64_t ios) {
    source_ = source("source", at_start(ios, 1000, 1000));
    first_ = link("first", gigabit);
    server_ = std::make_unique<LinkServer<GeneralLink>>("server", domain, config, 1, ~0u, requests_);
    second_ = link("second", rate);
    sink_ = sink("sink");
    source_->out.socket.bind(first_->in);
    first_->out.bind(server_->in);
    server_->out.socket.bind(second_->in);
    second_->out.bind(sink_->in);
  }
  static ServiceStation::Config config_of(Time service, std::uint64_t queue, std::uint64_t servers = 1) {
    ServiceStation::Config config;
    config.service.mean = service;
    config.queue = queue;
    config.servers = servers;
    return config;
  }
  std::string waits() const {
    std::vector<Wait> all;
    source_->report_waits(all);
    server_->report_waits(all);
    return describe_waits(all);
  }

  std::unique_ptr<Source> source_;
  std::unique_ptr<GeneralSerialLink> first_;
  RequestBoard requests_;
  std::unique_ptr<LinkServer<GeneralLink>> server_;
  std::unique_ptr<GeneralSerialLink> second_;
  std::unique_ptr<Sink> sink_;
};

INSTANTIATE_TEST_SUITE_P(Modes, LinkServerTest, both_modes, name_of_mode);

// Arrivals at 8, 16, 24 us; services 8-28, 28-48, 48-68; 8 us more each.
TEST_P(LinkServerTest, oneAfterAnother) {
  chain(config_of(20 * us, 0), gigabit, 3);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(36 * us, 56 * us, 76 * us));
  EXPECT_EQ(server_->station().wait().sample().sum, 36e-6);  // 0, 12 and 24 us
  EXPECT_EQ(server_->station().serving().integral(millisecond), 60 * us);
  EXPECT_EQ(server_->station().depth().integral(millisecond), 36 * us);
  EXPECT_EQ(server_->station().bytes(), 3000u);
}

// Two servers: 8-28, 16-36, then 28-48 and 36-56.
TEST_P(LinkServerTest, twoAtATime) {
  chain(config_of(20 * us, 0, 2), gigabit, 4);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(36 * us, 44 * us, 56 * us, 64 * us));
}

// One place: the second waits in it from 16 us until its service begins at 28; only then the third may be sent, which
// comes at 36 and waits until 48; the fourth leaves then.
TEST_P(LinkServerTest, aFullQueueHoldsTheLink) {
  chain(config_of(20 * us, 1), gigabit, 4);
  simulate_to(region, 20 * us);
  EXPECT_EQ(waits(),
            "\n  source.out waits for a buffer of server since 0.000016 s"
            "\n  server waits for the end of a service");
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(36 * us, 56 * us, 76 * us, 96 * us));
  EXPECT_EQ(source_->out.statistics().wait_buffer.total(millisecond), (28 - 16 + 48 - 36) * us);
}

// The link behind is slower. Services of 10 us end at 18, 28, 38. The first leaves at 18 and is across at 50; the
// second has the port's buffer until then, and the third stays with its server from 38 to 50; the fourth is served from
// 50 to 60 and stays until 82.
TEST_P(LinkServerTest, whatCannotGoOnHoldsItsServer) {
  chain(config_of(10 * us, 0), gigabit / 4, 4);
  simulate_to(region, 45 * us);
  EXPECT_EQ(waits(), "\n  server waits for a buffer of server.out since 0.000038 s");
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(50 * us, 82 * us, 114 * us, 146 * us));
  EXPECT_EQ(server_->station().held().integral(millisecond), (50 - 38 + 82 - 60) * us);
  EXPECT_EQ(server_->station().serving().integral(millisecond), 40 * us);
}

// Services that take no time: a message arrives and leaves in the same instant.
TEST_P(LinkServerTest, noTimeAtAll) {
  chain(config_of(0, 1), gigabit, 3);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(16 * us, 24 * us, 32 * us));
}

}  // namespace
}  // namespace isochron::testbench
