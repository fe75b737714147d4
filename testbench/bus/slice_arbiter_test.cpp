// SPDX-License-Identifier: Apache-2.0
#include <ostream>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/bus/slice_arbiter_by_class.h>
#include <isochron/bus/slice_arbiter_in_closed_form.h>
#include <isochron/bus/slice_arbiter_step_by_step.h>

namespace isochron {
namespace {

struct Arrival {
  std::uint64_t tick;    ///< rounded up to the bus clock
  std::uint64_t passed;  ///< rounded down: `tick`, or the one before
  unsigned slot;
  SliceNeed need;
};

std::ostream& operator<<(std::ostream& out, const Arrival& a) {
  return out << "[at " << a.passed << ".." << a.tick << " slot " << a.slot << ": " << a.need.slices << " slices, last "
             << a.need.last << "]";
}

/// What one way of computing turns says: who finished when, and the accounts at each instant looked at.
struct Outcome {
  std::vector<std::pair<std::uint64_t, int>> finished;
  std::vector<std::uint64_t> accounts;

  bool operator==(const Outcome& other) const { return finished == other.finished && accounts == other.accounts; }
};

std::ostream& operator<<(std::ostream& out, const Outcome& o) {
  for (const auto& [tick, slot] : o.finished) out << tick << ":" << slot << " ";
  out << "/ ";
  for (const std::uint64_t n : o.accounts) out << n << " ";
  return out;
}

/// Plays `arrivals` as PciBus does: completions at a tick before entries at it, next() after every change. A device has
/// one place: an arrival at a taken slot is dropped (the same ones in both ways, if the times agree).
template <class Engine>
Outcome play(const SliceTiming& timing, unsigned slots, const std::vector<Arrival>& arrivals,
             const std::vector<std::uint64_t>& looks) {
  Engine engine(timing, slots);
  Outcome outcome;
  std::vector<bool> taken(slots, false);
  std::uint64_t next = 0;
  const auto run_to = [&](std::uint64_t tick) {
    while (!engine.empty() && next <= tick) {
      const std::uint64_t now = next;
      const int slot = engine.due();
      if (slot >= 0) {
        outcome.finished.emplace_back(now, slot);
        taken[static_cast<unsigned>(slot)] = false;
      }
      if (!engine.empty()) next = engine.next();
    }
  };
  std::size_t look = 0;
  const auto look_to = [&](std::uint64_t tick) {
    for (; look < looks.size() && looks[look] <= tick; ++look) {
      run_to(looks[look]);
      engine.advance(looks[look]);
      outcome.accounts.push_back(engine.overhead());
      for (unsigned slot = 0; slot < slots; ++slot) outcome.accounts.push_back(engine.in_slot(slot));
      outcome.accounts.push_back(engine.ahead_of(looks[look]));
      outcome.accounts.push_back(engine.empty() ? slots : engine.holder());
      if (!engine.empty()) next = engine.next();
    }
  };
  for (const Arrival& arrival : arrivals) {
    look_to(arrival.passed);
    run_to(arrival.passed);
    if (taken[arrival.slot]) continue;
    taken[arrival.slot] = true;
    engine.enter(arrival.tick, arrival.passed, arrival.slot, arrival.need);
    next = engine.next();
  }
  look_to(~std::uint64_t{0});
  run_to(~std::uint64_t{0});
  return outcome;
}

struct Case {
  SliceTiming timing;
  unsigned slots;
  std::vector<Arrival> arrivals;
  std::vector<std::uint64_t> looks;
};

/// Goes on in the other way of computing whenever somebody looks, as a bus does at the ends of a trace.
class ChangingTurns {
 public:
  ChangingTurns(const SliceTiming& timing, unsigned slots) : engine_(SliceArbiterInClosedForm(timing, slots)) {}

  void enter(std::uint64_t tick, std::uint64_t passed, unsigned slot, const SliceNeed& need) {
    std::visit([&](auto& engine) { engine.enter(tick, passed, slot, need); }, engine_);
  }
  void advance(std::uint64_t passed) {
    if (SliceArbiterInClosedForm* const closed = std::get_if<SliceArbiterInClosedForm>(&engine_)) {
      closed->advance(passed);
      SliceArbiterStepByStep stepping(std::move(*closed));
      engine_ = std::move(stepping);
    } else {
      SliceArbiterInClosedForm other(std::move(std::get<SliceArbiterStepByStep>(engine_)));
      engine_ = std::move(other);
    }
  }
  std::uint64_t next() {
    return std::visit([](auto& engine) { return engine.next(); }, engine_);
  }
  int due() {
    return std::visit([](auto& engine) { return engine.due(); }, engine_);
  }
  bool empty() const { return turns().empty(); }
  unsigned holder() const { return turns().holder(); }
  std::uint64_t in_slot(unsigned slot) const { return turns().in_slot(slot); }
  std::uint64_t overhead() const { return turns().overhead(); }
  std::uint64_t ahead_of(std::uint64_t tick) const { return turns().ahead_of(tick); }

