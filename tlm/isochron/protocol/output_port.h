// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <isochron/core/ring.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/protocol/buffers.h>
#include <isochron/protocol/folded_chain.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// When a buffer is free again (the paper, section 6.1.2, leaves it open).
enum class BufferFreed {
  on_send,    ///< with the first bit on a link, on entering a bus
  on_arrival  ///< when the transfer has ended
};

/// An output port of a bridge, switch or chip: its buffers and a FIFO without overtaking. How the head leaves is the
/// business of LinkSender and BusSender.
class alignas(64) OutputPort : public Measured, public Traced {
 public:
  OutputPort(unsigned buffers, BufferFreed freed);
  virtual ~OutputPort();
  OutputPort(const OutputPort&) = delete;
  OutputPort& operator=(const OutputPort&) = delete;

  Buffers& buffers() { return buffers_; }
  /// Takes a buffer (true), or queues `waiter` for one (false).
  bool take_buffer(Buffers::Waiter& waiter, Time now) {
    if (chain_ != nullptr) return chain_->take_buffer(waiter, now);
    const bool taken = buffers_.take(waiter);
    show(now);
    return taken;
  }

  /// The message for which a buffer was taken will not come.
  void give_back(Time now);

  /// A message that has a buffer here has arrived in whole.
  void push(Payload& payload, Time now) {
    if (chain_ != nullptr) {
      chain_->push(payload, now);
      return;
    }
    queue_.push(&payload);
    depth_.change(now, 1);
    show(now);
    if (queue_.size() == 1) head_arrived(now);
  }

  /// From now on `chain` computes what is behind it, and it holds nothing itself. Before the simulation starts.
  void fold(FoldedChain& chain) { chain_ = &chain; }
  /// The depth's integral up to `now`, of a port that is computed.
  void show_depth(LevelOverTime::Integral integral, Time now) { depth_.set_integral(integral, now); }

  /// Its name in the SystemC hierarchy.
  virtual std::string path() const = 0;
  unsigned capacity() const { return capacity_; }
  const LevelOverTime& depth() const { return depth_; }
  /// The message at the head, or nullptr; for reports.
  const Payload* head() const { return queue_.empty() ? nullptr : queue_.front(); }

  void start_window(Time now) override { depth_.start_window(now); }
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

 protected:
  /// The queue was empty and now has a head.
  virtual void head_arrived(Time now) = 0;

  Payload& pop_head(Time now) {
    depth_.change(now, -1);
    Payload& head = *queue_.pop();
    show(now);
    return head;
  }
  void release_buffer(Time now) {
    buffers_.release(now);
    show(now);
  }

  // What a message touches stands together.
  BufferFreed freed_;
  unsigned capacity_;
  Ring<Payload*> queue_;
  LevelOverTime depth_;
  Buffers buffers_;
  FoldedChain* chain_ = nullptr;  ///< or none: it is simulated

 private:
  struct Probes;

  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
