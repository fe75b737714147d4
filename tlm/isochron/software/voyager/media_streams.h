// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <isochron/observe/parameter_table.h>
#include <isochron/part/part_config.h>
#include <isochron/software/voyager/media_stream.h>
#include <isochron/software/voyager/stream_source.h>

namespace isochron {

/// Streams of one kind of a media server. Source: Voyager, section 5.
struct StreamGroup {
  std::uint64_t count = 0;
  std::uint64_t rate = 5'000'000;  ///< bit/s of payload
  std::uint64_t packet = 4096;     ///< bytes of payload
  StreamAction action = StreamAction::play;

  ParameterTable parameters();
  /// Of one stream.
  double bytes_per_second() const { return static_cast<double>(rate) / 8; }
  double packets_per_second() const { return bytes_per_second() / static_cast<double>(packet); }
  /// It comes from the network, and it goes there.
  bool comes() const {
    return action == StreamAction::record || action == StreamAction::relay || action == StreamAction::receive;
  }
  bool goes() const {
    return action == StreamAction::play || action == StreamAction::relay || action == StreamAction::send;
  }
  bool has_file() const { return action == StreamAction::play || action == StreamAction::record; }
};

/// All streams of a media server: groups of them, each dealt out to the nodes in turn.
struct MediaStreams {
  static constexpr std::size_t most_groups = 4;

  std::array<StreamGroup, most_groups> groups;
  std::uint64_t step = 0;  ///< ps from a stream's beginning to the next one's; 0: all begin together

  MediaStreams() { groups[0].count = 12; }

  /// `streams`, `streams_2` and so on, and `step`.
  ParameterTable parameters();
  /// Of each group: `streams.files`, streams that have one; and bits a second of all its streams, `streams.arriving`
  /// from the network and `streams.leaving` to it, `streams.read` from files and `streams.written` to them.
  std::vector<DerivedValue> derived() const;
  std::uint64_t count() const;
  std::uint64_t files() const;  ///< streams that have one
  /// Of each stream its group, by number.
  std::vector<const StreamGroup*> by_number() const;
  /// Of `nodes` nodes, those of `node`: stream n is that of node n mod nodes, where its packets go, too.
  std::vector<MediaStream> of_node(std::uint32_t node, std::uint32_t nodes) const;
  /// Those that come from the network, by the outlet to their node.
  std::vector<StreamSource::Stream> senders(std::uint32_t nodes) const;
  /// Mean over the streams of what `of_group` says of one; 0 where there are none.
  template <class OfGroup>
  double mean(OfGroup of_group) const {
    double sum = 0;
    for (const StreamGroup& group : groups)
      if (group.count > 0) sum += static_cast<double>(group.count) * of_group(group);
    return count() == 0 ? 0 : sum / static_cast<double>(count());
  }
};

}  // namespace isochron
