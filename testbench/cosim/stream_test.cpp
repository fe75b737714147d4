// SPDX-License-Identifier: Apache-2.0
// The streams of the block mover, in both implementations: from packets to memory, and from memory to packets.
#include <gtest/gtest.h>

#include <isochron/core/stream_data.h>
#include <isochron/device/block_mover/block_mover_driver.h>
#include <isochron/device/block_mover/block_mover_module.h>
#include <isochron/device/block_mover/driver_access.h>
#include <isochron/device/block_mover/unused_port.h>

#include "cosim/implementations.h"

namespace isochron::cosim {
namespace {

constexpr unsigned bytes = 5000;
const StreamData stream_data(3);
[[maybe_unused]] const bool stream_verilog_is_offered = (offer_implementations(), true);

/// A block mover whose streams the test fills and empties.
class StreamBench final : public sc_core::sc_module {
 public:
  StreamBench(const sc_core::sc_module_name& name, BlockMoverModule::Implementation implementation)
      : sc_module(name), mover_(BlockMoverModule::make(implementation, "block_mover", domain_, {})) {
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
  unsigned ends = 0;
  bool finished = false;

 private:
  friend class AtTargetOf<StreamBench>;

  /// In, to an odd place, then out from there.
  void software() {
    block_mover::BlockMoverDriver driver(registers_);
    block_mover::Interrupts causes;
    causes.move_done = true;
    driver.enable(causes);
    block_mover::Move in;
    in.source_port = block_mover::Port::stream;
    in.destination = 0x1003;
    in.row_bytes = bytes;
    in.interrupt = true;
    block_mover::Move out = in;
    out.source_port = block_mover::Port::a;
    out.source = in.destination;
    out.destination_port = block_mover::Port::stream;
    for (const block_mover::Move& move : {in, out}) {
      driver.start(move);
      while (!mover_->interrupt()) wait(mover_->interrupt_changed());
      driver.acknowledge(causes);
      const auto result = driver.result();
      ASSERT_TRUE(result);
      EXPECT_EQ(result->error, block_mover::MoveError::none);
      EXPECT_EQ(result->bytes, bytes);
    }
    finished = true;
  }

  /// Packets of different lengths, whole beats but the last.
  void network() {
    unsigned sent = 0;
    for (const unsigned length : {8u, 1600u, 2048u, 1344u}) {
      std::vector<std::uint8_t> packet(length);
      stream_data.write(sent, packet.data(), length);
      tlm::tlm_generic_payload payload;
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_data_ptr(packet.data());
      payload.set_data_length(length);
      payload.set_streaming_width(length);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      packets_->b_transport(payload, delay);
      EXPECT_TRUE(payload.is_response_ok());
      sent += length;
    }
  }

  void on_request(AtTargetBase&, Payload& payload, Time) {
    received.insert(received.end(), payload.get_data_ptr(), payload.get_data_ptr() + payload.get_data_length());
    ends += payload.get_address() == 1 ? 1 : 0;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    sink_.ready(payload);
  }
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }

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

TEST_P(Streams, CarryEveryByteInItsPlace) {
  StreamBench bench("bench", GetParam());
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  EXPECT_TRUE(bench.finished);
  ASSERT_EQ(bench.received.size(), bytes);
  EXPECT_EQ(stream_data.first_difference(0, bench.received.data(), bytes), bytes);
  EXPECT_EQ(bench.ends, 1u);
}

INSTANTIATE_TEST_SUITE_P(Of, Streams,
                         testing::Values(BlockMoverModule::Implementation::tlm, BlockMoverModule::Implementation::rtl),
                         [](const auto& of) {
                           return of.param == BlockMoverModule::Implementation::tlm ? "model" : "verilog";
                         });

}  // namespace
}  // namespace isochron::cosim
