// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/network_adapter_config.h>

#include <string>
#include <vector>

#include <isochron/core/power_of_two.h>

namespace isochron {

ParameterTable NetworkAdapterConfig::parameters() {
  static constexpr const char* control = "PCI Express Base Specification 3.0, Device Control Register";
  constexpr Range buffer{2048, std::uint64_t{1} << 30};
  ParameterTable table;
  table.count("ports", ports, {1, 16}, "each with a line of its own");
  table.data_rate("line_rate", line_rate, {1'000'000, 10'000'000'000'000}, "of a port, in each direction",
                  "IEEE 802.3, 100 Gb/s");
  table.bytes("frame_payload", frame_payload, {64, 65536}, "of a transfer in a frame, at most",
              "IEEE 802.3: 1500 B, less 20 B each of IPv4 and TCP");
  table.bytes("frame_overhead", frame_overhead, {0, 1024}, "that a frame takes on the line beside them",
              "IEEE 802.3: preamble 8 B, header and check sequence 18 B, gap 12 B; IPv4 and TCP 40 B");
  table.bytes("segment", segment, {64, 1 << 24},
              "of a transfer that one descriptor describes; no frame crosses the end of a segment");
  table.bytes_or("descriptor", descriptor, "none", {1, 256},
                 "that it reads from memory for a segment; none: the doorbell brings it");
  table.count("descriptors_per_read", descriptors_per_read, {1, 256}, "that it reads with one request, at most");
  table.count("prefetch", prefetch, {1, 65536},
              "transfers whose descriptors it has asked for and that it has not sent in whole; and descriptors of "
              "buffers that it keeps for what comes in");
  table.bytes_or("completion", completion, "none", {1, 128},
                 "that it writes to memory when a transfer is done; none: the host knows at once");
  table.duration("doorbell", doorbell, {0, 100 * microsecond},
                 "from the request of a transfer that is to be sent until the adapter knows of it");
  table.count("tags", tags, {1, 1024}, "read requests that have not been answered",
              "PCI Express Base Specification 3.0, Transaction Descriptor");
  table.bytes("mrrs", mrrs, {128, 4096}, "maximum read request size, a power of two", control);
  table.bytes("mps", mps, {128, 4096}, "maximum payload size of writes, a power of two", control);
  table.bytes("transmit_buffer", transmit_buffer, buffer,
              "of a port: data that it has asked for and not sent on the line");
  table.bytes("receive_buffer", receive_buffer, buffer,
              "of a port: data that have begun to come in and have not left for memory");
  table.check([this]() -> std::vector<ParameterProblem> {
    std::vector<ParameterProblem> problems;
    for (const auto& [name, value] : {std::pair<const char*, std::uint64_t>{"mrrs", mrrs}, {"mps", mps}})
      if (!is_power_of_two(value))
        problems.push_back(
            {name, std::string(name) + " is no power of two", "Write 128 B, 256 B, 512 B or more", {name}});
    if (descriptor * descriptors_per_read > mrrs)
      problems.push_back({"descriptors_per_read",
                          "descriptors that are read together do not fit in a read request",
                          "Lower descriptors_per_read, or raise mrrs",
                          {"descriptors_per_read", "mrrs", "descriptor"}});
    if (descriptor > 0 && descriptors_per_read > prefetch)
      problems.push_back({"prefetch",
                          "a read brings more descriptors than the adapter keeps",
                          "Raise prefetch, or lower descriptors_per_read",
                          {"prefetch", "descriptors_per_read"}});
    // The last request of a frame must have room beside the rest of the frame.
    if (transmit_buffer < frame_payload + mrrs)
      problems.push_back({"transmit_buffer",
                          "a frame and a read request do not fit in the transmit buffer",
                          "Raise transmit_buffer",
                          {"transmit_buffer", "frame_payload"}});
    if (receive_buffer < frame_payload)
      problems.push_back({"receive_buffer",
                          "a frame does not fit in the receive buffer",
                          "Raise receive_buffer",
                          {"receive_buffer", "frame_payload"}});
    return problems;
  });
  return table;
}

std::uint64_t NetworkAdapterConfig::frames(std::uint64_t bytes) const {
  const auto of = [this](std::uint64_t part) { return (part + frame_payload - 1) / frame_payload; };
  return bytes / segment * of(segment) + of(bytes % segment);
}

Capacity NetworkAdapterConfig::capacity(std::uint64_t bytes) const {
  const auto payload = static_cast<double>(bytes);
  const auto overhead = static_cast<double>(frames(bytes) * frame_overhead);
  const double rate = static_cast<double>(ports) * static_cast<double>(line_rate) / 8 * payload / (payload + overhead);
  return {rate, rate};
}

}  // namespace isochron
