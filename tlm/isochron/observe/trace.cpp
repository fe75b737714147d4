// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/trace.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/observe/held_instant.h>
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
    paths_.insert(list_.infos()[i].part + ".");
  }
}

bool Trace::follows(const std::string& path) const {
  const std::string scope = path + ".";
  const auto first = paths_.lower_bound(scope);
  return first != paths_.end() && first->compare(0, scope.size(), scope) == 0;
}

void Trace::declare() {
  file_ = WaveFile::make(plan_.wave, plan_.fst);
  const std::vector<ProbeInfo>& infos = list_.infos();
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (!chosen_[i] || infos[i].kind != SignalKind::bits) continue;
    file_ = std::make_unique<HeldInstant>(std::move(file_));
    holds_ = true;
    break;
  }
  const ScopeTree tree(infos, chosen_);
  const std::function<void(const ScopeTree::Scope&)> declare_in = [&](const ScopeTree::Scope& scope) {
    for (const std::size_t i : scope.signals) {
      const ProbeInfo& info = infos[i];
      Probe& probe = *list_.entries_[i].probe;
      if (info.kind != SignalKind::bits)
        probe.handle_ = file_->add(info.name, info.kind, info.width);
      else
        probe.handle_ =
            file_->add_bits(info.name, info.range, probe.declared_ ? std::optional(probe.handle_) : std::nullopt);
      probe.declared_ = true;
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
    if (plan_.from > kernel_now()) begins_.notify(to_sc_time(plan_.from - kernel_now()));
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
  catch_up(plan_.to);
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
  if (now > now_)
    catch_up(now);
  else if (!holds_)
    throw ModelError("the waveform's time would go back");
  if (now == now_) return;
  now_ = now;
  file_->time(now);
}

void Trace::catch_up(Time now) {
  for (;;) {
    const Time next_later = later_.empty() ? end_of_time : later_.top().time;
    if (std::min(next_sample_, next_later) > now) return;
    if (next_sample_ <= next_later)
      sample();
    else
      write_first_of_later();
  }
}

void Trace::sample() {
  const Time time = next_sample_;
  next_sample_ += plan_.interval;
  for (UtilisationProbe* const probe : utilisations_) probe->sample(time);
}

void Trace::write_first_of_later() {
  const Later later = later_.top();
  later_.pop();
  change(later.time, [&](WaveFile& file) { file.bits(later.handle, later.value ? "1" : "0"); });
}

}  // namespace isochron
