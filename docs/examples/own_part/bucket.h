// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/core/rate.h>
#include <isochron/core/region.h>
#include <isochron/observe/time_in.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/link_sender.h>

/// Messages that wait for tokens. Tokens, one a byte, come at a rate into a bucket that holds `burst` of them; a
/// message takes as many as it has bytes once it is at the head of the queue, and goes on to the port `out` as soon as
/// that has a buffer. What waits gathers tokens beyond the bucket's size, so that longer messages pass too. With a
/// burst of 0 it is a pacer: a message a time.
class Bucket final : public isochron::OutputPort,
                     private isochron::Region::Activity,
                     private isochron::Region::Requester,
                     private isochron::Buffers::Waiter {
 public:
  /// `path`: of the part. `rate`: bit/s. `burst`: bytes. `buffers`: messages, 1 or more.
  Bucket(std::string path, const isochron::Domain& domain, std::uint64_t rate, std::uint64_t burst, unsigned buffers,
         isochron::LinkSenderBase& out);

  std::string path() const override { return path_; }
  void start_window(isochron::Time now) override;
  void report(isochron::StatisticSink& sink) override;
  void report_waits(std::vector<isochron::Wait>& waits) const override;

 private:
  void head_arrived(isochron::Time now) override;
  void complete(isochron::Time now) override;
  void ask(isochron::Time now) override;
  void buffer_granted(isochron::Time now) override;

  std::string path_;
  isochron::Region& region_;
  isochron::LinkSenderBase& out_;
  isochron::TransferClock clock_;
  isochron::Time burst_;     ///< how long its tokens take to come
  isochron::Time paid_ = 0;  ///< when the tokens of all messages so far will have come
  isochron::TimeIn wait_tokens_;
  bool wait_buffer_ = false;
};
