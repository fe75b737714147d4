// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <tlm>

#include <isochron/core/time.h>

namespace isochron {

using Payload = tlm::tlm_generic_payload;

/// What a message is to those who answer it. Traffic is `data` alone.
enum class MessageKind : std::uint8_t {
  data,           ///< goes to its destination, and nothing comes back
  read_request,   ///< asks for data: Tag::requested bytes
  write_request,  ///< brings data; it is answered only where the request wants to know
  response,       ///< data that were read, or that a write is done
};

/// Data that travel with a payload through every hop: the source, the part of which I/O it is, and its destination.
/// An ignorable extension of the base protocol (IEEE 1666-2011 clause 14.21).
class Tag : public tlm::tlm_extension<Tag> {
 public:
  std::uint64_t block = 0;     ///< the I/O's number at its source
  std::uint64_t sequence = 0;  ///< the message's number at its source, from 0
  std::uint64_t offset = 0;    ///< bytes before this message in its block
  Time issued = end_of_time;   ///< when the block was asked for; end_of_time: nobody says
  Time ready = 0;              ///< when the message could leave its source
  std::uint32_t bytes = 0;
  std::uint32_t stream = 0;
  std::uint32_t source = 0;       ///< endpoint that sends it
  std::uint32_t destination = 0;  ///< endpoint that it goes to; endpoints are numbered by their machine
  MessageKind kind = MessageKind::data;
  std::uint8_t traffic_class = 0;  ///< 0 to 7: what can be served by classes has a queue for each
  bool last = false;               ///< of the messages of a request, or of its response
  bool has_data = false;           ///< the payload's bytes are those of StreamData(data_stream()) from data_offset on
  std::uint32_t requested = 0;     ///< bytes that a read request asks for
  std::uint64_t data_offset = 0;   ///< of the first byte in its stream

  /// The stream that `has_data` is of: a source's data for one stream.
  std::uint64_t data_stream() const { return std::uint64_t{source} << 32 | stream; }

  tlm_extension_base* clone() const override { return new Tag(*this); }
  void copy_from(const tlm_extension_base& other) override { *this = static_cast<const Tag&>(other); }
};

/// The payload's tag; every payload inside Isochron's machines has one.
inline Tag& tag_of(const Payload& payload) {
  return *payload.get_extension<Tag>();
}

}  // namespace isochron
