// SPDX-License-Identifier: Apache-2.0
// What raw disks carry, against theory: Voyager, Table 5.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/bus/scsi_string_timing.h>
#include <isochron/core/simulation.h>
#include <isochron/software/voyager/raw_writer.h>

#include "software/voyager/vsd_bench.h"
#include "support/child_process.h"
#include "support/sanitizers.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

constexpr std::uint64_t raw_block = 64ull * 1024;
constexpr double bytes_of_a_megabyte = 1e6;

/// Table 5, MB/s, of one disk to four.
constexpr std::array<double, 4> published_vsd = {2.80, 4.43, 4.81, 5.56};
/// From 5.65 MB/s in the stage and 2.80 MB/s of one disk, by the recursion on paper.
constexpr std::array<double, 4> expected_vsd = {2.80, 4.50, 5.28, 5.56};
constexpr std::array<double, 4> published_local = {3.58, 7.04, 10.42, 13.14};

/// MB/s from a closed network of `disks` requests: a queue with exponential service, and a delay for the rest. By mean
/// value analysis (Reiser and Lavenberg, 1980): who comes finds what is there with one request less.
double by_mean_values(unsigned disks, double shared_s, double own_s) {
  double queue = 0;
  double rate = 0;
  for (unsigned n = 1; n <= disks; ++n) {
    const double at_stage = shared_s * (1 + queue);
    rate = n / (own_s + at_stage);
    queue = rate * at_stage;
  }
  return rate * static_cast<double>(raw_block) / bytes_of_a_megabyte;
}

/// MB/s of `disks` raw disks that a client writes through virtual shared disks, nothing else taking time.
double vsd_by_parts(unsigned disks, const VsdConfig& vsd, std::uint64_t seed) {
  const Time warm_up = 5 * second;
  const Time end = 505 * second;
  const std::string bytes = run_in_child([&] {
    VsdBench::Shape shape;
    shape.disks = disks;
    shape.vsd = vsd;
    shape.disk = vsd.disk();
    shape.seed = seed;
    shape.ends = false;
    VsdBench bench(shape);
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t d = 0; d < disks; ++d) numbers.push_back(d);
    RawWriter writer("writer", bench.domain, {raw_block, 2'000'000'000}, 0, numbers);
    writer.requests.bind(bench.clients[0]->requests);
    bench.clients[0]->done.bind(writer.done);
    simulate_to(bench.region, warm_up);
    writer.start_window(warm_up);
    simulate_to(bench.region, end);
    std::uint64_t sum = 0;
    for (unsigned d = 0; d < disks; ++d) sum += writer.bytes(d);
    // What is not done is one request a disk.
    if (bench.pool.outstanding() > 2ull * disks) return std::string("-1");
    return std::to_string(sum);
  });
  return std::stod(bytes) / seconds(end - warm_up) / bytes_of_a_megabyte;
}

/// Runs of a case. Under AddressSanitizer one comes by the same code.
constexpr unsigned seeds = under_address_sanitizer() ? 1 : 20;

double vsd_mean(unsigned disks, const VsdConfig& vsd) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) sum += vsd_by_parts(disks, vsd, seed);
  return sum / seeds;
}

class VsdClosedNetwork : public testing::TestWithParam<VsdConfig::Stage> {};