 private:
  const SliceArbiter& turns() const {
    return std::visit([](const auto& engine) -> const SliceArbiter& { return engine; }, engine_);
  }

  std::variant<SliceArbiterInClosedForm, SliceArbiterStepByStep> engine_;
};

/// Turns by class, as if all messages were of class 3.
class TurnsOfOneClass {
 public:
  TurnsOfOneClass(const SliceTiming& timing, unsigned slots)
      : turns_(timing, slots, {most_classes, ClassOrder::strict, {}}) {}

  void enter(std::uint64_t tick, std::uint64_t, unsigned slot, const SliceNeed& need) {
    turns_.enter(slot, 3, need);
    turns_.start(tick);
  }
  void advance(std::uint64_t passed) { turns_.advance(passed); }
  std::uint64_t next() const { return turns_.next(); }
  int due() {
    const int slot = turns_.due();
    turns_.start(turns_.next());
    return slot;
  }
  bool empty() const { return turns_.empty(); }
  unsigned holder() const { return turns_.holder(); }
  std::uint64_t in_slot(unsigned slot) const { return turns_.in_slot(slot); }
  std::uint64_t overhead() const { return turns_.overhead(); }
  std::uint64_t ahead_of(std::uint64_t tick) const { return turns_.ahead_of(tick); }

 private:
  SliceArbiterByClass turns_;
};

/// Small numbers, so that entries, boundaries and completions meet in one tick often.
Case random_case() {
  Case c;
  c.timing.slice = *rc::gen::inRange<std::uint64_t>(1, 9);
  c.timing.change = *rc::gen::inRange<std::uint64_t>(0, 4);
  c.timing.again = *rc::gen::inRange<std::uint64_t>(0, 4);
  c.timing.start = *rc::gen::inRange<std::uint64_t>(0, 4);
  c.slots = *rc::gen::inRange(1u, 6u);
  const bool grid_is_coarse = *rc::gen::arbitrary<bool>();
  std::uint64_t tick = 0;
  const int arrivals = *rc::gen::inRange(1, 60);
  for (int i = 0; i < arrivals; ++i) {
    tick += *rc::gen::inRange<std::uint64_t>(0, 12);
    Arrival arrival;
    arrival.passed = tick;
    arrival.tick = tick + (grid_is_coarse && *rc::gen::arbitrary<bool>() ? 1 : 0);
    // What comes later in the same coarse tick is not earlier.
    if (!c.arrivals.empty() && c.arrivals.back().passed == tick && c.arrivals.back().tick > arrival.tick)
      arrival.tick = c.arrivals.back().tick;
    arrival.slot = *rc::gen::inRange(0u, c.slots);
    arrival.need.slices = *rc::gen::inRange<std::uint32_t>(1, 7);
    arrival.need.last = *rc::gen::inRange<std::uint64_t>(1, c.timing.slice + 1);
    c.arrivals.push_back(arrival);
  }
  c.looks = *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, tick + 60));
  std::sort(c.looks.begin(), c.looks.end());
  return c;
}

// The closed form against an event a slice: the same finishing ticks and the same accounts whenever one looks.
RC_GTEST_PROP(SliceArbiter, closedFormIsStepByStep, ()) {
  const Case c = random_case();
  RC_LOG() << "slice " << c.timing.slice << " change " << c.timing.change << " again " << c.timing.again << " start "
           << c.timing.start << "\n";
  for (const Arrival& arrival : c.arrivals) RC_LOG() << arrival << "\n";
  RC_ASSERT(play<SliceArbiterInClosedForm>(c.timing, c.slots, c.arrivals, c.looks) ==
            play<SliceArbiterStepByStep>(c.timing, c.slots, c.arrivals, c.looks));
}

// Nor does it matter when one goes over from one to the other.
RC_GTEST_PROP(SliceArbiter, changingBetweenThemChangesNothing, ()) {
  const Case c = random_case();
  RC_ASSERT(play<ChangingTurns>(c.timing, c.slots, c.arrivals, c.looks) ==
            play<SliceArbiterStepByStep>(c.timing, c.slots, c.arrivals, c.looks));
}

// Messages that keep the bus for all of their length (switch_unit: message): one "slice", longer than a slice.
RC_GTEST_PROP(SliceArbiter, closedFormIsStepByStepForWholeMessages, ()) {
  Case c = random_case();
  for (Arrival& arrival : c.arrivals) arrival.need = {1, arrival.need.slices * c.timing.slice};
  RC_ASSERT(play<SliceArbiterInClosedForm>(c.timing, c.slots, c.arrivals, c.looks) ==
            play<SliceArbiterStepByStep>(c.timing, c.slots, c.arrivals, c.looks));
}

