// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/endpoint/source_load.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// How the sources of a traffic send, but for its rate.
struct TrafficOptions {
  enum class Destinations { uniform, zipf, rotation, fixed, streams, weighted, drawn_by_weight };
  enum class Drawn { message, io };
  enum class WayOf { source, pair, message, parity, balanced };
  enum class Kind { push, read, write, mix };

  SourceLoad::Arrivals arrivals = SourceLoad::Arrivals::constant;
  std::uint64_t io = 0;                   ///< bytes; 0: as the source says
  std::uint64_t message = 0;              ///< bytes; 0: as the source says
  std::uint64_t outstanding = 1;          ///< I/Os under way, closed loop
  std::uint64_t ios = 0;                  ///< that a source sends; 0: no end
  std::uint64_t repeat = 0;               ///< ps, after which its trace begins again; 0: once
  std::uint64_t on = 100 * millisecond;   ///< ps, mean
  std::uint64_t off = 100 * millisecond;  ///< ps, mean
  Destinations destination = Destinations::uniform;
  std::uint64_t zipf = 1'000'000;  ///< exponent, millionths
  Drawn drawn = Drawn::message;
  bool include_self = true;  ///< sinks that stand in the source's own node are among the destinations
  std::uint64_t ways = 1;
  WayOf way_of = WayOf::source;
  std::uint64_t streams = 0;                        ///< that its I/Os are dealt out to and viewers play; 0: none
  std::uint64_t stream_rate = 3'750'000;            ///< bit/s
  std::uint64_t client_buffer = 100 * millisecond;  ///< ps
  std::uint64_t deadline = 0;                       ///< ps, after which what comes is late; 0: none
  Kind kind = Kind::push;
  RequestLoad requests;                      ///< but for their kind and `message`; of what is no push
  std::uint64_t timeout = 10 * millisecond;  ///< ps, of requests that can be lost
  std::uint64_t traffic_class = 0;           ///< of its messages
  std::uint64_t rebuild_every = 0;           ///< I/Os of which one reads a part of a lost unit; 0: none does
  std::uint64_t rebuild_parts = 1;           ///< of which a lost unit is made
  std::uint64_t rebuild_bytes = 0;           ///< of a sink, which it gets where it returns empty; 0: it is no rebuild

  /// Its sinks have weights.
  bool has_weights() const {
    return destination == Destinations::weighted || destination == Destinations::drawn_by_weight;
  }
  /// Its I/Os are asked for one by one, as those of another traffic are done.
  bool follows() const { return arrivals == SourceLoad::Arrivals::following; }
  /// Its I/Os are requests that are answered.
  bool asks() const { return kind != Kind::push; }
  ParameterTable parameters();
};

}  // namespace isochron
