// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/asked_again.h>

#include <algorithm>
#include <iterator>

namespace isochron {

bool AskedAgain::miss(const Tag& tag, Time now) {
  if (!known_.emplace(tag.source, tag.block).second) return false;
  // In the order of sources within an instant, in which the kernel may run their processes in any order.
  const auto is_later = [&](const Missing& one) { return one.missed == now && one.source > tag.source; };
  auto place = missing_.end();
  while (place != missing_.begin() && is_later(*std::prev(place))) --place;
  missing_.insert(place, {tag.source, tag.stream, tag.issued, now});
  return true;
}

Tag AskedAgain::tag_of(const Missing& missing, std::uint64_t offset) const {
  Tag tag;
  tag.source = missing.source;
  tag.stream = missing.stream;
  tag.issued = missing.issued;
  tag.offset = offset;
  return tag;
}

void AskedAgain::ask(const Ask& ask, const std::vector<std::uint32_t>& endpoints, Time now) {
  const std::vector<Missing> missing = std::exchange(missing_, {});
  for (const Missing& one : missing) {
    if (viewers_.due(tag_of(one, io_)) <= now) {
      give_up(one);
      continue;
    }
    const std::uint64_t block = first + requests_.size();
    requests_.push_back({one, endpoints[one.stream % endpoints.size()], {}});
    const unsigned parts = ask(one, block);
    if (parts == 0)
      give_up(one);
    else
      requests_.back().left.assign((io_ + message_ - 1) / message_, static_cast<std::uint8_t>(parts));
  }
}

void AskedAgain::give_up() {
  for (const Missing& one : missing_) give_up(one);
  missing_.clear();
}

void AskedAgain::give_up(const Missing& missing) {
  viewers_.misses(tag_of(missing, 0), io_);
}

bool AskedAgain::arrives(const Tag& tag) {
  std::uint8_t& left = requests_[static_cast<std::size_t>(tag.block - first)].left[tag.offset / message_];
  if (left == 0) return false;  // its viewer has missed it
  return --left == 0;
}

void AskedAgain::settle(Time now) {
  const auto is_over = [this, now](const Missing& one) { return viewers_.due(tag_of(one, io_)) <= now; };
  for (const Missing& one : missing_)
    if (is_over(one)) give_up(one);
  missing_.erase(std::remove_if(missing_.begin(), missing_.end(), is_over), missing_.end());
  for (Request& request : requests_)
    for (std::size_t i = 0; i < request.left.size(); ++i) {
      const Tag tag = tag_of(request.missing, i * message_);
      if (request.left[i] == 0 || viewers_.due(tag) > now) continue;
      request.left[i] = 0;
      viewers_.misses(tag, std::min(message_, io_ - tag.offset));
    }
}

}  // namespace isochron