// Where all messages are of one class it is round robin, with the same accounts.
RC_GTEST_PROP(SliceArbiterByClass, ofOneClassIsStepByStep, ()) {
  const Case c = random_case();
  RC_ASSERT(play<TurnsOfOneClass>(c.timing, c.slots, c.arrivals, c.looks) ==
            play<SliceArbiterStepByStep>(c.timing, c.slots, c.arrivals, c.looks));
}

/// The devices that have the first `slices` slices.
std::vector<unsigned> holders(SliceArbiterByClass& turns, unsigned slices) {
  std::vector<unsigned> holders;
  turns.start(0);
  for (unsigned i = 0; i < slices && !turns.empty(); ++i) {
    holders.push_back(turns.holder());
    turns.due();
    turns.start(0);
  }
  return holders;
}

// What a class has begun waits for a lower one, slice by slice, and goes on behind it. Catches a class that is chosen
// per message.
TEST(SliceArbiterByClass, strictIsDecidedAtEverySlice) {
  SliceArbiterByClass turns({10, 3, 1, 2}, 3, {2, ClassOrder::strict, {}});
  turns.enter(0, 1, {3, 10});
  turns.start(100);
  EXPECT_EQ(turns.next(), 112u);
  turns.enter(1, 0, {2, 5});
  turns.enter(2, 0, {1, 7});
  EXPECT_EQ(turns.due(), SliceArbiterByClass::none);
  turns.start(112);
  // Two of class 0 in turns, then the rest of class 1: 3 + 10, 3 + 7, 3 + 5, 3 + 10, 1 + 10.
  const std::vector<std::pair<std::uint64_t, int>> expected{{125, -1}, {135, 2}, {143, 1}, {156, -1}, {167, 0}};
  for (const auto& [tick, finished] : expected) {
    EXPECT_EQ(turns.next(), tick);
    EXPECT_EQ(turns.due(), finished);
    turns.start(tick);
  }
  EXPECT_TRUE(turns.empty());
  EXPECT_EQ(turns.overhead(), 2u + 3 + 3 + 3 + 3 + 1);
}

TEST(SliceArbiterByClass, weightsAreSharesOfSlices) {
  SliceArbiterByClass turns({10, 3, 1, 2}, 3, {2, ClassOrder::weighted, {3, 1}});
  turns.enter(0, 0, {1000, 10});
  turns.enter(1, 1, {1000, 10});
  turns.enter(2, 7, {1000, 10});  // the last class too
  std::vector<unsigned> slices(3, 0);
  for (const unsigned holder : holders(turns, 800)) ++slices[holder];
  EXPECT_EQ(slices, (std::vector<unsigned>{600, 100, 100}));
}

// Conservation: the time of a busy period is what its messages need, plus the overhead that is booked.
RC_GTEST_PROP(SliceArbiter, aBusyPeriodIsDataPlusOverhead, ()) {
  const Case c = random_case();
  SliceArbiterStepByStep engine(c.timing, c.slots);
  const std::uint64_t begin = c.arrivals.front().tick;
  std::uint64_t data = 0;
  for (unsigned slot = 0; slot < c.slots && slot < c.arrivals.size(); ++slot) {
    const SliceNeed& need = c.arrivals[slot].need;
    engine.enter(begin, begin, slot, need);
    data += (need.slices - 1) * c.timing.slice + need.last;
  }
  std::uint64_t end = begin;
  while (!engine.empty()) {
    end = engine.next();
    engine.due();
  }
  std::uint64_t in_slots = 0;
  for (unsigned slot = 0; slot < c.slots; ++slot) in_slots += engine.in_slot(slot);
  RC_ASSERT(end - begin == data + engine.overhead());
  RC_ASSERT(end - begin == in_slots);
}

// Large messages: 16 MiB in slices of a byte against seven competitors overflows 32 bit products if they are not
// watched.
TEST(SliceArbiter, largeMessagesAreExact) {
  constexpr std::uint32_t slices = 1u << 24;
  const SliceTiming timing{10, 3, 0, 0};
  SliceArbiterInClosedForm engine(timing, 8);
  for (unsigned slot = 0; slot < 8; ++slot) engine.enter(0, 0, slot, {slices, 10});
  // 8 x 2^24 slices and a change between any two; the first to finish is done seven slices and changes before the last.
  EXPECT_EQ(engine.next(), std::uint64_t{slices} * 8 * 13 - 3 - 7 * 13);
  EXPECT_EQ(engine.due(), 0);
}

}  // namespace
}  // namespace isochron
