// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <isochron/endpoint/block_deadlines.h>
#include <isochron/endpoint/destination_policy.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// I/Os of streams that a failure took away, and that are asked for again of other sources once it is known, if their
/// viewers still have a use for them. They have numbers of their own, from `first` on.
class AskedAgain {
 public:
  static constexpr std::uint64_t first = std::uint64_t{1} << 40;
  static bool is(const Tag& tag) { return tag.block >= first; }

  /// One that does not come.
  struct Missing {
    std::uint32_t source = 0;
    std::uint32_t stream = 0;
    Time issued = 0;
    Time missed = 0;
  };
  /// Asks sources for the I/O with this number; returns how many of their parts make it, 0: none can be asked.
  using Ask = std::function<unsigned(const Missing& missing, std::uint64_t block)>;

  /// I/Os of so many bytes, in messages of so many; `viewers` outlive this.
  AskedAgain(std::uint64_t io, std::uint64_t message, BlockDeadlines& viewers)
      : io_(io), message_(message), viewers_(viewers) {}

  /// A message of an I/O that was asked for once is lost. Whether it is the first of these.
  bool miss(const Tag& tag, Time now);
  /// All that is missing is asked for, to be sent to `endpoints`, one stream after another. What could not be played
  /// any more is given up.
  void ask(const Ask& ask, const std::vector<std::uint32_t>& endpoints, Time now);
  /// Nothing of what is missing will be asked for.
  void give_up();
  /// A part of a message that was asked for again has come. Whether it is the last of these.
  bool arrives(const Tag& tag);
  /// What is due by now and has not come is missed by its viewers, whatever comes later.
  void settle(Time now);

  /// Where the I/O of this number, `first` or more, goes.
  Destination destination(std::uint64_t block) const {
    const Request& request = requests_[static_cast<std::size_t>(block - first)];
    return {request.endpoint, request.missing.stream};
  }

 private:
  struct Request {
    Missing missing;
    std::uint32_t endpoint = 0;
    std::vector<std::uint8_t> left;  ///< by message: parts that have not come
  };
  Tag tag_of(const Missing& missing, std::uint64_t offset) const;
  void give_up(const Missing& missing);

  std::uint64_t io_;
  std::uint64_t message_;
  BlockDeadlines& viewers_;
  std::vector<Missing> missing_;
  std::set<std::pair<std::uint32_t, std::uint64_t>> known_;  ///< source and block of these, and of earlier ones
  std::vector<Request> requests_;
};

/// Others, but for what is asked for again.
class WithAskedAgain final : public DestinationPolicy {
 public:
  WithAskedAgain(std::unique_ptr<DestinationPolicy> others, const AskedAgain& again)
      : others_(std::move(others)), again_(again) {}
  Destination next(const Io& io, std::uint32_t index, const Destination& before) override {
    return io.block >= AskedAgain::first ? again_.destination(io.block) : others_->next(io, index, before);
  }

 private:
  std::unique_ptr<DestinationPolicy> others_;
  const AskedAgain& again_;
};

}  // namespace isochron
