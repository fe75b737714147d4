// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/rebuild.h>

#include <algorithm>
#include <utility>

#include <isochron/core/error.h>

namespace isochron {

Rebuild::Rebuild(RebuildPlan plan, std::uint64_t& blocks, Region& region, Done done)
    : plan_(std::move(plan)), blocks_(blocks), region_(region), done_(std::move(done)) {
  region_.join(*this, Region::Rank::timer);
}

void Rebuild::start(const std::vector<ChangingSource*>& sources, Time now) {
  sources_ = &sources;
  running_ = true;
  next_ = now;
  region_.schedule(*this, now);
}

void Rebuild::give_up() {
  running_ = false;
  if (region_.is_scheduled(*this)) region_.cancel(*this);
}

void Rebuild::complete(Time now) {
  __extension__ using Wide = unsigned __int128;
  while (may_ask() && next_ <= now) {
    const std::uint64_t unit = asked_++;
    left_[unit] = plan_.parts;
    for (std::uint64_t part = 0; part < plan_.parts; ++part) ask(unit, plan_.source(unit, part), now);
    const Wide time = static_cast<Wide>(plan_.unit) * 8 * second + carry_;
    next_ += static_cast<Time>(time / plan_.rate);
    carry_ = static_cast<std::uint64_t>(time % plan_.rate);
  }
  if (may_ask()) region_.schedule(*this, next_);
}

void Rebuild::ask(std::uint64_t unit, std::uint32_t source, Time now) {
  const std::uint64_t block = blocks_++;
  parts_[block] = {unit, source, plan_.unit, false};
  (*sources_)[source]->again(block, now, now);
  // The source may have its next event before what the region knew of.
  region_.notify(asks_, std::max(now, kernel_now()));
}

std::uint64_t Rebuild::arrives(const Tag& tag, std::uint64_t bytes, Time now) {
  const Parts::iterator found = parts_.find(tag.block);
  if (found == parts_.end()) throw ModelError("a message of a rebuild has come that was not asked for");
  Part& part = found->second;
  part.left -= bytes;
  if (part.left > 0) return 0;
  const bool is_void = part.is_void;
  const std::uint64_t unit = part.unit;
  parts_.erase(found);
  if (is_void || --left_[unit] > 0) return 0;
  left_.erase(unit);
  if (++rebuilt_ == plan_.units && running_) {
    running_ = false;
    done_(now);
  } else if (may_ask() && !region_.is_scheduled(*this)) {
    next_ = std::max(next_, now);
    region_.schedule(*this, next_);
  }
  return plan_.unit;
}

void Rebuild::lost(const Tag& tag, std::uint64_t bytes, Time now) {
  const Parts::iterator found = parts_.find(tag.block);
  if (found == parts_.end()) throw ModelError("a message of a rebuild is lost that was not asked for");
  Part& part = found->second;
  part.left -= bytes;
  const std::uint64_t unit = part.unit;
  const std::uint32_t source = part.source;
  const bool again = !std::exchange(part.is_void, true) && running_;
  if (part.left == 0) parts_.erase(found);
  if (again) ask(unit, source, now);
}

Destination RebuildDestinations::next(const Io& io, std::uint32_t, const Destination&) {
  for (const std::unique_ptr<Rebuild>& one : rebuilds_)
    if (one != nullptr && one->has(io.block)) return {one->sink(io.block), 0};
  throw ModelError("a source sends what no rebuild has asked for");
}

}  // namespace isochron
