// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/root_complex_out.h>

#include <algorithm>

namespace isochron {

RootComplexOut::RootComplexOut(const char* name, const Domain& domain, std::uint64_t first, std::uint64_t size,
                               Host& host)
    : socket(name, domain, *this), domain_(domain), host_(host), first_(first), size_(size) {}

void RootComplexOut::begin(std::uint32_t access, const Tag& of, TimedMemory::Access kind) {
  const std::uint64_t bytes = kind == TimedMemory::Access::read ? of.requested : of.bytes;
  const std::uint64_t piece = domain_.pool.capacity();
  const std::uint64_t pieces = (bytes + piece - 1) / piece;
  if (left_.size() <= access) left_.resize(access + 1);
  // All of them before the first leaves: it may be answered in the call.
  left_[access] = pieces;
  unanswered_ += pieces;
  const Tag request = of;
  for (std::uint64_t done = 0; done < bytes; done += piece) {
    const std::uint64_t length = std::min(piece, bytes - done);
    // No piece reaches beyond the memory's end.
    const std::uint64_t offset = std::min((request.data_offset + done) % size_, size_ - length);
    Message& message = domain_.pool.allocate(first_ + offset, static_cast<unsigned>(length));
    if (kind == TimedMemory::Access::read) message.set_read();
    Tag& tag = message.tag();
    static_cast<Tag&>(tag) = request;
    tag.kind = MessageKind::data;
    tag.bytes = static_cast<std::uint32_t>(length);
    tag.stream = access;
    tag.has_data = false;
    outbox_.send(message);
  }
}

void RootComplexOut::on_accepted(AtInitiatorBase&, Payload&, Time) {
  outbox_.accepted();
}

void RootComplexOut::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  socket.require_ok(payload);
  const std::uint32_t access = tag_of(payload).stream;
  socket.complete(payload);
  payload.release();
  --unanswered_;
  if (--left_[access] == 0) host_.access_over(access, now);
}

void RootComplexOut::report_waits(std::vector<Wait>& waits) const {
  socket.report_wait(waits);
  if (unanswered_ == 0 || socket.requesting()) return;
  const auto* const target = dynamic_cast<const sc_core::sc_object*>(socket.operator->());
  waits.push_back({socket.name(), "the response", target == nullptr ? "its target" : target->name()});
}

}  // namespace isochron
