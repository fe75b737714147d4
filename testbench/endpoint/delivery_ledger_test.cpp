// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/delivery_ledger.h>

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/error.h>

namespace isochron {
namespace {

Tag message(std::uint16_t source, std::uint64_t sequence, std::uint32_t bytes = 1024) {
  Tag tag;
  tag.source = source;
  tag.sequence = sequence;
  tag.bytes = bytes;
  return tag;
}

template <class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(DeliveryLedger, refusesADuplicate) {
  DeliveryLedger ledger(2);
  ledger.departs(message(1, 5));
  ledger.arrives(message(1, 5), 1024, 10);
  EXPECT_THAT(error_of([&] { ledger.arrives(message(1, 5), 1024, 20); }),
              testing::HasSubstr("message 5 of source 1 arrived twice"));
}

TEST(DeliveryLedger, refusesWhatNeverLeft) {
  DeliveryLedger ledger(2);
  ledger.departs(message(0, 5));
  EXPECT_THAT(error_of([&] { ledger.arrives(message(1, 5), 1024, 20); }), testing::HasSubstr("message 5 of source 1"));
}

TEST(DeliveryLedger, refusesAShortMessage) {
  DeliveryLedger ledger(1);
  ledger.departs(message(0, 0));
  EXPECT_THAT(error_of([&] { ledger.arrives(message(0, 0), 1023, 20); }),
              testing::HasSubstr("left with 1024 bytes and arrived with 1023"));
}

// A lost message is found out at the latest when its source is a window of messages further.
TEST(DeliveryLedger, findsALostMessage) {
  DeliveryLedger ledger(1);
  ledger.departs(message(0, 0));
  std::string error;
  for (std::uint64_t n = 1; n < 100'000 && error.empty(); ++n)
    error = error_of([&] {
      ledger.departs(message(0, n));
      ledger.arrives(message(0, n), 1024, n);
    });
  EXPECT_THAT(error, testing::HasSubstr("message 0 of source 0 is still under way"));
}

// Where more may be under way, each arrives once all the same: ten windows at a time, the last ones first.
TEST(DeliveryLedger, keepsMoreThanAWindow) {
  DeliveryLedger ledger(2, 64, true);
  for (std::uint64_t n = 0; n < 640; ++n) ledger.departs(message(n % 2, n / 2));
  for (std::uint64_t n = 640; n-- > 0;) ledger.arrives(message(n % 2, n / 2), 1024, n);
  EXPECT_EQ(ledger.messages_in(), 640);
  EXPECT_EQ(ledger.bytes_in(), ledger.bytes_out());
  for (const std::uint64_t n : {0u, 100u, 319u})
    EXPECT_THAT(error_of([&] { ledger.arrives(message(1, n), 1024, 1000); }), testing::HasSubstr("arrived twice"));
}

// Any order of arrival is fine, the books balance, and the fingerprint depends on what arrived when, not on the order
// within an instant.
RC_GTEST_PROP(DeliveryLedger, balancesWhateverTheOrder, ()) {
  const auto count = *rc::gen::inRange<std::uint64_t>(1, 60);
  std::vector<std::uint64_t> order(count);
  for (std::uint64_t i = 0; i < count; ++i) order[i] = i;
  const auto swaps = *rc::gen::container<std::vector<std::uint64_t>>(count, rc::gen::inRange<std::uint64_t>(0, count));
  for (std::uint64_t i = 0; i < count; ++i) std::swap(order[i], order[swaps[i]]);
  const auto run = [&](bool shuffled, Time late) {
    DeliveryLedger ledger(3);
    for (std::uint64_t i = 0; i < count; ++i) ledger.departs(message(i % 3, i / 3, static_cast<std::uint32_t>(i + 1)));
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t n = shuffled ? order[i] : i;
      ledger.arrives(message(n % 3, n / 3, static_cast<std::uint32_t>(n + 1)), n + 1, n == 0 ? 1000 + late : 1000);
    }
    RC_ASSERT(ledger.messages_in() == ledger.messages_out());
    RC_ASSERT(ledger.bytes_in() == ledger.bytes_out());
    RC_ASSERT(ledger.bytes_in() == count * (count + 1) / 2);
    return ledger.fingerprint();
  };
  RC_ASSERT(run(true, 0) == run(false, 0));
  RC_ASSERT(run(false, 1) != run(false, 0));
}

// Two deliveries that swap their times, sources or destinations must change the fingerprint.
TEST(DeliveryLedger, fingerprintSeesASwap) {
  const auto fingerprint = [](Time first, Time second, std::uint16_t first_card, std::uint16_t second_card) {
    DeliveryLedger ledger(2);
    ledger.departs(message(0, 0));
    ledger.departs(message(1, 0));
    Tag a = message(0, 0);
    Tag b = message(1, 0);
    a.destination = first_card;
    b.destination = second_card;
    ledger.arrives(a, 1024, first);
    ledger.arrives(b, 1024, second);
    return ledger.fingerprint();
  };
  EXPECT_NE(fingerprint(1, 2, 0, 0), fingerprint(2, 1, 0, 0));
  EXPECT_NE(fingerprint(1, 1, 0, 1), fingerprint(1, 1, 1, 0));
  EXPECT_NE(fingerprint(1, 2, 0, 1), fingerprint(2, 1, 1, 0));
}

}  // namespace
}  // namespace isochron
