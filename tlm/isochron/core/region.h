// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include <isochron/core/completion_queue.h>
#include <isochron/core/kernel_event.h>
#include <isochron/core/time.h>

namespace isochron {

/// The pending completions of one fabric, under one kernel event, and the order of what happens in one instant.
///
/// A region runs ahead of the kernel (temporal decoupling, IEEE 1666-2011 clause 9.2) to the next activity that the
/// kernel knows of; whatever its members call meanwhile is annotated with the time between. Every call from outside
/// first brings it to the present with advance().
///
/// One instant is settled in three steps, so that results never depend on the order in which the kernel runs processes:
///  1. completions, in canonical order: they deliver and free, and only note what may now be asked for;
///  2. requests, in canonical order: each asks for the buffer or place it needs; what is granted starts at once, and a
///     buffer that a start frees goes to its longest waiter in the same instant;
///  3. updates: buses take the transactions granted in this instant, in canonical order.
/// An answer that is a call of its own is given as soon as the call that asked for it has returned, before the next
/// request or update: whoever waits for it is then in line with those who had theirs within the call.
/// Canonical order is links before buses before timers, then order of construction.
class Region : public sc_core::sc_module {
 public:
  /// Where a member stands in the canonical order.
  enum class Rank : std::uint8_t { link, bus, timer };

  /// Something that completes at a known time: a transfer on a link, the next message to finish on a bus. It begins a
  /// line of cache, so that the members which follow in a derived class share it.
  class alignas(64) Activity : private CompletionQueue::Item {
   public:
    virtual ~Activity() = default;
    virtual void complete(Time now) = 0;

   private:
    friend class Region;
  };

  /// Something that asks for a resource once all completions of the instant are known.
  class Requester {
   public:
    virtual ~Requester() = default;
    virtual void ask(Time now) = 0;

   private:
    friend class Region;
    std::uint32_t order_ = 0;
    bool noted_ = false;
  };

  /// Something that takes what was granted in an instant at its end: the kernel's evaluate and update, within a region.
  class Update {
   public:
    virtual ~Update() = default;
    virtual void update(Time now) = 0;

   private:
    friend class Region;
    std::uint32_t order_ = 0;
    bool noted_ = false;
  };

  /// Something that has an answer for whoever called it, in a call of its own.
  class Answer {
   public:
    virtual ~Answer() = default;
    virtual void give() = 0;
  };

  /// Parts that are computed instead of simulated. They lag behind the region, and have no events of their own while
  /// nobody needs to know what happens in them.
  class Fold {
   public:
    virtual ~Fold() = default;
    /// Lets everything happen in it that happens up to `now`, inclusive, and shows it in the parts' statistics. Returns
    /// when the last of it was.
    virtual Time catch_up(Time now) = 0;
    /// Something is under way in it.
    virtual bool is_busy() const = 0;
  };

  explicit Region(const sc_core::sc_module_name& name);

  /// Joining is possible until the end of elaboration. Order of calls is canonical order within a rank.
  void join(Activity& activity, Rank rank);
  void join(Requester& requester, Rank rank);
  void join(Update& update);
  /// `fold` must outlive the region's last call.
  void join(Fold& fold) { folds_.push_back(&fold); }

  /// A member's peer is not a member (a third party's component): the region then keeps to the kernel's time, since
  /// nobody may be called ahead of time who does not expect it.
  void keep_to_kernel_time() { run_ahead_ = false; }

  /// The region's own time: the kernel's or ahead of it.
  Time now() const { return now_; }
  /// Completions, requests and updates of now() are being called.
  bool is_settling() const { return settling_; }
  /// `now()` relative to the kernel, as an annotation for a TLM call.
  sc_core::sc_time annotation() {
    if (annotated_ != now_) annotate();
    return annotation_;
  }

  void schedule(Activity& activity, Time time) {
    pending_.schedule(activity, time);
    if (!settling_) wake();
  }
  void cancel(Activity& activity) { pending_.cancel(activity); }
  bool is_scheduled(const Activity& activity) const { return activity.pending(); }

