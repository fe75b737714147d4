// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/trace.h>

#include <isochron/core/error.h>
#include <isochron/observe/save_file.h>
#include <isochron/observe/scope_tree.h>

namespace isochron {

void Trace::open() {
  list_.collect();
  const std::size_t count = list_.infos().size();
  chosen_ = plan_.select ? plan_.select(list_.infos()) : std::vector<bool>(count, true);
  if (!plan_.log.empty()) log_ = std::make_unique<TransactionLog>(plan_.log);
  if (!plan_.wave.empty()) declare();
  for (std::size_t i = 0; i < count; ++i) {
    if (!chosen_[i]) continue;
    const ProbeList::Entry& entry = list_.entries_[i];
    if (file_) entry.probe->trace_ = this;
    if (entry.place != nullptr && log_) entry.place->log_ = this;
    if (entry.utilisation != nullptr && file_) utilisations_.push_back(entry.utilisation);
    // A part lists its probes together.
    if (parts_.empty() || parts_.back() != entry.owner) parts_.push_back(entry.owner);
  }
}

void Trace::declare() {
  file_ = WaveFile::make(plan_.wave, plan_.fst);
  const ScopeTree tree(list_.infos(), chosen_);
  const std::function<void(const ScopeTree::Scope&)> declare_in = [&](const ScopeTree::Scope& scope) {
    for (const std::size_t i : scope.signals) {
      const ProbeInfo& info = list_.infos()[i];
      list_.entries_[i].probe->handle_ = file_->add(info.name, info.kind, info.width);
    }
    for (const ScopeTree::Scope& inside : scope.scopes) {
      file_->open_scope(inside.name);
      declare_in(inside);
      file_->close_scope();
    }
  };
  declare_in(tree.root());
}

void Trace::run(Time end, const std::function<void(Time)>& run_to) {
  const auto go = [&](Time time) {
    if (kernel_now() >= time) return;
    try {
      run_to(time);
    } catch (const std::exception&) {
      if (failure_) throw WriteError(*failure_);
      throw;
    }
  };
  if (!started_ && plan_.from <= end) {
    go(plan_.from);
    start();
  }
  if (started_ && !stopped_ && plan_.to <= end) {
    go(plan_.to);
    stop();
  }
  go(end);
}

void Trace::start() {
  started_ = true;
  if (file_) {
    now_ = plan_.from;
    file_->time(now_);
  }
  for (UtilisationProbe* const probe : utilisations_) probe->start(plan_.from);
  if (!utilisations_.empty()) next_sample_ = plan_.from + plan_.interval;
  for (Traced* const part : parts_) part->start_trace(plan_.from);
}

void Trace::stop() {
  stopped_ = true;
  for (Traced* const part : parts_) part->stop_trace();
  if (!file_ || plan_.to == end_of_time) return;
  sample_up_to(plan_.to);
  if (now_ == plan_.to) return;
  now_ = plan_.to;
  file_->time(now_);
}

void Trace::close() {
  if (started_ && !stopped_) stop();
  if (file_) {
    file_->close();
    if (started_ && !plan_.save_file.empty())
      write_save_file(plan_.save_file, plan_.shown_as, plan_.from, now_, ScopeTree(list_.infos(), chosen_),
                      list_.infos());
  }
  if (log_) log_->close();
}

void Trace::advance(Time now) {
  if (now < now_) throw ModelError("the waveform's time would go back");
  sample_up_to(now);
  if (now == now_) return;
  now_ = now;
  file_->time(now);
}

void Trace::sample_up_to(Time now) {
  while (next_sample_ <= now) {
    const Time time = next_sample_;
    next_sample_ += plan_.interval;
    for (UtilisationProbe* const probe : utilisations_) probe->sample(time);
  }
}

}  // namespace isochron
