// SPDX-License-Identifier: Apache-2.0
// The streams of the block mover, in both implementations: from packets to memory, and from memory to packets.
#include <gtest/gtest.h>

#include <isochron/core/stream_data.h>
#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/dma/block_mover/driver_access.h>
#include <isochron/dma/block_mover/unused_port.h>

#include "cosim/implementations.h"

namespace isochron::cosim {
namespace {

constexpr unsigned bytes = 5000;
const StreamData stream_data(3);
[[maybe_unused]] const bool stream_verilog_is_offered = (offer_implementations(), true);

/// A write to the stream; at `ends` it is the end of a packet.
struct Part {
  unsigned length = 0;
  std::uint64_t address = 0;
};
constexpr std::uint64_t ends = BlockMoverModule::stream_ends;

/// A block mover whose streams the test fills and empties: packets go in to odd places, and what of each came goes out
/// from there, or goes straight through.
class StreamBench final : public sc_core::sc_module {
 public:
  StreamBench(const sc_core::sc_module_name& name, BlockMoverModule::Implementation implementation,
              std::vector<unsigned> asked, std::vector<Part> parts, bool through = false)
      : sc_module(name),
        asked_(std::move(asked)),
        parts_(std::move(parts)),
        through_(through),
        mover_(BlockMoverModule::make(implementation, "block_mover", domain_, {})) {
    using Port = BlockMoverModule::Port;
    registers_.socket.bind(mover_->registers());
    mover_->read(Port::a).bind(memory_.read);
    mover_->write(Port::a).bind(memory_.write);
    mover_->read(Port::b).bind(no_reads_.socket);
    mover_->write(Port::b).bind(no_writes_.socket);
    mover_->read(Port::descriptors).bind(descriptors_.read);
    mover_->write(Port::descriptors).bind(descriptors_.write);
    packets_.bind(mover_->stream_in());
    mover_->stream_out().bind(sink_);
    SC_HAS_PROCESS(StreamBench);
    SC_THREAD(software);
    SC_THREAD(network);
  }

  std::vector<std::uint8_t> received;
  std::vector<block_mover::MoveResult> results;  ///< of the moves from the stream
  std::vector<std::uint64_t> packet_ends;        ///< addresses of the writes that end packets out
  bool finished = false;

 private:
  friend class AtTargetOf<StreamBench>;

  block_mover::MoveResult run(block_mover::BlockMoverDriver& driver, const block_mover::Move& move) {
    driver.start(move);
    while (!mover_->interrupt()) wait(mover_->interrupt_changed());
    block_mover::Interrupts causes;
    causes.move_done = true;
    driver.acknowledge(causes);
    return driver.result().value();
  }

  void software() {
    block_mover::BlockMoverDriver driver(registers_);
    block_mover::Interrupts causes;
    causes.move_done = true;
    driver.enable(causes);
    for (const unsigned length : asked_) {
      block_mover::Move in;
      in.source_port = block_mover::Port::stream;
      if (through_) in.destination_port = block_mover::Port::stream;
      in.destination = 0x1003;
      in.row_bytes = length;
      in.interrupt = true;
      results.push_back(run(driver, in));
      if (through_ || results.back().bytes == 0) continue;
      block_mover::Move out = in;
      out.source_port = block_mover::Port::a;
      out.source = in.destination;
      out.destination_port = block_mover::Port::stream;
      out.row_bytes = results.back().bytes;
      const auto result = run(driver, out);
      EXPECT_EQ(result.error, block_mover::MoveError::none);
      EXPECT_EQ(result.bytes, out.row_bytes);
    }
    finished = true;
  }

  void network() {
    unsigned sent = 0;
    for (const Part& part : parts_) {
      std::vector<std::uint8_t> data(part.length);
      stream_data.write(sent, data.data(), part.length);
      tlm::tlm_generic_payload payload;
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_address(part.address);
      payload.set_data_ptr(data.data());
      payload.set_data_length(part.length);
      payload.set_streaming_width(part.length);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      packets_->b_transport(payload, delay);
      EXPECT_TRUE(payload.is_response_ok());
      sent += part.length;
    }
  }

  void on_request(AtTargetBase&, Payload& payload, Time) {
    if ((payload.get_address() & BlockMoverModule::stream_is_empty) == 0)
      received.insert(received.end(), payload.get_data_ptr(), payload.get_data_ptr() + payload.get_data_length());
    if ((payload.get_address() & ends) != 0) packet_ends.push_back(payload.get_address());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    sink_.ready(payload);
  }
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }

