// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <isochron/core/ring.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/protocol/buffers.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// When a buffer is free again (the paper, section 6.1.2, leaves it open).
enum class BufferFreed {
  on_send,    ///< with the first bit on a link, on entering a bus
  on_arrival  ///< when the transfer has ended
};

/// An output port of a bridge, switch or chip: its buffers and a FIFO without overtaking. How the head leaves is the
/// business of LinkSender and BusSender.
class alignas(64) OutputPort : public Measured {
 public:
  OutputPort(std::string name, unsigned buffers, BufferFreed freed)
      : freed_(freed), capacity_(buffers), buffers_(buffers), name_(std::make_unique<std::string>(std::move(name))) {}
  virtual ~OutputPort() = default;
  OutputPort(const OutputPort&) = delete;
  OutputPort& operator=(const OutputPort&) = delete;

  Buffers& buffers() { return buffers_; }

  /// A message that has a buffer here has arrived in whole.
  void push(Payload& payload, Time now) {
    queue_.push(&payload);
    depth_.change(now, 1);
    if (queue_.size() == 1) head_arrived(now);
  }

  const std::string& name() const { return *name_; }
  unsigned capacity() const { return capacity_; }
  const LevelOverTime& depth() const { return depth_; }
  /// The message at the head, or nullptr; for reports.
  const Payload* head() const { return queue_.empty() ? nullptr : queue_.front(); }

  void start_window(Time now) override { depth_.start_window(now); }

 protected:
  /// The queue was empty and now has a head.
  virtual void head_arrived(Time now) = 0;

  Payload& pop_head(Time now) {
    depth_.change(now, -1);
    return *queue_.pop();
  }

  // What a message touches stands together; the name, for reports only, is kept elsewhere.
  BufferFreed freed_;
  unsigned capacity_;
  Ring<Payload*> queue_;
  LevelOverTime depth_;
  Buffers buffers_;

 private:
  std::unique_ptr<const std::string> name_;
};

}  // namespace isochron
