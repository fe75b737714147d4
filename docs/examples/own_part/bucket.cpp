// SPDX-License-Identifier: Apache-2.0
#include "bucket.h"

#include <algorithm>
#include <utility>

#include <isochron/observe/statistic_sink.h>

using isochron::Rate;
using isochron::Time;

Bucket::Bucket(std::string path, const isochron::Domain& domain, std::uint64_t rate, std::uint64_t burst,
               unsigned buffers, isochron::LinkSenderBase& out)
    : OutputPort(buffers, isochron::BufferFreed::on_send),
      path_(std::move(path)),
      region_(domain.region),
      out_(out),
      clock_(Rate::bits_per_second(rate)),
      burst_(Rate::bits_per_second(rate).time_of(burst)) {
  region_.join(static_cast<Activity&>(*this), isochron::Region::Rank::link);
  region_.join(static_cast<Requester&>(*this), isochron::Region::Rank::link);
}

void Bucket::head_arrived(Time now) {
  // A bucket that has been full for a while has no more tokens than a full one.
  paid_ = std::max(paid_, now) + clock_.take(head()->get_data_length());
  if (paid_ <= now + burst_) {
    region_.request(*this);
    return;
  }
  wait_tokens_.enter(now);
  region_.schedule(*this, paid_ - burst_);
}

void Bucket::complete(Time now) {
  wait_tokens_.leave(now);
  // Whoever needs a buffer asks for it once all that completes in this instant has done so.
  region_.request(*this);
}

void Bucket::ask(Time now) {
  wait_buffer_ = !out_.take_buffer(*this, now);
  if (!wait_buffer_) buffer_granted(now);
}

void Bucket::buffer_granted(Time now) {
  wait_buffer_ = false;
  isochron::Payload& message = pop_head(now);
  release_buffer(now);
  out_.push(message, now);
  if (head() != nullptr) head_arrived(now);
}

void Bucket::start_window(Time now) {
  OutputPort::start_window(now);
  wait_tokens_.start_window(now);
}

void Bucket::report(isochron::StatisticSink& sink) {
  OutputPort::report(sink);
  sink.part(path()).fraction("wait_tokens", wait_tokens_);
}

void Bucket::report_waits(std::vector<isochron::Wait>& waits) const {
  if (wait_buffer_) waits.push_back({path(), "a buffer", out_.path()});
}
