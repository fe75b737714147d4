// SPDX-License-Identifier: Apache-2.0
#pragma once

// An independent, deliberately naive timing model of the video cluster: plain C++, no SystemC, no closed form. Every
// slice of a bus is one event. It exists to be compared with the production model, so it shares no code with it.
//
// Readings chosen where the rules leave something open:
// - Requests of one instant are made in two passes: first those that completions give rise to, then those of messages
//   that become ready. A ripple (start, freed buffer, waiter, start) runs to its end before the next sender asks.
// - A grant counts, for posted-write order, from the moment the buffer is given, not from entry to the bus. Completions
//   held back and released by an earlier one are delivered right after it, in the order of their grants.
// - freed_on_arrival: a buffer is freed at the delivery, held back or not, and goes to its waiter before this instant's
//   requests are made.
// - With pci_buses == 2, device 0 of InfiniBand-side bus i is bridge i and device 1 is chip i.
// - A link so fast that a transfer takes 0 ps ends in a further settling round of the same instant.
// - A card's buffer is freed among the completions of the instant, after those of links and before those of buses; its
//   waiter enters the bus in that instant. That of a part which does not go on is free once the part is across.
// - With an I/O an engine, an engine that has sent all of its I/O takes the one that has been ready longest; of two
//   engines that could, the lower.

#include <cstdint>
#include <vector>

namespace isochron::oracle {

// All times are integer picoseconds.
struct Config {
  unsigned nodes = 7;
  unsigned raid_controllers = 2;  // a node
  unsigned gige_cards = 6;        // a node
  unsigned gige_buses = 2;        // a node; divides gige_cards
  unsigned buffers_per_port = 1;  // of every output port
  bool freed_on_arrival = false;  // a source buffer is freed when the transfer ends (true) or starts (false)
  unsigned chips = 2;             // InfiniBand chips a node
  unsigned pci_buses = 1;         // InfiniBand-side buses a node: 1, or 2 (then bridges == chips == 2)
  unsigned bridges = 2;           // InfiniBand-side bridges a node
  unsigned sf_links = 2;          // links between the switch and all InfiniBand-side bridges; a multiple of bridges
  unsigned dma_engines = 1;       // a RAID controller
  bool io_an_engine = false;      // all messages of an I/O go by one engine
  unsigned parts = 1;             // messages that make one of a lost unit, at the card
  std::uint64_t slice_bytes = 128;
  std::uint64_t slice_ps = 240000;
  std::uint64_t switch_ps = 45000;
  bool switch_per_message = false;  // a message keeps the bus for all its slices
  std::uint64_t sf_bits_per_s = 1770000000;
  std::uint64_t ib_bits_per_s = 2000000000;
  std::uint64_t gige_bits_per_s = 0;  // a card's wire; 0: any
  std::uint64_t disk_bits_per_s = 0;  // of a RAID controller's disks together; 0: any
};

struct Message {
  std::uint64_t io = 0;  // messages in a row with the same number are one I/O
  // The end of its I/O's disk delay. With disks of any rate it enters its RAID controller's queue then, else when the
  // I/Os before its own and its own have passed.
  std::uint64_t ready_ps = 0;
  unsigned node = 0;  // destination node
  unsigned card = 0;  // destination GigE card
  unsigned chip = 0;  // InfiniBand chip it passes (not looked at when the destination is the source's own node)
  std::uint64_t bytes = 0;
  std::uint64_t unit = 0;  // parts of one message of a lost unit have the same number here; 0: data as stored
};

// traffic[source_node * raid_controllers + r]: the messages of RAID controller r of that node in FIFO order, ready_ps
// not decreasing and the same for all messages of an I/O. Returns the delivery times (ps) in the same shape. Throws
// std::invalid_argument for a malformed input and std::runtime_error if a message is never delivered (deadlock).
std::vector<std::vector<std::uint64_t>> simulate(const Config& config,
                                                 const std::vector<std::vector<Message>>& traffic);

}  // namespace isochron::oracle
