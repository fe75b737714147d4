// SPDX-License-Identifier: Apache-2.0
// What goes wrong goes wrong for its request alone.
#include <fmt/format.h>

#include <cstdlib>

#include "node_fixture.h"

namespace isochron::rtl {
namespace {

using disk_node::Code;
using disk_node::Request;
using Fault = DiskChannel::Fault;

class Errors : public NodeFixture {
 protected:
  /// Among requests that go well, one on each disk and more.
  std::vector<Request> with_others(const Request& bad) {
    std::vector<Request> requests;
    for (unsigned i = 0; i < 6; ++i) requests.push_back(read_of(i, 500 + 40 * i, 2500));
    requests.insert(requests.begin() + 3, bad);
    auto write = read_of(6, 900, blocks(7));
    write.write = true;
    requests.push_back(write);
    return requests;
  }
  void expect_alone(const Request& bad, Code expected, std::uint64_t cycles = 2000000) {
    const auto requests = with_others(bad);
    carry_out(requests, cycles);
    for (const auto& request : requests)
      EXPECT_EQ(code(request), request.id == bad.id ? expected : Code::done) << request.id;
    // And the next ones go well.
    auto again = bad;
    again = read_of(bad.disk % bench.shape().disks, 2000, 4000);
    carry_out({again});
    EXPECT_EQ(code(again), Code::done);
    expect_idle();
  }
};

TEST_F(Errors, of_the_media_at_each_block_fail_the_request) {
  driver.configure(2, 5);
  for (unsigned at = 0; at < 12; ++at) {
    const auto bad = read_of(3, 100 * at, blocks(12));
    bench.channel().add_fault(3, 100 * at + at, Fault::media_error);
    expect_alone(bad, Code::media_error);
  }
}

TEST_F(Errors, of_a_drive_are_told_by_their_code) {
  const auto slow = read_of(3, 0, blocks(12));
  bench.channel().add_fault(3, 5, Fault::drive_timeout);
  expect_alone(slow, Code::disk_timeout);
  const auto other = read_of(3, 100, blocks(12));
  bench.channel().add_fault(3, 105, Fault::other_error);
  expect_alone(other, Code::channel_error);
}

/// Each place of the table of requests keeps a code of its own.
TEST_F(Errors, of_all_requests_at_once_are_told_to_each) {
  std::uint64_t block = 0;
  for (const auto& [fault, expected] :
       {std::pair{Fault::media_error, Code::media_error}, std::pair{Fault::drive_timeout, Code::disk_timeout},
        std::pair{Fault::other_error, Code::channel_error}, std::pair{Fault::too_short, Code::too_little},
        std::pair{Fault::excess, Code::too_much}}) {
    // None of them ends before all have begun.
    bench.channel().timing.latency_least = bench.channel().timing.latency_most = 2000;
    std::vector<Request> requests;
    for (unsigned disk = 0; disk < bench.shape().disks; ++disk) {
      requests.push_back(read_of(disk, block, blocks(3)));
      bench.channel().add_fault(disk, block, fault);
    }
    carry_out(requests);
    for (const auto& request : requests) EXPECT_EQ(code(request), expected) << request.disk;
    expect_idle();
    block += 100;
  }
}

TEST_F(Errors, of_a_write_are_told_too) {
  for (const auto& [fault, expected] :
       {std::pair{Fault::media_error, Code::media_error}, std::pair{Fault::drive_timeout, Code::disk_timeout},
        std::pair{Fault::too_short, Code::too_little}, std::pair{Fault::excess_grant, Code::too_much}}) {
    auto bad = read_of(2, 100 * static_cast<unsigned>(fault), blocks(12));
    bad.write = true;
    bench.channel().add_fault(2, bad.block + 3, fault);
    expect_alone(bad, expected);
  }
}

TEST_F(Errors, less_data_than_asked_for) {
  driver.configure(2, 6);
  for (unsigned at = 0; at < 12; at += 3) {
    const auto bad = read_of(4, 100 * at, blocks(12));
    bench.channel().add_fault(4, bad.block + at, Fault::too_short);
    expect_alone(bad, Code::too_little);
  }
}

TEST_F(Errors, more_data_than_promised) {
  // A short command: more than all; a long one: more than there is room for.
  for (const unsigned number : {1u, 3u, 4u, 12u}) {
    const auto bad = read_of(4, 100 * number, blocks(number));
    bench.channel().add_fault(4, bad.block, Fault::excess);
    expect_alone(bad, Code::too_much);
  }
}

TEST_F(Errors, data_and_statuses_of_unknown_tags_are_counted_and_nothing_else) {
  for (unsigned tag = 0; tag < 8; ++tag) {
    bench.channel().send_stray_data(tag, 70);
    expect_idle();
    bench.channel().send_stray_status(tag);
    expect_idle();
  }
  strays = 8 * 71;
  EXPECT_EQ(driver.counters().stray, strays);
  const auto good = read_of(1, 0, 9000);
  carry_out({good});
  EXPECT_EQ(code(good), Code::done);
  EXPECT_EQ(driver.counters().errors, 0u);
  expect_idle();
}

/// The counters' upper bits count too; a stray word is the cheapest of what they count.
TEST_F(Errors, are_counted_by_the_thousands) {
  strays = std::getenv("ISOCHRON_TEST_ALL") ? 0x100123 : 0x10123;
  bench.channel().send_stray_data(5, strays);
  expect_idle(2 * strays);
  EXPECT_EQ(driver.counters().stray, strays);
}

TEST_F(Errors, a_disk_that_never_answers_costs_its_request_and_no_other) {
  driver.set_time(10, 2000);
  driver.configure(2, 3);
  bench.channel().set_dead(3, true);
  const auto bad = read_of(3, 0, blocks(12));
  const auto requests = with_others(bad);
  // The one of the dead disk among the others fails too.
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), request.disk == 3 ? Code::deadline : Code::done);
  EXPECT_EQ(bench.channel().cancels(), 2u);
  // It comes back: what was cancelled ends, and it works again.
  EXPECT_FALSE(driver.status().idle);
  bench.channel().set_dead(3, false);
  expect_idle();
  const auto again = read_of(3, 2000, 4000);
  carry_out({again});
  EXPECT_EQ(code(again), Code::done);
  expect_idle();
}