  void request(Requester& requester) {
    if (requester.noted_) return;
    requester.noted_ = true;
    (requester.order_ < first_bus_ ? link_requests_ : requests_).push(requester);
    if (!settling_) wake();
  }
  void request_update(Update& update) {
    if (update.noted_) return;
    update.noted_ = true;
    updates_.push_back(&update);
    if (!settling_) wake();
  }

  /// Settles every instant up to and including `time` (not before now()). For calls from outside, at the kernel's time.
  void advance(Time time);
  /// Brings all folds to `now`, for somebody who looks at what they do. Returns when the last thing in any of them
  /// happened; 0: nothing has.
  Time catch_up(Time now);

  /// The answer is given once the call of a requester or update that we are in has returned, or else all completions of
  /// this instant.
  void give(Answer& answer) {
    answers_.push_back(&answer);
    if (!settling_) wake();
  }

  /// Notifies a kernel event at `time` >= now() and sees to it that the region does not run past it.
  void notify(KernelEvent& event, Time time) {
    event.notify_at(time);
    bound_ = time < bound_ ? time : bound_;
  }

  /// Calls `function` at `time` >= now(), after the completions of links and buses; calls of equal time in the order of
  /// entry. Off the hot path: for what third parties annotate with a delay.
  void call_at(Time time, std::function<void()> function);

  /// The region does not run ahead past `end`, the end of the run, of which the kernel itself knows nothing.
  void set_horizon(Time end) { horizon_ = end; }

  /// Completions processed so far.
  std::uint64_t events() const { return events_; }
  /// Completions that are pending, and folds in which something is under way.
  std::size_t pending() const { return pending_.size() + busy_folds(); }
  /// No completion is pending.
  bool idle() const { return pending() == 0 && link_requests_.empty() && requests_.empty(); }

 private:
  static constexpr std::uint32_t rank_shift = 28;
  static constexpr std::uint32_t first_bus_ = 1u << rank_shift;

  /// The calls of call_at().
  class Calls final : public Activity {
   public:
    explicit Calls(Region& region) : region_(region) {}
    void complete(Time now) override;
    std::multimap<Time, std::function<void()>> calls;

   private:
    Region& region_;
  };

  /// Requesters that were noted in this instant. There is room for all that have joined, so that a push is a store.
  struct Requests {
    std::vector<Requester*> items;
    std::size_t size = 0;

    bool empty() const { return size == 0; }
    void push(Requester& requester) { items[size++] = &requester; }
  };

  void start_of_simulation() override;
  void run();
  void step(CompletionQueue::Item& first, Time now);
  void annotate();
  void settle();
  void let_ask(Requests& requests);
  void give_answers() {
    if (!answers_.empty()) give_all_answers();
  }
  void give_all_answers();
  std::size_t busy_folds() const;
  void wake();
  Time next_kernel_activity() const;

  CompletionQueue pending_;
  std::vector<Activity*> activities_[3];  ///< by rank, in order of joining; until the simulation starts
  Requests link_requests_;                ///< noted in this instant by links, which ask first ...
  Requests requests_;                     ///< ... and by everybody else
  Requests asking_;                       ///< scratch of settle()
  std::vector<Answer*> answers_;          ///< in the order in which they are to be given
  std::vector<Fold*> folds_;
  std::vector<Update*> updates_;
  std::vector<Update*> updating_;  ///< scratch of settle()
  Time now_ = 0;
  Time kernel_ = 0;               ///< the kernel's time, which stands still while the region runs
  Time annotated_ = end_of_time;  ///< the time for which annotation_ was made
  sc_core::sc_time annotation_;
  Time bound_ = end_of_time;
  Time horizon_ = end_of_time;
  std::uint64_t events_ = 0;
  std::uint32_t joined_[3] = {};
  std::uint32_t updates_joined_ = 0;
  bool run_ahead_ = true;
  bool settling_ = false;
  bool started_ = false;
  bool postponed_ = false;  ///< to the next delta cycle of this instant
  KernelEvent wake_{"wake"};
  Calls calls_{*this};
};

}  // namespace isochron
