// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/bus_sender.h>

namespace isochron {

BusSender::BusSender(const std::string& name, const Domain& domain, unsigned buffers, BufferFreed freed)
    : OutputPort(buffers, freed), socket(name.c_str(), domain, *this) {}

void BusSender::report_waits(std::vector<Wait>& waits) const {
  if (head() != nullptr) waits.push_back({path(), "the bus", socket.get_base_port().name()});
}

void BusSender::change_address(const EndpointAddress& from, const EndpointAddress& to) {
  if (changes_ == nullptr) changes_ = std::make_unique<Changes>();
  (*changes_)[from.encode()] = to.encode();
}

void BusSender::send_head() {
  Payload& head = *queue_.front();
  if (__builtin_expect(changes_ != nullptr, 0)) {
    const std::uint64_t address = head.get_address();
    const auto change = changes_->find(EndpointAddress::decode(address).encode());
    if (change != changes_->end()) head.set_address(address - change->first + change->second);
  }
  socket.send(head);
}

void BusSender::head_arrived(Time) {
  // A request that is not yet accepted belongs to the head before this one only while that is still in the queue.
  send_head();
}

void BusSender::on_accepted(AtInitiatorBase&, Payload&, Time now) {
  pop_head(now);
  if (!queue_.empty()) send_head();
  if (freed_ == BufferFreed::on_send) release_buffer(now);
}

void BusSender::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  socket.require_ok(payload);
  socket.complete(payload);
  payload.release();
  if (freed_ == BufferFreed::on_arrival) release_buffer(now);
}

}  // namespace isochron