TEST_F(Errors, a_channel_that_stands_still_for_ever_fails_every_request_at_its_deadline) {
  driver.set_time(10, 3000);
  bench.channel().set_stalled(true);
  std::vector<Request> requests;
  for (unsigned i = 0; i < 20; ++i) requests.push_back(read_of(i % 8, 30 * i, 3000));
  carry_out(requests);
  for (const auto& request : requests) {
    EXPECT_EQ(code(request), Code::deadline);
    const auto& completion = completions[request.id];
    EXPECT_NEAR(completion.ended - completion.began, 3000, 20);
  }
  bench.channel().set_stalled(false);
  expect_idle();
  const auto again = read_of(3, 2000, 4000);
  carry_out({again});
  EXPECT_EQ(code(again), Code::done);
  expect_idle();
}

TEST_F(Errors, a_channel_that_stops_in_the_middle) {
  driver.set_time(10, 3000);
  for (unsigned cycles = 100; cycles < 3000; cycles += 331) {
    std::vector<Request> requests;
    for (unsigned i = 0; i < 10; ++i) {
      requests.push_back(read_of(i % 8, 30 * i, 9000));
      if (i % 3) continue;
      requests.back().write = true;
      requests.back().bytes = blocks(9);
    }
    for (const auto& request : requests) rings->push(request);
    bench.run(cycles);
    bench.channel().set_stalled(true);
    bench.run(40000);
    bench.channel().set_stalled(false);
    std::size_t failed = 0;
    for (unsigned i = 0; i < requests.size(); ++i) {
      std::optional<disk_node::Completion> completion;
      ASSERT_TRUE(bench.run_until([&] { return (completion = rings->take()).has_value(); }, 100000));
      completions[completion->id] = *completion;
    }
    for (const auto& request : requests) {
      failed += code(request) != Code::done;
      if (code(request) == Code::done)
        model.apply(request);
      else
        EXPECT_EQ(code(request), Code::deadline);
    }
    EXPECT_GT(failed, 0u);
    expect_idle();
    for (const auto& request : requests)
      if (code(request) != Code::done) model.forgive(request);
  }
}

