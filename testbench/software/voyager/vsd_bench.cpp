// SPDX-License-Identifier: Apache-2.0
#include "software/voyager/vsd_bench.h"

#include <limits>

#include "support/transfer_bench.h"

namespace isochron::testbench {

Delay::Delay(const sc_core::sc_module_name& name, Region& region, Time byte, unsigned ends)
    : sc_module(name), region_(region), byte_(byte) {
  for (unsigned i = 0; i < ends; ++i) {
    inlets_.push_back(std::make_unique<InletPort>(("in[" + std::to_string(i) + "]").c_str(), accepted_));
    outlets_.push_back(std::make_unique<OutletPort>(("out[" + std::to_string(i) + "]").c_str()));
  }
}

void Delay::accept(Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  const unsigned length = payload.get_data_length();
  passages.push_back({now, tag.stream, tag.destination, length});
  const OutletPort& to = out(outlets_.size() > 1 ? tag.destination : 0);
  if (byte_ == 0) {
    to.hand_on(payload, now);
    return;
  }
  payload.acquire();
  const Time end = now + byte_ * length;
  region_.call_at(end, [&payload, &to, end] {
    to.hand_on(payload, end);
    payload.release();
  });
}

/// Of a string with `devices`, 0: no time at all.
static std::unique_ptr<RatedTransfers> string_timing(unsigned devices, unsigned byte) {
  if (byte > 0) return nanoseconds_a_byte(devices, byte, byte);
  const Rate at_once = Rate::bits_per_second(std::numeric_limits<std::uint64_t>::max());
  return std::make_unique<RatedTransfers>(std::vector<RatedTransfers::Rates>(devices, {at_once, at_once}));
}

VsdBench::VsdBench(const Shape& shape) {
  network = std::make_unique<Delay>("network", region, shape.network_byte, shape.clients + shape.servers);
  std::vector<std::uint32_t> nodes;
  for (unsigned s = 0; s < shape.servers; ++s)
    for (unsigned d = 0; d < shape.disks; ++d) nodes.push_back(shape.clients + s);
  for (unsigned c = 0; c < shape.clients; ++c) {
    const std::string number = std::to_string(c);
    clients.push_back(
        std::make_unique<VsdClient>(("client" + number).c_str(), domain, shape.vsd, c, nodes, shape.seed));
    clients.back()->sent.bind(network->in(c));
    network->out(c).bind(clients.back()->received);
    ends_.push_back(std::make_unique<InletPort>(("end" + number).c_str(), finished_));
    if (shape.ends) clients.back()->done.bind(*ends_.back());
  }
  for (unsigned s = 0; s < shape.servers; ++s) {
    const std::string number = std::to_string(s);
    std::vector<VsdServer::Drive> drives;
    for (unsigned d = 0; d < shape.disks; ++d) {
      const auto disk = static_cast<std::uint32_t>(disks.size());
      disks.push_back(std::make_unique<Disk>(("disk" + std::to_string(disk)).c_str(), domain, shape.disk, shape.seed));
      drives.push_back({disk, disks.back().get()});
    }
    servers.push_back(
        std::make_unique<VsdServer>(("server" + number).c_str(), domain, shape.vsd, shape.strings, drives, shape.seed));
    VsdServer& server = *servers.back();
    for (unsigned k = 0; k < shape.strings; ++k) {
      std::vector<Disk*> on_it;
      for (unsigned d = k; d < shape.disks; d += shape.strings) on_it.push_back(drives[d].disk);
      const auto count = static_cast<unsigned>(on_it.size());
      strings_.push_back(std::make_unique<FifoBus>(("string" + std::to_string(strings_.size())).c_str(), domain,
                                                   string_timing(count, shape.string_byte), 0, count, 1));
      FifoBus& bus = *strings_.back();
      bus.map(0, std::numeric_limits<std::uint64_t>::max(), 0);
      bus.window(0).bind(server.string(k));
      for (unsigned d = 0; d < count; ++d) on_it[d]->socket.bind(bus.device(d));
    }
    buses.push_back(std::make_unique<Delay>(("bus" + number).c_str(), region, shape.bus_byte, 1));
    server.to_bus.bind(buses.back()->in(0));
    buses.back()->out(0).bind(server.from_bus);
    server.sent.bind(network->in(shape.clients + s));
    network->out(shape.clients + s).bind(server.received);
  }
}

VsdBench::~VsdBench() = default;

void VsdBench::ask(unsigned client, std::uint32_t disk, bool write, std::uint32_t stream, unsigned bytes) {
  Message& message = pool.allocate(0, bytes);
  message.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  Tag& tag = message.tag();
  tag = Tag();
  tag.stream = stream;
  tag.sequence = disk;
  tag.bytes = bytes;
  clients.at(client)->requests.inlet().accept(message, region.now());
  message.release();
}

void VsdBench::finished(Payload& payload, Time now) {
  const std::uint32_t stream = tag_of(payload).stream;
  done[stream] = now;
  lengths[stream] = payload.get_data_length();
  order.push_back(stream);
}

}  // namespace isochron::testbench
