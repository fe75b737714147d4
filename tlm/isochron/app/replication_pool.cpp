// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/replication_pool.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include <poll.h>

#include <isochron/app/host_error.h>
#include <isochron/app/interrupt.h>
#include <isochron/app/traced_failure.h>
#include <isochron/core/error.h>
#include <isochron/scenario/record_codec.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

/// Picoseconds that the task will simulate, about; never 0.
std::uint64_t expected_time(const ReplicationTask& task) {
  const std::uint64_t measured = task.plan.warm_up + task.plan.duration;
  return std::max<std::uint64_t>(1, task.machine->completes_in().value_or(measured));
}

/// Whether one process may build the machine of both.
bool differ_in_seed_alone(const ReplicationTask& a, const ReplicationTask& b) {
  return a.machine == b.machine && a.series == b.series && a.trace == nullptr && b.trace == nullptr;
}

/// `tells`: it reports how far it is; else it does the same work whatever the time.
ChildProcess::Work work_of(const ReplicationTask* tasks, std::size_t count, bool tells) {
  return [tasks, count, tells](const auto& report) {
    if (!tells) return encode_record(replicate(tasks, count, nullptr));
    // A machine may have more to say than anybody reads: a simulated second can take microseconds.
    constexpr auto pause = std::chrono::milliseconds(20);
    auto next = std::chrono::steady_clock::now();
    return encode_record(replicate(tasks, count, [&](std::uint64_t simulated) {
      const auto now = std::chrono::steady_clock::now();
      if (now < next) return;
      next = now + pause;
      report(std::to_string(simulated));
    }));
  };
}

}  // namespace

std::vector<ReplicationRecord> ReplicationPool::run(const std::vector<ReplicationTask>& tasks) {
  records_.assign(tasks.size(), {});
  running_.clear();
  expected_ = 0;
  shown_ = {};
  shown_.replications = tasks.size();
  for (const ReplicationTask& task : tasks) {
    shown_.total_s += to_si(expected_time(task), Quantity::duration);
    shown_.estimated = shown_.estimated || task.machine->completes_in().has_value();
  }
  try {
    run_all(tasks);
  } catch (const TracedFailure&) {
    throw;
  } catch (const ModelError& error) {
    if (!finish_traced(tasks)) throw;
    throw TracedFailure(error.what());
  }
  std::vector<ReplicationRecord> records;
  records.reserve(records_.size());
  for (std::string& bytes : records_) records.push_back(decode_record(std::exchange(bytes, {})));
  return records;
}

void ReplicationPool::run_all(const std::vector<ReplicationTask>& tasks) {
  waiting_ = batches(tasks);
  while (!waiting_.empty() || !running_.empty()) {
    while (!waiting_.empty() && running_.size() < jobs_) {
      const Batch batch = waiting_.front();
      waiting_.pop_front();
      const ReplicationTask& first = tasks[batch.first];
      running_.push_back({batch, expected_time(first),
                          std::make_unique<ChildProcess>(work_of(&first, batch.count, progress_.is_shown()))});
    }
    wait();
    retire();
    show_progress();
  }
}

std::deque<ReplicationPool::Batch> ReplicationPool::batches(const std::vector<ReplicationTask>& tasks) const {
  std::deque<Batch> batches;
  for (std::size_t first = 0; first < tasks.size();) {
    std::size_t end = first + 1;
    while (end < tasks.size() && differ_in_seed_alone(tasks[first], tasks[end])) ++end;
    const std::size_t share = (end - first + jobs_ - 1) / jobs_;
    for (; first < end; first += batches.back().count) batches.push_back({first, std::min(share, end - first)});
  }
  return batches;
}

bool ReplicationPool::finish_traced(const std::vector<ReplicationTask>& tasks) {
  const auto is_traced = [&](const Slot& slot) { return tasks[slot.batch.first].trace != nullptr && !slot.failed; };
  running_.erase(std::remove_if(running_.begin(), running_.end(),
                                [&](const Slot& slot) { return !slot.process || !is_traced(slot); }),
                 running_.end());
  while (!running_.empty()) {
    wait();
    retire();
  }
  const auto traced =
      std::find_if(tasks.begin(), tasks.end(), [](const ReplicationTask& task) { return task.trace != nullptr; });
  return traced != tasks.end() && !records_[static_cast<std::size_t>(traced - tasks.begin())].empty();
}

void ReplicationPool::retire() {
  running_.erase(std::remove_if(running_.begin(), running_.end(), [](const Slot& slot) { return !slot.process; }),
                 running_.end());
}

void ReplicationPool::show_progress() {
  std::uint64_t done = expected_;
  // An estimate may be too low: what still runs is never counted as finished.
  for (const Slot& slot : running_) done += std::min(slot.simulated, slot.expected - slot.expected / 100);
  shown_.done_s = std::min(to_si(done, Quantity::duration), shown_.total_s);
  progress_.update(shown_);
}

void ReplicationPool::wait() {
  std::vector<pollfd> watched{{Interrupt::descriptor(), POLLIN, 0}};
  for (const Slot& slot : running_) watched.push_back({slot.process->descriptor(), POLLIN, 0});
  if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR)
    throw HostError("cannot wait for the simulations");
  Interrupt::check();
  for (std::size_t i = 0; i < running_.size(); ++i)
    if (watched[i + 1].revents != 0 && serve(running_[i])) running_[i].process.reset();
}

bool ReplicationPool::serve(Slot& slot) {
  const bool open = slot.process->receive();
  while (const auto message = slot.process->next_message()) handle(*message, slot);
  if (open) return false;
  slot.process->join();
  if (slot.finished == 0) throw ModelError("the simulating process ended without a result");
  // The machine used its seed while it was built: it is built again for each of the other tasks.
  for (std::size_t i = slot.batch.count; i > slot.finished; --i) waiting_.push_front({slot.batch.first + i - 1, 1});
  return true;
}

void ReplicationPool::handle(const ChildMessage& message, Slot& slot) {
  switch (message.kind) {
    case ChildMessage::Kind::progress:
      slot.simulated = std::stoull(message.content);
      break;
    case ChildMessage::Kind::result:
      records_[slot.batch.first + slot.finished] = message.content;
      ++slot.finished;
      slot.simulated = 0;
      expected_ += slot.expected;
      ++shown_.finished;
      break;
    default:
      slot.failed = true;
      rethrow(message);
  }
}

}  // namespace isochron
