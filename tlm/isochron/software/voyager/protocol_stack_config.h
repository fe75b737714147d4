// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// What packets cost a processor: a time a packet and a time a byte, another one for receiving and for sending, and a
/// third time for small packets. Defaults: fitted to the rows of 5 Mb/s of Voyager, Table 4.
///
/// The byte's time is checksum and copy, the packet's time is UDP and IP and the rest; which share is which is our own
/// assumption. Raw AAL5 (Voyager, section 5.4) has neither a checksum nor UDP and IP; an adapter that takes packets
/// from memory makes no copies.
struct ProtocolStackConfig {
  struct Cost {
    std::uint64_t packet = 0;  ///< ps a packet
    std::uint64_t byte = 0;    ///< ps a byte

    ParameterTable parameters();
  };
  enum class Protocol {
    udp,  ///< on IP
    aal5  ///< raw
  };

  Cost receive{511'000'000, 43'200};
  Cost send{577'000'000, 60'800};
  std::uint64_t small = 0;               ///< ps more for a small packet; 0: none
  std::uint64_t small_below = 4096;      ///< bytes: smaller ones are small
  std::uint64_t kernel_share = 500'000;  ///< of a packet's work that is the kernel's, millionths
  std::uint64_t socket = 64ull * 1024;   ///< bytes that wait to be read, or of a stream to be sent, at most
  std::uint64_t interrupts = 50;         ///< packets that wait for the kernel, at most
  Protocol protocol = Protocol::udp;
  bool copies = true;
  std::uint64_t checksum_share = 500'000;  ///< of the byte's time, millionths
  std::uint64_t protocol_share = 500'000;  ///< of the packet's time that is UDP and IP, millionths

  /// Processor time of a packet of so many bytes from the interface to the application, ps, rounded to the nearest.
  Time receive_work(std::uint64_t bytes) const { return work(receive, bytes); }
  /// ... from the application to the interface.
  Time send_work(std::uint64_t bytes) const { return work(send, bytes); }
  /// What of `work` is the kernel's, ps, rounded to the nearest.
  Time kernel_part(Time work) const;

  ParameterTable parameters();

 private:
  Time work(const Cost& cost, std::uint64_t bytes) const;
};

}  // namespace isochron
