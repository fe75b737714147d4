// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/request_sequence.h>

#include <algorithm>

#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/random_stream.h>

namespace isochron {

namespace {

/// Bytes from one place to the next one.
std::uint64_t step_of(std::uint64_t bytes, std::uint64_t align) {
  const std::uint64_t step = (bytes + align - 1) / align * align;
  constexpr std::uint64_t page = RequestSequence::page;
  return step <= page ? step : (step + page - 1) / page * page;
}

}  // namespace

RequestSequence::RequestSequence(const RequestLoad& load, std::uint64_t seed, const std::string& component)
    : load_(load), draws_(random_stream(seed, component, "addresses")) {}

std::uint64_t RequestSequence::places(std::uint64_t bytes, std::uint64_t align, std::uint64_t window) {
  const std::uint64_t step = step_of(bytes, align);
  const std::uint64_t places = step <= page && window >= page ? window / page * (page / step) : window / step;
  return std::max<std::uint64_t>(1, places);
}

std::uint64_t RequestSequence::address_of(std::uint64_t number, std::uint64_t bytes, std::uint64_t align) {
  const std::uint64_t step = step_of(bytes, align);
  if (step > page) return number * step;
  const std::uint64_t in_page = page / step;
  return number / in_page * page + number % in_page * step;
}

void RequestSequence::describe(Tag& tag) {
  bool writes = load_.kind == RequestLoad::Kind::write;
  if (load_.kind == RequestLoad::Kind::mix) {
    // Every second one of a half.
    turn_ += load_.writes;
    writes = turn_ >= RequestLoad::whole;
    if (writes) turn_ -= RequestLoad::whole;
  }
  const std::uint64_t count = places(tag.bytes, load_.align, load_.window);
  const std::uint64_t place = load_.addresses == RequestLoad::Addresses::sequential
                                  ? requests_ % count
                                  : boost::random::uniform_int_distribution<std::uint64_t>(0, count - 1)(draws_);
  ++requests_;
  tag.kind = writes ? MessageKind::write_request : MessageKind::read_request;
  tag.requested = tag.bytes;
  tag.last = false;
  tag.data_offset = address_of(place, tag.bytes, load_.align);
}

}  // namespace isochron
