// SPDX-License-Identifier: Apache-2.0
// What holds in every PS2, whatever its parameters: work is conserved. A payload that nobody gives back, a deadlock and
// a pixel that is wrong end the run with an exception, and so the test.
#include <cmath>
#include <numeric>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "systems/ps2/cut_by_pixels.h"
#include "systems/ps2/ps2_run.h"

namespace isochron::testbench {
namespace {

std::uint64_t any(std::uint64_t from, std::uint64_t to) {
  return *rc::gen::inRange<std::uint64_t>(from, to + 1);
}

std::uint64_t any_prime_to(std::uint64_t disks) {
  return *rc::gen::suchThat(rc::gen::inRange<std::uint64_t>(1, 30),
                            [disks](std::uint64_t offset) { return std::gcd(offset, disks) == 1; });
}

void draw_disks(Ps2Case& p) {
  DisksOfPc& storage = p.storage;
  storage.model = *rc::gen::element(DisksOfPc::Model::literal, DisksOfPc::Model::local);
  storage.order = *rc::gen::element(Disk::Order::fifo, Disk::Order::elevator);
  storage.depth = any(1, 9);
  storage.strings = any(0, p.disks_per_slave);
  storage.file_at = any(0, 500'000);
  storage.rate = any(1'000'000, 100'000'000);
  storage.string.chunk = *rc::gen::element<std::uint64_t>(100, 512, 1000, 8192);
  storage.string.reselection = any(0, 1000) * microsecond;
  storage.string.arbitration = *rc::gen::element(Arbitration::first_come, Arbitration::priority);
  DiskMechanics& mechanics = storage.mechanics;
  mechanics.capacity = *rc::gen::element<std::uint64_t>(2'000'000, 1'080'000'000);
  mechanics.overhead = any(0, 3000) * microsecond;
  mechanics.settle = any(0, 3000) * microsecond;
  mechanics.root = any(0, 30) * millisecond;
  mechanics.rotation = any(0, 12) * millisecond;
  mechanics.zones = any(1, 4);
  storage.mean_latency = mechanics.mean_random_access();
}

void draw_work(Ps2Case& p) {
  p.slave_processors = any(1, 3);
  p.threads = any(1, 3);
  p.master_processors = any(1, 3);
  p.receive_on = *rc::gen::element(Ps2Case::Processors::one, Ps2Case::Processors::all);
  p.merge_on = *rc::gen::element(Ps2Case::Processors::one, Ps2Case::Processors::all);
  p.disk_interface = any(0, 3000) * microsecond;
  p.extract = any(0, 3000) * microsecond;
  p.send = any(0, 2000) * microsecond;
  p.receive = any(0, 2000) * microsecond;
  p.merge = any(0, 2000) * microsecond;
  p.display = any(1, 9) * millisecond;
  p.send_byte = any(0, 100) * nanosecond;
  p.receive_byte = any(0, 100) * nanosecond;
}

/// Any small machine that has no problems. `bus`: its memory buses take time.
Ps2Case any_ps2(bool bus) {
  Ps2Case p;
  p.slaves = any(0, 3);
  p.disks_per_slave = any(1, 5);
  draw_disks(p);
  draw_work(p);
  p.extent = *rc::gen::element<std::uint64_t>(8, 16);
  p.volume_size = {p.extent * any(1, 5), p.extent * any(1, 5), p.extent * any(1, 4)};
  p.pixels = *rc::gen::element(Ps2Case::Pixels::off, Ps2Case::Pixels::on);
  if (p.pixels == Ps2Case::Pixels::off) {
    p.voxel = any(1, 3);
    p.part.encoding = *rc::gen::element(PartFormat::Encoding::bounding_box, PartFormat::Encoding::pixels);
  }
  p.part.header = any(p.pixels == Ps2Case::Pixels::on ? 32 : 0, 200);
  p.planes.count = any(1, 5);
  p.planes.size = {any(8, 90), any(8, 90)};
  p.planes.orientation = *rc::gen::element(PlaneSeries::Orientation::isotropic, PlaneSeries::Orientation::x,
                                           PlaneSeries::Orientation::y, PlaneSeries::Orientation::z);
  p.planes.order = *rc::gen::element(PlaneSeries::Order::random, PlaneSeries::Order::adjacent);
  p.planes.centre_box = any(0, 300'000);  // leaves room for 5 slices of 8 voxels
  p.planes_in_flight = any(1, 5);
  p.placement = {any_prime_to(p.disks()), any_prime_to(p.disks())};
  p.extract_on = *rc::gen::element(Ps2Case::Place::slave, Ps2Case::Place::master);
  p.network.kind = *rc::gen::element(EthernetConfig::Kind::hub, EthernetConfig::Kind::switched);
  p.network.rate = *rc::gen::element<std::uint64_t>(10'000'000, 100'000'000, 1'000'000'000);
  if (!bus) p.memory_bus = {0, 0, 0, 0, 0, 0};
  return p;
}

/// What a PC with disks is asked for, and all of them.
struct Share {
  double extents = 0;
  double part_bytes = 0;
  double message_bytes = 0;
  double wire_bytes = 0;
};

/// IEEE 802.3: 38 B beside 46 to 1,500 B of payload, of which 40 B are IP's and TCP's.
std::uint64_t on_wire(std::uint64_t bytes) {
  std::uint64_t wire = 0;
  do {
    const std::uint64_t data = std::min<std::uint64_t>(bytes, 1460);
    wire += 38 + std::max<std::uint64_t>(46, 40 + data);
    bytes -= data;
  } while (bytes > 0);
  return wire;
}

class Books {
 public:
  explicit Books(const Ps2Case& p, const std::set<std::uint64_t>& failed = {}) : of_server_(p.servers()) {
    const std::uint64_t extent = p.extent * p.extent * p.extent * p.voxel;
    for (const ImagePlane& plane : p.planes.planes(p.volume()))
      for (const auto& [number, part] : cut_by_pixels(p, plane)) {
        ++asked;
        if (failed.count(part.disk) > 0) {
          ++missing;
          continue;
        }
        const std::uint64_t message = p.extract_on == Ps2Case::Place::master ? extent : part.bytes;
        for (Share* share : {&of_server_[part.disk / p.disks_per_slave], &all}) {
          share->extents += 1;
          share->part_bytes += static_cast<double>(part.bytes);
          share->message_bytes += static_cast<double>(message);
          share->wire_bytes += static_cast<double>(on_wire(message));
        }
      }
  }

  const Share& server(std::uint64_t i) const { return of_server_[i]; }

  Share all;
  double asked = 0;
  double missing = 0;

 private:
  std::vector<Share> of_server_;
};

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)) + 1e-12;
}

/// Processor shares against jobs times costs, of one PC. `exact`: no job waits for the memory bus.
class Shares {
 public:
  Shares(const Figures& figures, std::string pc, double processors, bool exact)
      : figures_(figures),
        pc_(std::move(pc)),
        time_(figures.at("completion_time.mean")),
        processors_(processors),
        exact_(exact) {}

  void of(const std::string& task, double jobs, double work) {
    const double share = figure(figures_, pc_ + "." + task + ".utilisation");
    sum_ += share;
    RC_LOG() << pc_ << '.' << task << ": " << share << " against " << work / time_ / processors_ << '\n';
    RC_ASSERT(figure(figures_, pc_ + "." + task + ".jobs") == jobs);
    RC_ASSERT(share > work / time_ / processors_ * (1 - 1e-9) - 1e-12);
    RC_ASSERT(!exact_ || near(share, work / time_ / processors_));
  }
  void add_up() const { RC_ASSERT(near(sum_, figure(figures_, pc_ + ".processor.utilisation"))); }
  void traffic(const std::string& kind, double bytes, std::uint64_t cost) const {
    RC_ASSERT(near(figure(figures_, pc_ + ".memory_bus." + kind), bytes * seconds(cost) / time_));
  }

 private:
  const Figures& figures_;
  std::string pc_;
  double time_;
  double processors_;
  bool exact_;
  double sum_ = 0;
};

void check_work(const Ps2Case& p, const Books& books, const Figures& f, bool exact) {
  const double extent = static_cast<double>(p.extent * p.extent * p.extent * p.voxel);
  const MemoryBus::Config& bus = p.memory_bus;
  const bool on_master = p.slaves == 0 || p.extract_on == Ps2Case::Place::master;
  const Share& all = books.all;
  for (std::uint64_t s = 0; s < p.slaves; ++s) {
    Shares shares(f, "slave[" + std::to_string(s) + "]", static_cast<double>(p.slave_processors), exact);
    const Share& own = books.server(s);
    shares.of("disk_interface", own.extents, own.extents * seconds(p.disk_interface));
    if (!on_master) shares.of("extract", own.extents, own.extents * seconds(p.extract));
    shares.of("send", own.extents, own.extents * seconds(p.send) + own.message_bytes * seconds(p.send_byte));
    shares.add_up();
    shares.traffic("disk_read", own.extents * extent, bus.disk_read);
    shares.traffic("extract", on_master ? 0 : own.part_bytes, bus.extract);
    shares.traffic("send", own.message_bytes, bus.send);
  }
  Shares shares(f, "master", static_cast<double>(p.master_processors), exact);
  if (p.slaves == 0)
    shares.of("disk_interface", all.extents, all.extents * seconds(p.disk_interface));
  else
    shares.of("receive", all.extents, all.extents * seconds(p.receive) + all.message_bytes * seconds(p.receive_byte));
  if (on_master) shares.of("extract", all.extents, all.extents * seconds(p.extract));
  shares.of("merge", all.extents, all.extents * seconds(p.merge));
  const auto planes = static_cast<double>(p.planes.count);
  shares.of("display", planes, planes * seconds(p.display));
  shares.add_up();
  shares.traffic("disk_read", p.slaves == 0 ? all.extents * extent : 0, bus.disk_read);
  shares.traffic("receive", p.slaves == 0 ? 0 : all.message_bytes, bus.receive);
  shares.traffic("extract", on_master ? all.part_bytes : 0, bus.extract);
  shares.traffic("merge", all.part_bytes, bus.merge);
}

/// Time of transfers on the strings of each PC.
void check_strings(const Ps2Case& p, const Books& books, const Figures& f) {
  const double extent = static_cast<double>(p.extent * p.extent * p.extent * p.voxel);
  const double chunks = std::ceil(extent / static_cast<double>(p.storage.string.chunk));
  const double of_extent =
      chunks * seconds(p.storage.string.reselection) + extent * 8 / static_cast<double>(p.storage.string.rate);
  for (std::uint64_t s = 0; s < p.servers(); ++s) {
    const std::string pc = p.slaves == 0 ? "master" : "slave[" + std::to_string(s) + "]";
    double busy = 0;
    for (std::uint64_t i = 0; i < p.storage.strings_of(p.disks_per_slave); ++i)
      busy += figure(f, pc + ".string[" + std::to_string(i) + "].utilisation");
    // Each chunk is rounded to a picosecond.
    RC_ASSERT(std::abs(busy * f.at("completion_time.mean") - books.server(s).extents * of_extent) < 1e-8);
  }
}

void check_network(const Ps2Case& p, const Books& books, const Figures& f) {
  if (p.slaves == 0) return;
  const double time = f.at("completion_time.mean");
  RC_ASSERT(near(f.at("network.payload"), books.all.message_bytes / time));
  RC_ASSERT(f.at("network.messages") == books.all.extents);
  // Through a switch a frame takes two of the links.
  const double media = p.network.kind == EthernetConfig::Kind::hub ? 1 : static_cast<double>(p.slaves + 1);
  const double busy = books.all.wire_bytes * 8 / static_cast<double>(p.network.rate) / media;
  RC_ASSERT(std::abs(f.at("network.utilisation") * time - busy) < 1e-8);
}

void check(const Ps2Case& p, const Books& books, const Figures& f, bool exact) {
  const double time = f.at("completion_time.mean"), planes = static_cast<double>(p.planes.count);
  RC_ASSERT(f.at("messages") == books.asked);
  RC_ASSERT(f.at("parts.missing.mean") == books.missing);
  RC_ASSERT(near(f.at("extents_per_plane.mean"), books.asked / planes));
  RC_ASSERT(near(f.at("extents.mean"), books.all.extents / time));
  RC_ASSERT(near(f.at("planes.mean"), planes / time));
  RC_ASSERT(f.at("delay.count") == planes);
  RC_ASSERT(f.at("delay.max") <= time * (1 + 1e-9));
  if (p.pixels == Ps2Case::Pixels::on)
    RC_ASSERT(f.at("pixels.compared.mean") == planes * static_cast<double>(p.planes.size[0] * p.planes.size[1]));
  for (const auto& [name, value] : f)
    if (ends_with(name, "utilisation") || ends_with(name, "utilisation.max")) {
      RC_LOG() << name << " = " << value << '\n';
      RC_ASSERT(value <= 1 + 1e-12);
    }
  check_work(p, books, f, exact);
  check_strings(p, books, f);
  check_network(p, books, f);
}

// Catches a part that is lost or doubled, a job at the wrong cost or counted on the wrong PC, a frame too many, and
// work that is counted beyond the end.
RC_GTEST_PROP(Ps2Invariants, workIsConserved, ()) {
  const bool bus = *rc::gen::arbitrary<bool>();
  const Ps2Case p = any_ps2(bus);
  RC_ASSERT(problems_of(p).empty());
  check(p, Books(p), simulate(p), !bus);
}

// The same where disks fail, up to all: what is missing is what the placement has on them.
RC_GTEST_PROP(Ps2Invariants, whatFailedDisksHaveIsMissingAndNothingElse, ()) {
  const Ps2Case p = any_ps2(false);
  RC_ASSERT(problems_of(p).empty());
  StorageRun run;
  std::set<std::uint64_t> failed;
  const std::uint64_t chance = any(1, 3);
  for (std::uint64_t d = 0; d < p.disks(); ++d) {
    if (any(1, 3) > chance) continue;
    failed.insert(d);
    run.failed.push_back((p.slaves == 0 ? "master" : "slave[" + std::to_string(d / p.disks_per_slave) + "]") +
                         ".disk[" + std::to_string(d % p.disks_per_slave) + "]");
  }
  check(p, Books(p, failed), simulate(p, run), true);
}

// Catches state that outlives a run, addresses that decide an order, and a seed that is not passed on.
RC_GTEST_PROP(Ps2Invariants, aSeedDecidesEverything, ()) {
  Ps2Case p = any_ps2(true);
  p.storage.model = DisksOfPc::Model::local;
  p.storage.mechanics.rotation = 11 * millisecond;
  p.storage.mean_latency = p.storage.mechanics.mean_random_access();
  const std::uint64_t seed = any(1, 1'000'000);
  const Figures one = simulate(p, {seed}), same = simulate(p, {seed}), other = simulate(p, {seed + 1});
  RC_ASSERT(difference(one, same) == "");
  RC_ASSERT(one.at("completion_time.mean") != other.at("completion_time.mean"));
}

}  // namespace
}  // namespace isochron::testbench