TEST_F(Errors, of_memory_at_each_word_fail_the_request_and_cost_the_others_no_byte) {
  for (unsigned word = 0; word < 192; word += 7) {
    auto request = read_of(1, 100, blocks(3));
    request.address += word % 8;
    const auto at = request.address + 8 * word;
    bench.port(0).faults.add({at, at, word & 1 ? decerr : slverr, true, true});
    expect_alone(request, word & 1 ? Code::write_decerr : Code::write_slverr);
    bench.port(0).faults.clear();
  }
}

TEST_F(Errors, of_memory_in_rows_fail_the_request_alone) {
  for (const unsigned row : {64u, 200u, 520u}) {
    for (unsigned at_row = 0; at_row < 4; ++at_row) {
      if ((at_row + 1) * row > blocks(4)) continue;
      for (const bool write : {false, true}) {
        auto request = read_of(1, 100, blocks(4));
        request.write = write;
        request.row_bytes = row;
        request.stride = 1024;
        const auto at = request.address + 1024 * at_row + row - 1;
        bench.port(0).faults.add({at, at, slverr, true, true});
        expect_alone(request, write ? Code::read_slverr : Code::write_slverr);
        bench.port(0).faults.clear();
      }
    }
  }
}

/// Jobs of the failed request wait among those of others, which are done again: they are not.
TEST_F(Errors, of_memory_leave_out_what_the_request_has_waiting) {
  // All that wait are on the bus before the first answer comes.
  bench.port(0).timing.latency = 800;
  for (unsigned round = 0; round < 8; ++round) {
    std::vector<Request> requests;
    // One job more of the last: the places of the jobs' ring have their turns.
    for (unsigned i = 0; i < 4; ++i) requests.push_back(read_of(i, 100 * round, blocks(i == 3 ? 9 : 8)));
    const auto& bad = requests[round % 3];
    bench.port(0).faults.add({bad.address, bad.address, slverr, true, true});
    std::map<std::uint64_t, unsigned> bursts;
    std::optional<std::uint64_t> before;
    bench.watch([&](const NodeOutputs& pins) {
      const auto& bus = pins.axi[0];
      const auto now = bus.awvalid ? std::optional<std::uint64_t>(bus.awaddr) : std::nullopt;
      if (now && now != before && *now >= bad.address && *now < bad.address + bad.bytes) ++bursts[*now];
      before = now;
    });
    carry_out(requests);
    bench.watch(nullptr);
    for (const auto& request : requests)
      EXPECT_EQ(code(request), request.id == bad.id ? Code::write_slverr : Code::done) << request.id;
    EXPECT_GT(bursts.size(), 1u);
    for (const auto& [address, times] : bursts) EXPECT_EQ(times, 1u) << fmt::format("{:#x}", address);
    bench.port(0).faults.clear();
    expect_idle();
  }
}

TEST_F(Errors, of_a_place_beyond_the_address_space) {
  auto bad = read_of(1, 0, blocks(3));
  bad.address = 0xfffffc00;
  expect_alone(bad, Code::bad_place);
}

TEST_F(Errors, bad_requests_touch_nothing) {
  std::vector<Request> requests;
  const auto add = [&](auto change) {
    requests.push_back(read_of(1, 0, blocks(3)));
    change(requests.back());
  };
  add([](Request& r) { r.disk = 8; });
  add([](Request& r) { r.disk = 255; });
  add([](Request& r) { r.bytes = 0; });
  add([](Request& r) { r.survivors = 0x100; });
  add([](Request& r) { r.survivors = 0x80000001; });
  add([](Request& r) {
    r.survivors = 3;
    r.write = true;
  });
  add([](Request& r) {
    r.write = true;
    r.bytes = 100;
  });
  add([](Request& r) { r.address = 0x100000000; });
  add([](Request& r) { r.row_bytes = 12; });
  add([](Request& r) { r.row_bytes = 0x1000000; });
  add([](Request& r) { r.block = 0x1000000000000; });
  add([](Request& r) { r.block = 0xfffffffffffe; });
  const auto good = read_of(1, 0xfffffffffffd, blocks(3));
  requests.push_back(good);
  carry_out(requests);
  for (const auto& request : requests) {
    EXPECT_EQ(code(request), request.id == good.id ? Code::done : Code::bad_request) << request.id;
    EXPECT_EQ(completions[request.id].bytes, request.id == good.id ? request.bytes : 0u) << request.id;
  }
  EXPECT_EQ(bench.channel().commands(), 1u);
  EXPECT_EQ(driver.counters().errors, requests.size() - 1);
  expect_idle();
}

