// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/protocol/message_pool.h>

namespace isochron {
namespace {

struct Note : tlm::tlm_extension<Note> {
  tlm_extension_base* clone() const override { return new Note; }
  void copy_from(const tlm_extension_base&) override {}
};

// Random allocate, acquire and release against a list: never the same message twice, and the leak list names those
// held.
RC_GTEST_PROP(MessagePool, reusesWhatNobodyHolds, ()) {
  MessagePool pool(64);
  std::vector<Message*> held;
  std::size_t most = 0;
  std::vector<const Message*> seen;
  const auto steps = *rc::gen::inRange(0, 100);
  for (int i = 0; i < steps; ++i) {
    if (held.empty() || *rc::gen::arbitrary<bool>()) {
      Message& message = pool.allocate(static_cast<std::uint64_t>(i), 64);
      RC_ASSERT(std::count(held.begin(), held.end(), &message) == 0);
      RC_ASSERT(message.get_ref_count() == 1);
      held.push_back(&message);
      most = std::max(most, held.size());
      if (std::count(seen.begin(), seen.end(), &message) == 0) seen.push_back(&message);
    } else {
      const auto at = *rc::gen::inRange<std::size_t>(0, held.size());
      held[at]->acquire();
      held[at]->release();
      RC_ASSERT(pool.outstanding() == held.size());
      held[at]->release();
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(at));
    }
    std::vector<const Message*> leaks = pool.held();
    RC_ASSERT(leaks.size() == held.size());
    RC_ASSERT(pool.outstanding() == held.size());
    for (Message* const message : held) RC_ASSERT(std::count(leaks.begin(), leaks.end(), message) == 1);
  }
  RC_ASSERT(seen.size() == most);
}

// A message comes back as if new: what its last user or a third party left on it must not go with it.
TEST(MessagePool, aReusedMessageIsAsNew) {
  MessagePool pool(128);
  unsigned char enable = 0xff;
  Message* const first = &pool.allocate(0x1000, 100);
  unsigned char* const data = first->get_data_ptr();
  first->set_read();
  first->set_address(0x5000);
  first->set_data_length(7);
  first->set_streaming_width(4);
  first->set_byte_enable_ptr(&enable);
  first->set_byte_enable_length(1);
  first->set_dmi_allowed(true);
  first->set_response_status(tlm::TLM_OK_RESPONSE);
  first->set_auto_extension(new Note);
  first->release();

  Message& again = pool.allocate(0x2000, 128);
  ASSERT_EQ(&again, first);
  EXPECT_TRUE(again.is_write());
  EXPECT_EQ(again.get_address(), 0x2000u);
  EXPECT_EQ(again.get_data_length(), 128u);
  EXPECT_EQ(again.get_streaming_width(), 128u);
  EXPECT_EQ(again.get_byte_enable_ptr(), nullptr);
  EXPECT_EQ(again.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
  EXPECT_FALSE(again.is_dmi_allowed());
  EXPECT_EQ(again.get_extension<Note>(), nullptr);
  EXPECT_EQ(again.get_data_ptr(), data);
  EXPECT_EQ(again.get_extension<Tag>(), &again.tag());
  EXPECT_EQ(again.tag().bytes, 128u);
  again.release();
}

// Every message has all of its capacity to itself.
TEST(MessagePool, buffersDoNotOverlap) {
  MessagePool pool(96);
  std::vector<Message*> messages;
  for (unsigned char i = 0; i < 50; ++i) {
    messages.push_back(&pool.allocate(0, 96));
    std::fill_n(messages.back()->get_data_ptr(), 96, i);
  }
  for (unsigned char i = 0; i < 50; ++i) {
    EXPECT_EQ(std::count(messages[i]->get_data_ptr(), messages[i]->get_data_ptr() + 96, i), 96);
    messages[i]->release();
  }
}

}  // namespace
}  // namespace isochron
