// SPDX-License-Identifier: Apache-2.0
// Viewers of streams against a replay that keeps every packet.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/error.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/calliope/stream_clients.h>
#include <support/child_process.h>

namespace isochron {
namespace {

using testbench::run_in_child;

class StreamClientsTest : public testing::Test {
 protected:
  void send(std::uint32_t stream, std::uint64_t number, Time issued, Time now, unsigned bytes = 10) {
    Message& message = pool.allocate(0, bytes);
    message.tag() = Tag();
    message.tag().stream = stream;
    message.tag().sequence = number;
    message.tag().issued = issued;
    try {
      clients.packets.inlet().accept(message, now);
    } catch (...) {
      message.release();
      throw;
    }
    message.release();
  }

  Region region{"region"};
  MessagePool pool{4096};
  StreamClients clients{"clients", {region, pool}, 2};
};

// Played 100 after they are due. At 200 the packet of 100 is there just in time; that of 110 comes at 215, 5 too late.
// It is played 50 later, so that all are played 155 after they are due: that of 120 at 275 at the latest, that of 130
// at 285.
TEST_F(StreamClientsTest, aPacketThatIsLateDelaysAllThatFollow) {
  clients.begin(0, 100, 1000, 0);
  send(0, 7, 100, 200);
  EXPECT_EQ(clients.glitches(), 0u);
  send(0, 8, 110, 215);
  EXPECT_EQ(clients.glitches(), 1u);
  send(0, 9, 120, 275);
  EXPECT_EQ(clients.glitches(), 1u);
  send(0, 10, 130, 286);
  EXPECT_EQ(clients.glitches(), 2u);
  EXPECT_EQ(clients.streams_glitched(), 1u);
  EXPECT_EQ(clients.lateness().count(), 4u);
  EXPECT_DOUBLE_EQ(clients.lateness().sample().max, 156e-12);
}

// A buffer for 25 B: the third of 10 B has room just when the first has been played, at 100.
TEST_F(StreamClientsTest, aPacketThatFindsNoRoomIsLostAndNoGlitch) {
  clients.begin(1, 100, 25, 0);
  send(1, 0, 0, 0);
  send(1, 1, 10, 10);
  send(1, 2, 20, 99);
  EXPECT_EQ(clients.overflows(), 1u);
  send(1, 3, 30, 100);
  EXPECT_EQ(clients.overflows(), 1u);
  send(1, 4, 40, 109);
  EXPECT_EQ(clients.overflows(), 2u);
  EXPECT_EQ(clients.glitches(), 0u);
  EXPECT_EQ(clients.bytes(), 50u);
}

TEST_F(StreamClientsTest, aStreamThatIsCutHasAGlitch) {
  clients.begin(0, 100, 1000, 0);
  clients.begin(1, 100, 1000, 0);
  clients.end(0, true, 50);
  clients.end(1, false, 50);
  EXPECT_EQ(clients.glitches(), 1u);
  EXPECT_EQ(clients.streams_glitched(), 1u);
  // What was under way comes, and is not judged.
  send(0, 5, 0, 900);
  send(1, 5, 0, 900);
  EXPECT_EQ(clients.glitches(), 1u);
  EXPECT_EQ(clients.lateness().count(), 0u);
  EXPECT_THROW(clients.end(0, false, 900), ModelError);
  // A new window knows of no glitch; a new beginning of no shift.
  clients.start_window(1000);
  EXPECT_EQ(clients.streams_glitched(), 0u);
  clients.begin(0, 100, 1000, 1000);
  send(0, 3, 1000, 1100);
  EXPECT_EQ(clients.glitches(), 0u);
}

TEST_F(StreamClientsTest, noPacketIsLostOrOvertaken) {
  EXPECT_THROW(send(0, 0, 0, 0), ModelError);
  EXPECT_THROW(send(2, 0, 0, 0), ModelError);
  clients.begin(0, 100, 1000, 0);
  send(0, 4, 0, 0);
  EXPECT_THROW(send(0, 6, 0, 0), ModelError);
  EXPECT_THROW(send(0, 4, 0, 0), ModelError);
  send(0, 5, 0, 0);
}

struct Arrival {
  Time at;
  std::uint32_t stream;
  Time before;  ///< how long ago it was due
  unsigned bytes;
  bool anew;  ///< the stream begins anew, just before
};

std::ostream& operator<<(std::ostream& out, const Arrival& one) {
  return out << "[" << one.at << ": " << one.stream << (one.anew ? " anew, due " : " due ") << one.before << " before, "
             << one.bytes << " B]";
}

constexpr Time client_delay = 120;
constexpr std::uint64_t client_buffer = 60;

std::string in_words(double packets, double glitches, double glitched, double overflows) {
  std::ostringstream text;
  text << packets << " " << glitches << " " << glitched << " " << overflows;
  return text.str();
}

/// Packets are due in order: `issued` of each.
std::vector<Time> due_times(const std::vector<Arrival>& arrivals) {
  std::map<std::uint32_t, Time> last;
  std::vector<Time> due;
  for (const Arrival& one : arrivals) {
    Time& time = last[one.stream];
    time = std::max(time, one.at > one.before ? one.at - one.before : 0);
    due.push_back(time);
  }
  return due;
}

std::string of_the_clients(const std::vector<Arrival>& arrivals, Time window) {
  return run_in_child([&] {
    Region region("region");
    MessagePool pool(64);
    StreamClients clients("clients", {region, pool}, 3);
    for (std::uint32_t stream = 0; stream < 3; ++stream) clients.begin(stream, client_delay, client_buffer, 0);
    const std::vector<Time> due = due_times(arrivals);
    std::uint64_t numbers[3] = {10, 20, 30};
    bool counted = false;
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
      const Arrival& one = arrivals[i];
      if (one.at >= window && !counted) {
        clients.start_window(window);
        counted = true;
      }
      if (one.anew) clients.begin(one.stream, client_delay, client_buffer, one.at);
      if (one.anew) numbers[one.stream] += 100;
      Message& message = pool.allocate(0, one.bytes);
      message.tag() = Tag();
      message.tag().stream = one.stream;
      message.tag().sequence = numbers[one.stream]++;
      message.tag().issued = due[i];
      clients.packets.inlet().accept(message, one.at);
      message.release();
    }
    if (!counted) clients.start_window(window);
    ReplicationRecord record;
    StatisticSink sink(record, window, window + 100'000);
    clients.report(sink);
    const std::map<std::string, double>& values = record.components.at("clients");
    return in_words(values.at("packets"), values.at("glitches"), values.at("streams_glitched"), values.at("overflows"));
  });
}

/// The same, by going through all packets so far at each one.
std::string of_a_replay(const std::vector<Arrival>& arrivals, Time window) {
  struct Kept {
    Time played;
    unsigned bytes;
  };
  const std::vector<Time> due = due_times(arrivals);
  std::map<std::uint32_t, std::vector<Kept>> kept;
  std::map<std::uint32_t, Time> plays_after;  // it was due
  for (std::uint32_t stream = 0; stream < 3; ++stream) plays_after[stream] = client_delay;
  std::set<std::uint32_t> glitched;
  std::uint64_t packets = 0;
  std::uint64_t glitches = 0;
  std::uint64_t overflows = 0;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    const Arrival& one = arrivals[i];
    const bool counts = one.at >= window;
    if (one.anew) kept[one.stream].clear();
    if (one.anew) plays_after[one.stream] = client_delay;
    if (counts) ++packets;
    if (one.at > due[i] + plays_after[one.stream]) {
      plays_after[one.stream] = one.at - due[i] + client_delay / 2;
      if (counts) ++glitches;
      if (counts) glitched.insert(one.stream);
    }
    std::uint64_t inside = one.bytes;
    for (const Kept& other : kept[one.stream])
      if (other.played > one.at) inside += other.bytes;
    if (inside <= client_buffer)
      kept[one.stream].push_back({due[i] + plays_after[one.stream], one.bytes});
    else if (counts)
      ++overflows;
  }
  return in_words(static_cast<double>(packets), static_cast<double>(glitches), static_cast<double>(glitched.size()),
                  static_cast<double>(overflows));
}

RC_GTEST_PROP(StreamClients, agreesWithAReplay, ()) {
  const Time span = *rc::gen::element<Time>(300, 2000, 10'000);
  auto arrivals = *rc::gen::container<std::vector<Arrival>>(rc::gen::apply(
      [](Time at, std::uint32_t stream, Time before, unsigned bytes, int anew) {
        return Arrival{at, stream, before, bytes, anew == 0};
      },
      rc::gen::inRange<Time>(0, span), rc::gen::inRange<std::uint32_t>(0, 3), rc::gen::inRange<Time>(0, 200),
      rc::gen::inRange(1u, 30u), rc::gen::inRange(0, 15)));
  std::stable_sort(arrivals.begin(), arrivals.end(), [](const Arrival& a, const Arrival& b) { return a.at < b.at; });
  const Time window = *rc::gen::inRange<Time>(0, span / 2);
  RC_ASSERT(of_the_clients(arrivals, window) == of_a_replay(arrivals, window));
}

}  // namespace
}  // namespace isochron
