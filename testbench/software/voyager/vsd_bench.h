// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <isochron/bus/fifo_bus.h>
#include <isochron/software/voyager/vsd_client.h>
#include <isochron/software/voyager/vsd_server.h>

namespace isochron::testbench {

/// Whatever comes in leaves after a time that follows from its length alone, and any number are under way at once. It
/// notes what comes in.
class Delay final : public sc_core::sc_module {
 public:
  struct Passage {
    Time at = 0;
    std::uint32_t stream = 0;
    std::uint32_t destination = 0;
    unsigned length = 0;
  };

  /// Leaves at out(tag.destination) if there are several, else at out(0).
  Delay(const sc_core::sc_module_name& name, Region& region, Time byte, unsigned ends);

  InletPort& in(unsigned index) { return *inlets_.at(index); }
  OutletPort& out(unsigned index) { return *outlets_.at(index); }
  std::vector<Passage> passages;

 private:
  void accept(Payload& payload, Time now);

  Region& region_;
  Time byte_;
  InletOf<Delay> accepted_{*this, &Delay::accept};
  std::vector<std::unique_ptr<InletPort>> inlets_;
  std::vector<std::unique_ptr<OutletPort>> outlets_;
};

/// Nodes that ask (clients, endpoints from 0 on) and nodes with disks (servers, the endpoints after them), with delays
/// between: on the network, on a server's bus. Disk d of server s has the number s * disks + d, and is on string
/// d mod strings.
class VsdBench {
 public:
  struct Shape {
    unsigned clients = 1;
    unsigned servers = 1;
    unsigned disks = 1;  ///< of a server
    unsigned strings = 1;
    VsdConfig vsd{};
    Disk::Config disk{};
    Time network_byte = 0;     ///< ps
    Time bus_byte = 0;         ///< ps
    unsigned string_byte = 0;  ///< ns
    std::uint64_t seed = 1;
    bool ends = true;  ///< clients hand what is done to the bench
  };

  explicit VsdBench(const Shape& shape);
  ~VsdBench();

  /// Asks by client `client`; `stream` is the request's name, and no two have the same.
  void ask(unsigned client, std::uint32_t disk, bool write, std::uint32_t stream, unsigned bytes);
  /// When requests were done, by stream.
  std::map<std::uint32_t, Time> done;
  /// Streams in the order in which they were done.
  std::vector<std::uint32_t> order;
  /// Lengths with which they came back, by stream.
  std::map<std::uint32_t, unsigned> lengths;

  Region region{"region"};
  MessagePool pool{64};
  const Domain domain{region, pool, Phases::shortcut};
  std::vector<std::unique_ptr<VsdClient>> clients;
  std::vector<std::unique_ptr<VsdServer>> servers;
  std::vector<std::unique_ptr<Disk>> disks;  ///< by number
  std::unique_ptr<Delay> network;
  std::vector<std::unique_ptr<Delay>> buses;  ///< of servers

 private:
  void finished(Payload& payload, Time now);

  std::vector<std::unique_ptr<FifoBus>> strings_;
  InletOf<VsdBench> finished_{*this, &VsdBench::finished};
  std::vector<std::unique_ptr<InletPort>> ends_;
};

}  // namespace isochron::testbench
