// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <isochron/protocol/tag.h>

namespace isochron {

/// A payload with its tag and data buffer in one allocation.
class Message final : public Payload {
 public:
  /// The payload frees the extensions that it still has, and by then the tag is gone.
  ~Message() override { clear_extension<Tag>(); }

  Tag& tag() { return tag_; }

 private:
  friend class MessagePool;

  /// A tag that lives inside its message: nothing to free.
  class OwnTag final : public Tag {
   public:
    void free() override {}
  };

  Message(tlm::tlm_mm_interface* pool, unsigned char* data) : Payload(pool) {
    set_extension<Tag>(&tag_);
    set_data_ptr(data);
  }

  OwnTag tag_;
};

/// Messages of up to `capacity` bytes for reuse: after the first moments of a run nothing is allocated. The pool must
/// outlive its messages.
class MessagePool final : public tlm::tlm_mm_interface {
 public:
  /// `capacity`: bytes of data buffer in each message, at least 1.
  explicit MessagePool(std::size_t capacity);
  ~MessagePool() override;
  MessagePool(const MessagePool&) = delete;
  MessagePool& operator=(const MessagePool&) = delete;

  /// A write of `bytes` <= capacity to `address` with one reference, held by the caller.
  Message& allocate(std::uint64_t address, unsigned bytes);

  std::size_t capacity() const { return capacity_; }
  /// Messages that somebody still holds.
  std::size_t outstanding() const { return all_.size() - free_.size(); }
  /// The held messages, for the report of a leak or deadlock.
  std::vector<const Message*> held() const;

 private:
  void free(Payload* payload) override;

  std::size_t capacity_;
  std::vector<Message*> all_;
  std::vector<Message*> free_;
};

}  // namespace isochron
