// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/replication_pool.h>

#include <algorithm>
#include <cerrno>

#include <poll.h>

#include <isochron/app/interrupt.h>
#include <isochron/core/error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/record_codec.h>

namespace isochron {

std::vector<ReplicationRecord> ReplicationPool::run(const std::vector<ReplicationTask>& tasks) {
  records_.assign(tasks.size(), {});
  running_.clear();
  simulated_ = 0;
  std::size_t next = 0;
  while (next < tasks.size() || !running_.empty()) {
    while (next < tasks.size() && running_.size() < jobs_) {
      running_.push_back({next, std::make_unique<ReplicationProcess>(tasks[next])});
      ++next;
    }
    wait();
    std::uint64_t underway = 0;
    for (const Slot& slot : running_) underway += slot.simulated;
    progress_.update(simulated_ + underway);
    for (const Slot& slot : running_)
      if (!slot.process) simulated_ += tasks[slot.task].plan.warm_up + tasks[slot.task].plan.duration;
    running_.erase(std::remove_if(running_.begin(), running_.end(), [](const Slot& slot) { return !slot.process; }),
                   running_.end());
  }
  return std::move(records_);
}

void ReplicationPool::wait() {
  std::vector<pollfd> watched{{Interrupt::descriptor(), POLLIN, 0}};
  for (const Slot& slot : running_) watched.push_back({slot.process->descriptor(), POLLIN, 0});
  if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR)
    throw ModelError("cannot wait for the simulations");
  Interrupt::check();
  for (std::size_t i = 0; i < running_.size(); ++i)
    if (watched[i + 1].revents != 0 && serve(running_[i])) running_[i].process.reset();
}

bool ReplicationPool::serve(Slot& slot) {
  const bool open = slot.process->receive();
  while (const auto message = slot.process->next_message()) handle(*message, slot);
  if (open) return false;
  const std::string failure = slot.process->join();
  // Ctrl-C reaches the children too, and perhaps before us.
  Interrupt::check();
  if (!failure.empty()) throw ModelError(failure + "; this is an error in the model, please report it");
  if (!slot.finished) throw ModelError("the simulating process ended without a result");
  return true;
}

void ReplicationPool::handle(const ProcessMessage& message, Slot& slot) {
  switch (message.kind) {
    case ProcessMessage::Kind::progress:
      slot.simulated = std::stoull(message.content);
      break;
    case ProcessMessage::Kind::record:
      records_[slot.task] = decode_record(message.content);
      slot.finished = true;
      break;
    case ProcessMessage::Kind::input_error:
      throw InputError(message.content);
    case ProcessMessage::Kind::model_error:
      throw ModelError(message.content);
  }
}

}  // namespace isochron
