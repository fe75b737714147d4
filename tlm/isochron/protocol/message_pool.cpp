// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/message_pool.h>

#include <new>
#include <unordered_set>

namespace isochron {

MessagePool::MessagePool(std::size_t capacity) : capacity_(capacity) {}

MessagePool::~MessagePool() {
  for (Message* const message : all_) {
    message->~Message();
    ::operator delete(message);
  }
}

Message& MessagePool::allocate(std::uint64_t address, unsigned bytes) {
  if (free_.empty()) {
    void* const memory = ::operator new(sizeof(Message) + capacity_);
    Message* const message = new (memory) Message(this, static_cast<unsigned char*>(memory) + sizeof(Message));
    all_.push_back(message);
    free_.reserve(all_.capacity());
    free_.push_back(message);
  }
  Message& message = *free_.back();
  free_.pop_back();
  message.acquire();
  message.set_command(tlm::TLM_WRITE_COMMAND);
  message.set_address(address);
  message.set_data_length(bytes);
  message.set_streaming_width(bytes);
  message.set_byte_enable_ptr(nullptr);
  message.set_dmi_allowed(false);
  message.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  message.tag_.bytes = bytes;
  message.tag_.kind = MessageKind::data;
  message.tag_.traffic_class = 0;
  return message;
}

void MessagePool::free(Payload* payload) {
  payload->reset();  // third-party extensions, if any
  free_.push_back(static_cast<Message*>(payload));
}

std::vector<const Message*> MessagePool::held() const {
  const std::unordered_set<const Message*> idle(free_.begin(), free_.end());
  std::vector<const Message*> held;
  for (const Message* const message : all_)
    if (idle.count(message) == 0) held.push_back(message);
  return held;
}

}  // namespace isochron
