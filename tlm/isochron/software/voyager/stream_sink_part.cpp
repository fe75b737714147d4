// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <isochron/part/connections.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/voyager/stream_sink.h>

namespace isochron {

namespace {

class StreamSinkPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("streams", streams_, {0, 40'000}, "that there are; they are numbered from 0");
    table.duration_or("step", step_, "off", {millisecond, 100 * second},
                      "from a stream's beginning to the next one's: how many there are before packets are lost; off: "
                      "it does not look",
                      "Voyager, section 5.1");
    return table;
  }
  std::vector<PortGroup> ports() const override { return DescribedPorts(StreamSink::type).all(); }
  const char* flow_unit() const override { return "B"; }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    if (step_ == 0 || around.plan().flow) return std::nullopt;
    return CompatibilityError{"with `step` it looks for lost packets, and it counts in no flow",
                              "Name it in `flows`, with all parts that send and lose packets"};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    StreamSink* const sink = machine.part<StreamSink>(name, [&](const char* part) {
      return std::make_unique<StreamSink>(part, plan.counts[0], static_cast<std::uint32_t>(streams_));
    });
    if (step_ > 0) sink->watch_ramp(machine.domain().region, step_);
    around.counter = sink;
    if (around.work == nullptr) return;
    around.work->add_account([sink](ReplicationRecord& record) {
      record.messages += sink->all().packets;
      add_fingerprint(record, sink->fingerprint());
    });
  }

 private:
  std::uint64_t streams_ = 1;
  std::uint64_t step_ = 0;
};

}  // namespace

ISOCHRON_PART(stream_sink, StreamSink::type_info, make_part<StreamSinkPart>);

}  // namespace isochron
