// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/voyager/media_streams.h>

namespace isochron {

namespace {

/// Workstations that send those streams of a media server that come from the network. Machines have its parameters as
/// a group: the other parts take the streams from there.
class StreamSourcePart final : public PartConfig, public WorkingPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table = media_.parameters();
    table.count("nodes", nodes_, {1, 1'000}, "that streams are dealt out to in turn, a port to each");
    return table;
  }
  std::vector<DerivedValue> derived() const override { return media_.derived(); }
  std::vector<PortGroup> ports() const override {
    return {DescribedPorts(StreamSource::type)["packets"].counted(nodes_)};
  }
  OwnWork own_work() const override {
    OwnWork work;
    work.measured = true;
    for (const StreamGroup& group : media_.groups) work.message = std::max(work.message, group.packet);
    return work;
  }
  const char* flow_unit() const override { return "B"; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    const auto nodes = static_cast<std::uint32_t>(nodes_);
    const std::vector<StreamSource::Stream> streams = media_.senders(nodes);
    around.counter = machine.add<StreamSource>(name, streams, nodes, around.seed.value());
    const bool sends = !streams.empty();
    around.work->add_ongoing([sends] { return std::string(sends ? "streams that have no end" : ""); });
  }

 private:
  MediaStreams media_;
  std::uint64_t nodes_ = 1;
};

}  // namespace

ISOCHRON_PART(stream_source, StreamSource::type_info, make_part<StreamSourcePart>);

}  // namespace isochron
