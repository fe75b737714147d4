// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/packet_fit.h>

#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <isochron/pcie/tlp_type.h>

namespace isochron {

namespace {

bool holds(const ReceiveBuffers::OfType& buffer, std::uint64_t bytes) {
  return buffer.data == 0 || (bytes + Credits::unit - 1) / Credits::unit <= buffer.data / Credits::unit;
}

std::optional<CompatibilityError> too_large_for(const Connections& receiver, TlpType type, std::uint64_t bytes) {
  const TlpReceiver* const buffers = receiver.as<TlpReceiver>();
  if (buffers == nullptr || holds(buffers->receive_buffers()[type], bytes)) return std::nullopt;
  const std::string parameter = fmt::format("buffers.{}.data", tlp_type_names[index_of(type)]);
  return CompatibilityError{fmt::format("it sends {} packets of up to {} B of data, and `{}` of `{}` has {} B",
                                        tlp_type_names[index_of(type)], bytes, parameter, receiver.path(),
                                        buffers->receive_buffers()[type].data),
                            fmt::format("Lower its `mps`, or raise `{}` of `{}`", parameter, receiver.path())};
}

}  // namespace

std::optional<CompatibilityError> packets_too_large(const Connections& from, const LargestPackets& largest) {
  std::set<std::pair<std::size_t, PortRef>> seen;
  std::vector<std::pair<Connections, PortRef>> outputs;
  for (unsigned i = 0; i < from.plan().counts[0]; ++i) outputs.emplace_back(from, PortRef{0, i});
  while (!outputs.empty()) {
    const auto [part, output] = outputs.back();
    outputs.pop_back();
    const std::optional<PortOfPart> input = part.input_behind(output);
    if (!input || !seen.emplace(input->part, input->port).second) continue;
    const Connections receiver = *part.behind(output);
    if (auto error = too_large_for(receiver, TlpType::posted, largest.posted)) return error;
    if (auto error = too_large_for(receiver, TlpType::completion, largest.completion)) return error;
    // Not back by the port that it came in by, which is the other half of a peer.
    const PortRef back{input->port.group - 1, input->port.index};
    for (const PortRef& way : receiver.config().ways_from(input->port, receiver.plan()))
      if (!(way == back)) outputs.emplace_back(receiver, way);
  }
  return std::nullopt;
}

}  // namespace isochron