// In 20 runs one disk has 400 000 requests and four have twice as many: the mean deviates by 0.1 % (one standard
// deviation).
TEST_P(VsdClosedNetwork, carriesWhatTheorySays) {
  VsdConfig vsd;
  vsd.stage = GetParam();
  const double shared_s = seconds(vsd.shared * raw_block);
  const double own_s = seconds(vsd.own * raw_block);
  const double tolerance = 0.004 * std::sqrt(20.0 / seeds);
  for (unsigned disks = 1; disks <= 4; ++disks) {
    const double theory = by_mean_values(disks, shared_s, own_s);
    EXPECT_NEAR(vsd_mean(disks, vsd), theory, tolerance * theory) << disks;
    EXPECT_NEAR(theory, expected_vsd[disks - 1], 0.005) << disks;
    // Calibrated on one and four; the issue asks for 12 % of two and three.
    EXPECT_NEAR(theory, published_vsd[disks - 1], 0.12 * published_vsd[disks - 1]) << disks;
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, VsdClosedNetwork, testing::Values(VsdConfig::Stage::client, VsdConfig::Stage::server),
                         [](const auto& each) { return each.param == VsdConfig::Stage::client ? "client" : "server"; });

// Two requests whose times are always the same never meet but at the stage's door: it is full, or they wait for
// nobody. n requests in max(n * shared, shared + own).
TEST(VsdThroughput, alwaysTheSameTimesCarryTooMuch) {
  VsdConfig vsd;
  vsd.service = VsdConfig::Service::deterministic;
  for (unsigned disks = 1; disks <= 4; ++disks) {
    const std::uint64_t byte = std::max(disks * vsd.shared, vsd.shared + vsd.own);
    const double theory = disks / seconds(byte) / bytes_of_a_megabyte;
    EXPECT_NEAR(vsd_by_parts(disks, vsd, 1), theory, 0.0002 * theory) << disks;
    // Voyager's two and three lie far below.
    if (disks == 2 || disks == 3) {
      EXPECT_GT(theory, 1.17 * published_vsd[disks - 1]);
    }
  }
}

// Another seed is another run; the same seed the same.
TEST(VsdThroughput, followsItsSeed) {
  const VsdConfig vsd;
  EXPECT_EQ(vsd_by_parts(3, vsd, 1), vsd_by_parts(3, vsd, 1));
  EXPECT_NE(vsd_by_parts(3, vsd, 1), vsd_by_parts(3, vsd, 2));
}

/// The wide node's own disks: 20 MB/s on the string, 8.33 ms a turn, and on the medium what is left of 3.58 MB/s.
constexpr double turn_s = 8.33e-3;
constexpr double string_s = static_cast<double>(raw_block) / 20e6;
constexpr double medium_s = static_cast<double>(raw_block) / 3.58e6 - string_s - turn_s / 2;

/// MB/s of local disks.
double local_by_parts(unsigned disks, std::uint64_t seed) {
  const Time end = 400 * second;
  const std::string bytes = run_in_child([&] {
    Region region("region");
    MessagePool pool(1);
    const Domain domain{region, pool, Phases::shortcut};
    Disk::Config config;
    config.latency = {SeekLatency::Law::mechanical, 0};
    config.rate = static_cast<std::uint64_t>(8 * static_cast<double>(raw_block) / medium_s);
    config.freed = Disk::Freed::after_scsi;
    config.mechanics.overhead = config.mechanics.settle = config.mechanics.root = 0;
    config.mechanics.rotation = 8'330 * microsecond;
    config.mechanics.capacity = 2'000'000'000;
    ScsiStringConfig string;
    string.rate = 160'000'000;
    string.reselection = 0;
    FifoBus bus("string", domain, std::make_unique<ScsiStringTiming>(string), 0, disks, 1);
    bus.map(0, ~std::uint64_t{0}, 0);
    std::vector<std::unique_ptr<Disk>> all;
    std::vector<VsdServer::Drive> drives;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t d = 0; d < disks; ++d) {
      all.push_back(std::make_unique<Disk>(("disk" + std::to_string(d)).c_str(), domain, config, seed));
      all.back()->socket.bind(bus.device(d));
      drives.push_back({d, all.back().get()});
      numbers.push_back(d);
    }
    VsdConfig vsd;
    vsd.shared = 0;
    VsdServer server("server", domain, vsd, 1, drives, seed);
    bus.window(0).bind(server.string(0));
    RawWriter writer("writer", domain, {raw_block, 2'000'000'000}, 0, numbers);
    Delay memory("memory", region, 0, 1);
    server.to_bus.bind(memory.in(0));
    memory.out(0).bind(server.from_bus);
    writer.requests.bind(server.received);
    server.sent.bind(writer.done);
    simulate_to(region, end);
    std::uint64_t sum = 0;
    for (unsigned d = 0; d < disks; ++d) sum += writer.bytes(d);
    return std::to_string(sum);
  });
  return std::stod(bytes) / seconds(end) / bytes_of_a_megabyte;
}

/// The same by another computation: each disk's next block is ready after a turn's share and the medium, and the string
/// takes them as they are ready.
double local_by_hand(unsigned disks) {
  constexpr unsigned blocks = 200'000;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> turn(0, turn_s);
  std::vector<double> ready(disks);
  for (double& each : ready) each = turn(random) + medium_s;
  double free = 0;
  for (unsigned i = 0; i < blocks; ++i) {
    double& next = *std::min_element(ready.begin(), ready.end());
    free = std::max(free, next) + string_s;
    next = free + turn(random) + medium_s;
  }
  return blocks * static_cast<double>(raw_block) / free / bytes_of_a_megabyte;
}

TEST(LocalThroughput, isThatOfDisksThatShareAString) {
  for (unsigned disks = 1; disks <= 4; ++disks) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) sum += local_by_parts(disks, seed);
    const double mean = sum / 3;
    const double theory = local_by_hand(disks);
    EXPECT_NEAR(mean, theory, 0.003 * theory) << disks;
    EXPECT_NEAR(mean, published_local[disks - 1], 0.06 * published_local[disks - 1]) << disks;
  }
}

}  // namespace
}  // namespace isochron::testbench
