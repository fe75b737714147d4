// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/stream_maker.h>

#include <utility>

#include <isochron/machine/workload/traffic/destinations.h>

namespace isochron {

StreamMaker::StreamMaker(const Netlist& netlist, const Routes& routes, const FlatTraffic& traffic,
                         std::shared_ptr<const EndpointNodes> nodes)
    : netlist_(netlist), routes_(routes), traffic_(traffic), nodes_(std::move(nodes)), endpoints_(netlist, traffic) {}

std::vector<Stream> StreamMaker::of(std::size_t number) {
  const std::size_t source = traffic_.sources[number];
  const EndpointList list = traffic_.trace_has_sinks ? endpoints_.every() : endpoints_.of(number);
  std::vector<Stream> streams;
  if (list->empty()) return streams;
  const WayChoice way(traffic_.options, netlist_.parts[source].path, nodes_, way_table(traffic_, number));
  const std::vector<PortRef> outputs = netlist_.parts[source].config->sources();
  const bool asks = traffic_.options.asks();
  const unsigned turns = !asks && way.in_turn() ? way.ways() : 1;
  for (const auto& [endpoint, share] : stream_shares(traffic_, number, *list)) {
    Stream stream;
    stream.endpoint = endpoint;
    stream.share = share;
    for (const PortRef& output : outputs)
      for (unsigned turn = 0; turn < turns; ++turn) {
        const unsigned taken = (way.to(endpoint) + turn) % way.ways();
        stream.there.push_back({output, taken, turn, 1.0 / static_cast<double>(outputs.size() * turns),
                                routes_.hops(source, output, endpoint, way.addressed(endpoint, taken))});
      }
    if (asks) {
      const std::uint32_t home = routes_.endpoint_of(source);
      const std::size_t responder = netlist_.endpoints[endpoint];
      stream.back = routes_.hops(responder, answer_output(routes_, netlist_, responder, home), home, 0);
    }
    streams.push_back(std::move(stream));
  }
  return streams;
}

}  // namespace isochron