  std::vector<unsigned> asked_;
  std::vector<Part> parts_;
  bool through_ = false;
  Region region_{"region"};
  MessagePool pool_{BlockMoverModule::pool_capacity};
  Domain domain_{region_, pool_, Phases::shortcut};
  LocalMemory memory_{"memory", domain_, 50 * nanosecond};
  LocalMemory descriptors_{"descriptors", domain_, 50 * nanosecond};
  UnusedTarget no_reads_{"no_reads", domain_};
  UnusedTarget no_writes_{"no_writes", domain_};
  AtTargetOf<StreamBench> sink_{"sink", domain_, *this};
  TransportRegisterAccess registers_{"registers"};
  tlm_utils::simple_initiator_socket<StreamBench> packets_{"packets"};
  std::unique_ptr<BlockMoverModule> mover_;
};

class Streams : public testing::TestWithParam<BlockMoverModule::Implementation> {};

/// A packet in several writes, whole beats but the last.
TEST_P(Streams, CarryEveryByteInItsPlace) {
  StreamBench bench("bench", GetParam(), {bytes}, {{8, 0}, {1600, 0}, {2048, 0}, {1344, ends}});
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  EXPECT_TRUE(bench.finished);
  EXPECT_EQ(bench.results.at(0).error, block_mover::MoveError::none);
  EXPECT_FALSE(bench.results[0].is_short || bench.results[0].is_long);
  ASSERT_EQ(bench.received.size(), bytes);
  EXPECT_EQ(stream_data.first_difference(0, bench.received.data(), bytes), bytes);
  EXPECT_EQ(bench.packet_ends, std::vector<std::uint64_t>{ends});
}

/// What of the stream arrives, in pieces of its bytes: place and number.
using Pieces = std::vector<std::pair<unsigned, unsigned>>;

void expect_pieces(const StreamBench& bench, const Pieces& pieces) {
  std::vector<std::uint8_t> expected;
  for (const auto& [place, number] : pieces) {
    expected.resize(expected.size() + number);
    stream_data.write(place, expected.data() + expected.size() - number, number);
  }
  EXPECT_EQ(bench.received, expected);
}

/// Short, whole, long, with a hole: each move has its packet, and the next one the next.
TEST_P(Streams, GiveEachMoveItsPacket) {
  StreamBench bench(
      "bench", GetParam(), {100, 100, 100, 3000, 100, 100},
      {{40, ends}, {64, 0}, {36, ends}, {160, 0}, {300, ends}, {2056, 0}, {1, ends}, {13, 0}, {50, ends}, {100, ends}});
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  EXPECT_TRUE(bench.finished);
  ASSERT_EQ(bench.results.size(), 6u);
  const unsigned moved[] = {40, 100, 100, 2057, 0, 100};
  for (unsigned i = 0; i < 6; ++i) {
    const auto& result = bench.results[i];
    EXPECT_EQ(result.error, i == 4 ? block_mover::MoveError::hole : block_mover::MoveError::none) << i;
    EXPECT_EQ(result.is_short, i == 0 || i == 3) << i;
    EXPECT_EQ(result.is_long, i == 2) << i;
    EXPECT_EQ(result.bytes, moved[i]) << i;
  }
  expect_pieces(bench, {{0, 40}, {40, 100}, {140, 100}, {600, 2057}, {2720, 100}});
}

/// From stream to stream the packet that goes out ends where the one that came did; of a killed one it is told.
TEST_P(Streams, GoThroughWithTheirEnds) {
  StreamBench bench("bench", GetParam(), {100, 100, 100, 100},
                    {{40, ends}, {100, ends}, {45, ends}, {40, 0}, {13, 0}, {50, ends}}, true);
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  EXPECT_TRUE(bench.finished);
  ASSERT_EQ(bench.results.size(), 4u);
  EXPECT_TRUE(bench.results[0].is_short && bench.results[2].is_short);
  EXPECT_EQ(bench.results[3].error, block_mover::MoveError::hole);
  expect_pieces(bench, {{0, 40}, {40, 100}, {140, 45}, {185, 48}});
  ASSERT_EQ(bench.packet_ends.size(), 4u);
  for (unsigned i = 0; i < 4; ++i)
    EXPECT_EQ((bench.packet_ends[i] & BlockMoverModule::stream_is_killed) != 0, i == 3) << i;
}

INSTANTIATE_TEST_SUITE_P(Of, Streams,
                         testing::Values(BlockMoverModule::Implementation::tlm, BlockMoverModule::Implementation::rtl),
                         [](const auto& of) {
                           return of.param == BlockMoverModule::Implementation::tlm ? "model" : "verilog";
                         });

}  // namespace
}  // namespace isochron::cosim