TEST_F(Errors, deadlines_count_from_their_tick) {
  driver.set_time(10, 0);
  bench.channel().timing.latency_least = bench.channel().timing.latency_most = 5000;
  auto early = read_of(1, 0, blocks(3));
  early.deadline = driver.now() + 300;
  auto late = read_of(2, 0, blocks(3));
  late.deadline = driver.now() + 3000;
  auto never = read_of(3, 0, blocks(3));
  carry_out({early, late, never});
  EXPECT_EQ(code(early), Code::deadline);
  EXPECT_EQ(code(late), Code::done);
  EXPECT_EQ(code(never), Code::done);
  EXPECT_NEAR(static_cast<double>(completions[early.id].ended), *early.deadline + 1.0, 20);
  expect_idle();
}

/// A credit that the channel has not taken keeps its tag from the next command, to which it would promise too much:
/// both one that stands on the pins and the one behind it.
TEST_F(Errors, a_credit_that_waits_keeps_its_tag) {
  driver.configure(8, 64);
  const auto tags = bench.shape().tags;
  for (unsigned standing = 0; standing < tags; ++standing) {
    const auto behind = (standing + 1) % tags;
    // All tags are in use: two by long reads, the others by commands that do not end.
    bench.channel().set_dead(0, true);
    bench.channel().timing.stall_credit = 100;
    std::vector<Request> failing;
    std::vector<Request> held;
    for (unsigned tag = 0; tag < tags; ++tag) {
      const bool is_long = tag == standing || tag == behind;
      auto request =
          read_of(is_long ? (tag == standing ? 1 : 2) : 0, 1000 * standing + 50 * tag, blocks(is_long ? 40 : 1));
      (is_long ? failing : held).push_back(request);
      ASSERT_TRUE(rings->push(request));
    }
    std::optional<unsigned> credit;
    bench.watch([&](const NodeOutputs& pins) {
      credit = pins.channel.credit_valid ? std::optional(pins.channel.credit_tag) : std::nullopt;
    });
    // Both want a credit when the first one goes; then those behind it come in their order.
    bench.run(3000);
    for (unsigned i = 0; i < 3 || credit != standing; ++i) {
      ASSERT_LT(i, 1000u);
      bench.channel().timing.stall_credit = 0;
      ASSERT_TRUE(bench.run_until([&] { return !credit; }, 100));
      bench.channel().timing.stall_credit = 100;
      ASSERT_TRUE(bench.run_until([&] { return credit.has_value(); }, 1000));
      bench.run(300);
    }
    // Of a cancelled one no credit waits: cancels come after them. The channel itself ends both.
    for (unsigned i = 0; i < failing.size(); ++i) {
      bench.channel().fail(1 + i);
      std::optional<disk_node::Completion> completion;
      ASSERT_TRUE(bench.run_until([&] { return (completion = rings->take()).has_value(); }, 20000));
      EXPECT_EQ(completion->code, Code::channel_error);
    }
    EXPECT_EQ(credit, standing);
    bench.run(300);
    // The next commands take a while: the credits would meet them.
    bench.channel().timing.latency_least = bench.channel().timing.latency_most = 2000;
    for (unsigned i = 0; i < 2; ++i) {
      held.push_back(read_of(3 + i, 1000 * standing, blocks(3)));
      ASSERT_TRUE(rings->push(held.back()));
    }
    bench.run(1000);
    bench.channel().timing.stall_credit = 0;
    bench.run(500);
    bench.channel().timing.latency_least = bench.channel().timing.latency_most = 0;
    bench.channel().set_dead(0, false);
    bench.watch(nullptr);
    for (const auto& request : held) {
      std::optional<disk_node::Completion> completion;
      ASSERT_TRUE(bench.run_until([&] { return (completion = rings->take()).has_value(); }, 20000));
      EXPECT_EQ(completion->code, Code::done);
      model.apply(request);
    }
    expect_idle();
    for (const auto& request : failing) model.forgive(request);
    EXPECT_EQ(bench.breaches(false), std::vector<std::string>{}) << standing;
  }
}

}  // namespace
}  // namespace isochron::rtl
