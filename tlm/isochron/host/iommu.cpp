// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/iommu.h>

#include <algorithm>

#include <isochron/observe/probe_list.h>

namespace isochron {

namespace {

constexpr std::uint64_t pages[] = {std::uint64_t{4} << 10, std::uint64_t{2} << 20, std::uint64_t{1} << 30};

unsigned bits_of(std::uint64_t page) {
  unsigned bits = 0;
  while (std::uint64_t{1} << bits < page) ++bits;
  return bits;
}

}  // namespace

struct Iommu::Probes {
  NumberProbe walking;
  NumberProbe depth;
  UtilisationProbe utilisation;
};

ParameterTable Iommu::Config::parameters() {
  ParameterTable table;
  table.count("entries", entries, {1, 4096}, "translations that it keeps, those of the pages used last");
  table.bytes("page", page, {pages[0], pages[2]}, "bytes of a page: 4 KiB, 2 MiB or 1 GiB");
  table.count("walkers", walkers, {1, 64}, "walks at a time");
  table.duration("walk_latency", walk_latency, {0, millisecond}, "from the beginning of a walk to its end");
  table.check([this] {
    std::vector<ParameterProblem> found;
    if (std::find(std::begin(pages), std::end(pages), page) == std::end(pages)) {
      ParameterProblem problem{"page", "a page has 4 KiB, 2 MiB or 1 GiB", "give one of these", {"page"}};
      for (const std::uint64_t one : pages) problem.candidates.emplace_back("page", one);
      found.push_back(std::move(problem));
    }
    return found;
  });
  return table;
}

Iommu::Iommu(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
    : sc_module(name),
      config_(config),
      page_bits_(bits_of(config.page)),
      region_(domain.region),
      translations_(static_cast<std::uint32_t>(config.entries)) {
  for (std::uint64_t walker = 0; walker < config.walkers; ++walker) walker_free_.push(0);
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
}

Iommu::~Iommu() = default;

Time Iommu::translated(std::uint64_t address, std::uint64_t bytes, Time now) {
  end_walks(now);
  Time ready = now;
  const std::uint64_t last = (address + bytes - 1) >> page_bits_;
  for (std::uint64_t page = address >> page_bits_; page <= last; ++page)
    ready = std::max(ready, page_translated(page, now));
  if (__builtin_expect(probes_ != nullptr, 0)) show(now);
  return ready;
}

Time Iommu::page_translated(std::uint64_t page, Time now) {
  if (translations_.use(page)) {
    ++hits_;
    return now;
  }
  ++misses_;
  if (const std::uint32_t number = walked_for_.find(page); number != KeyIndex::none) {
    ++joined_;
    return walks_[(number - first_) & numbers].end;
  }
  const Time start = std::max(now, walker_free_.pop());
  const Time end = start + config_.walk_latency;
  walker_free_.push(end);
  walked_for_.insert(page, (first_ + static_cast<std::uint32_t>(walks_.size())) & numbers);
  walks_.push({page, start, end});
  walking_ += end - start;
  waiting_ += start - now;
  return end;
}

void Iommu::end_walks(Time now) {
  while (!walks_.empty() && walks_.front().end <= now) {
    const std::uint64_t page = walks_.pop().page;
    first_ = (first_ + 1) & numbers;
    walked_for_.erase(page);
    translations_.add(page);
  }
}

Time Iommu::walking_after(Time now) const {
  // A walker that is taken beyond `now` has not a moment's rest until then.
  Time sum = 0;
  for (std::size_t walker = 0; walker < walker_free_.size(); ++walker)
    if (walker_free_[walker] > now) sum += walker_free_[walker] - now;
  return sum;
}

Time Iommu::waiting_after(Time now) const {
  Time sum = 0;
  for (std::size_t i = 0; i < walks_.size(); ++i)
    if (walks_[i].start > now) sum += walks_[i].start - now;
  return sum;
}

void Iommu::start_window(Time now) {
  WithStatistics::start_window(now);
  walking_ = walking_after(now);
  waiting_ = waiting_after(now);
}

Statistics<Iommu> Iommu::statistics() {
  Statistics<Iommu> table;
  table.count("hits", &Iommu::hits_, "pages whose translation was there");
  table.count("misses", &Iommu::misses_, "pages whose translation was not there");
  table.count("joined", &Iommu::joined_, "misses that wait for a walk which another one asked for");
  table.fraction("utilisation", &Iommu::walked, "fraction of the walkers' time in which they walk");
  table.mean("queue_depth", &Iommu::waited, "walks that wait for a walker, mean over time");
  return table;
}

void Iommu::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->walking, name(), "walking", 64, "walkers that walk");
  list.add(own_probes_->depth, name(), "queue_depth", 0xffff, "walks that wait for a walker");
  list.add(own_probes_->utilisation, name(), "fraction of the time that a walker walks");
}

void Iommu::start_trace(Time now) {
  probes_ = own_probes_.get();
  show(now);
}

void Iommu::stop_trace() {
  probes_ = nullptr;
  region_.cancel(*this);
}

void Iommu::show(Time now) {
  std::uint64_t walking = 0, waiting = 0;
  Time change = end_of_time;
  for (std::size_t i = 0; i < walks_.size(); ++i) {
    const Walk& walk = walks_[i];
    if (walk.end <= now) continue;
    ++(walk.start <= now ? walking : waiting);
    change = std::min(change, walk.start <= now ? walk.end : walk.start);
  }
  probes_->walking.set(now, walking);
  probes_->depth.set(now, waiting);
  probes_->utilisation.set(now, walking > 0);
  if (change == end_of_time) return;
  region_.cancel(*this);
  region_.schedule(*this, change);
}

TypeInfo Iommu::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Address translation of devices: a cache of translations, and walkers that look up the others";
  info.source = "our own";
  info.ports = {{"translation", calls, "target", "addresses that it translates"}};
  info.statistics = statistics().infos();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
