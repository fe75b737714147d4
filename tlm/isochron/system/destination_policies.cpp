// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/destination_policies.h>

#include <string>
#include <vector>

#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/random_stream.h>
#include <isochron/system/cluster_address.h>

namespace isochron {

namespace {

std::vector<unsigned> surviving_nodes(const SeachangeParameters& parameters, bool include_self, unsigned source) {
  std::vector<unsigned> nodes;
  for (unsigned node = 0; node < parameters.nodes; ++node)
    if (!parameters.failed(node) && (include_self || node != source)) nodes.push_back(node);
  return nodes;
}

/// All parts of a lost unit must meet: their destination is a function of the unit alone.
class LostUnitDestinations {
 public:
  LostUnitDestinations(const SeachangeParameters& parameters, std::uint64_t seed, unsigned lane)
      : nodes_(surviving_nodes(parameters, true, 0)),
        law_(0, static_cast<std::uint32_t>(nodes_.size() * parameters.gige_cards - 1)),
        cards_(static_cast<std::uint32_t>(parameters.gige_cards)),
        seed_(seed),
        lane_(lane),
        per_message_(parameters.drawn == SeachangeParameters::Drawn::per_message) {}

  Destination of(const Io& io, std::uint32_t index) const {
    const std::uint64_t item = (io.lost_unit << 4 | lane_) << 25 | (per_message_ ? index : 0);
    SplitMix64 stream = random_stream(seed_, "lost unit", item);
    const std::uint32_t drawn = law_(stream);
    return {ClusterEndpoint{nodes_[drawn / cards_], drawn % cards_}.encode(), 0};
  }

 private:
  std::vector<unsigned> nodes_;
  boost::random::uniform_int_distribution<std::uint32_t> law_;
  std::uint32_t cards_;
  std::uint64_t seed_;
  unsigned lane_;
  bool per_message_;
};

/// Uniform over nodes and cards, for each message or for each I/O.
class UniformDestinations final : public DestinationPolicy {
 public:
  UniformDestinations(const SeachangeParameters& parameters, std::uint64_t seed, unsigned source, unsigned lane)
      : nodes_(surviving_nodes(parameters, parameters.include_self, source)),
        cards_(static_cast<std::uint32_t>(parameters.gige_cards)),
        law_(0, static_cast<std::uint32_t>(nodes_.size()) * cards_ - 1),
        stream_(random_stream(seed, "node[" + std::to_string(source) + "].raid[" + std::to_string(lane) + "]",
                              "destination")),
        per_message_(parameters.drawn == SeachangeParameters::Drawn::per_message),
        lost_units_(parameters, seed, lane) {}

  Destination next(const Io& io, std::uint32_t index, const Destination& before) override {
    if (io.lost_unit != 0) return lost_units_.of(io, index);
    if (!per_message_ && index > 0) return before;
    const std::uint32_t drawn = law_(stream_);
    return {ClusterEndpoint{nodes_[drawn / cards_], drawn % cards_}.encode(), 0};
  }

 private:
  std::vector<unsigned> nodes_;
  std::uint32_t cards_;
  boost::random::uniform_int_distribution<std::uint32_t> law_;
  SplitMix64 stream_;
  bool per_message_;
  LostUnitDestinations lost_units_;
};

/// I/O by I/O round the nodes: at turn n controller `lane` of node s sends to the node n further on, to a card on bus
/// `lane`. Of the controllers that share a chip no two address the same node at the same turn.
class RotatingDestinations final : public DestinationPolicy {
 public:
  RotatingDestinations(const SeachangeParameters& parameters, std::uint64_t seed, unsigned source, unsigned lane)
      : cards_per_bus_(parameters.cards_per_bus()),
        first_card_(lane % parameters.gige_buses * parameters.cards_per_bus()),
        lost_units_(parameters, seed, lane) {
    // The surviving nodes in order, beginning with the source or the one after it.
    const unsigned n = static_cast<unsigned>(parameters.nodes);
    for (unsigned step = parameters.include_self ? 0 : 1; step < n; ++step)
      if (!parameters.failed((source + step) % n)) nodes_.push_back((source + step) % n);
  }

  Destination next(const Io& io, std::uint32_t index, const Destination&) override {
    if (io.lost_unit != 0) return lost_units_.of(io, index);
    const std::uint64_t round = io.block / nodes_.size();
    const auto card = static_cast<unsigned>(first_card_ + round % cards_per_bus_);
    return {ClusterEndpoint{nodes_[io.block % nodes_.size()], card}.encode(), 0};
  }

 private:
  unsigned cards_per_bus_;
  std::uint64_t first_card_;
  LostUnitDestinations lost_units_;
  std::vector<unsigned> nodes_;
};

/// I/Os dealt out to streams in turn; a stream plays from one card. Each round the streams move on by one controller,
/// as RAID-5 placement would have it.
class StreamDestinations final : public DestinationPolicy {
 public:
  StreamDestinations(const SeachangeParameters& parameters, std::uint64_t seed, unsigned lane, unsigned controller)
      : nodes_(surviving_nodes(parameters, true, 0)),
        streams_(parameters.stream_count),
        controllers_(parameters.nodes * parameters.raid_controllers),
        cards_(parameters.gige_cards),
        controller_(controller),
        lost_units_(parameters, seed, lane) {}

  Destination next(const Io& io, std::uint32_t index, const Destination&) override {
    if (io.lost_unit != 0) return lost_units_.of(io, index);
    const std::uint64_t slot = io.block * controllers_ + controller_;
    const std::uint64_t stream = (slot + slot / streams_) % streams_;
    const auto card = static_cast<unsigned>(stream / nodes_.size() % cards_);
    return {ClusterEndpoint{nodes_[stream % nodes_.size()], card}.encode(), static_cast<std::uint32_t>(stream)};
  }

 private:
  std::vector<unsigned> nodes_;
  std::uint64_t streams_;
  std::uint64_t controllers_;
  std::uint64_t cards_;
  unsigned controller_;
  LostUnitDestinations lost_units_;
};

}  // namespace

std::unique_ptr<DestinationPolicy> make_destination_policy(const SeachangeParameters& parameters, std::uint64_t seed,
                                                           unsigned source, unsigned lane, unsigned controller) {
  if (parameters.stream_count > 0) return std::make_unique<StreamDestinations>(parameters, seed, lane, controller);
  if (parameters.drawn == SeachangeParameters::Drawn::rotation)
    return std::make_unique<RotatingDestinations>(parameters, seed, source, lane);
  return std::make_unique<UniformDestinations>(parameters, seed, source, lane);
}

}  // namespace isochron
