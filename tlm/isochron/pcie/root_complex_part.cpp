// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <vector>

#include <isochron/endpoint/request_places.h>
#include <isochron/part/master_part.h>
#include <isochron/part/part_types.h>
#include <isochron/part/request_parts.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/packet_fit.h>
#include <isochron/pcie/root_complex.h>
#include <isochron/pcie/tlp_carrier.h>

namespace isochron {

namespace {

class RootComplexPart final : public PartConfig, public ResponderPart, public MasterPart, public TlpReceiver {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(RootComplex::type);
    const PeerGroups port = ports.peers("port").counted(config_.ports).driving();
    return {port.tx,
            port.rx,
            ports["translation"].calling().unless_needed(),
            ports["memory"].calling().unless_needed(),
            ports["bus"].unless_needed(),
            ports["out"].unless_needed()};
  }
  bool is_endpoint() const override { return true; }
  bool is_memory() const override { return has_bus_; }
  std::vector<ParameterProblem> meet(const PortRef& port, const PartConfig& other) override {
    if (port.group == bus_) has_bus_ = true;
    if (port.group == memory_) has_memory_ = true;
    if (port.group == out_) has_out_ = true;
    if (has_out_ && (has_bus_ || has_memory_) && (port.group == bus_ || port.group == memory_ || port.group == out_))
      return {{"out",
               std::string("its memory is behind `out`, and behind `") + (has_bus_ ? "bus" : "memory") + "` too",
               "Leave one of them out: bus masters can be joined to the bus behind `out`",
               {}}};
    // Of several links the one on which packets are shortest: bounds stay upper ones.
    if (const TlpCarrier* const link = other.as<TlpCarrier>())
      if (!has_size_ || link->size().overhead(TlpType::completion) < size_.overhead(TlpType::completion)) {
        size_ = link->size();
        has_size_ = true;
      }
    return {};
  }

  std::vector<PortRef> answers_by() const override {
    std::vector<PortRef> ports;
    for (unsigned i = 0; i < config_.ports; ++i) ports.push_back({0, i});
    return ports;
  }
  /// As few completions as there can be, where it is not known how a transfer is cut into requests.
  RequestMessages answers(const RequestLoad& load, const OneRequest& request) const override {
    if (request.write) return {};
    const CompletionCut cut(config_.boundary, config_.mps, CompletionMerge::all);
    double count = 0;
    visit_places(load, request.bytes, [&](std::uint64_t address, double part) {
      count += part * static_cast<double>(cut.completions(address, request.bytes));
    });
    return {count, count * size_.overhead(TlpType::completion) + static_cast<double>(request.bytes)};
  }
  /// Beside a longer request of its transfer a short one is answered otherwise, if that one has come by then.
  std::vector<MessageSizes> answers_to_piece(const RequestLoad&, const OneRequest& piece) const override {
    if (piece.write) return {};
    std::vector<MessageSizes> ways{completions(piece, false)};
    if (piece.of > config_.mps) ways.push_back(completions(piece, true));
    return ways;
  }
  double answers_in(const OneRequest& request) const override {
    return request.write ? 0 : seconds(config_.read_latency(request.address));
  }
  double answers_in_mean(const RequestLoad& load, const OneRequest& request) const override {
    if (request.write) return 0;
    const double cached = seconds(config_.latency + config_.remote_latency);
    return cached + not_cached(load) * seconds(config_.memory_latency);
  }
  /// What it writes; what it reads takes no turns.
  double takes(const OneRequest& request) const override {
    if (!request.write || config_.write_rate == 0) return 0;
    return static_cast<double>(request.bytes) * 8 / static_cast<double>(config_.write_rate);
  }
  CalledBytes calls_for(const PortRef& port, const RequestLoad& load, const OneRequest& request) const override {
    const double share = request.write || port.group == translation ? 1 : not_cached(load);
    return request.write ? CalledBytes{0, share} : CalledBytes{share, 0};
  }
  const char* drawn() const override { return config_.jitter > 0 ? "latencies of root complexes" : nullptr; }

  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    return packets_too_large(around, {0, config_.mps});
  }
  const ReceiveBuffers& receive_buffers() const override { return config_.buffers; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    const RootComplex::Called called{around.services.called<AddressTranslation>(plan, {translation, 0}),
                                     around.services.called<TimedMemory>(plan, {memory_, 0})};
    std::optional<RootComplex::BusMemory> bus;
    if (has_bus_) bus = RootComplex::BusMemory{plan.address, memory_bytes, MemoryContents::Content::streams};
    std::optional<RootComplex::OuterMemory> out;
    if (has_out_) out = RootComplex::OuterMemory{plan.address_at({out_, 0}), memory_bytes};
    machine.add<RootComplex>(name, config_, *plan.endpoint, around.requests, around.seed.value(), called, bus, out);
  }

 private:
  std::vector<PortRef> works_by() const override { return {{out_, 0}}; }

  MessageSizes completions(const OneRequest& piece, bool beside_longer) const {
    const CompletionCut cut(config_.boundary, config_.mps, config_.merge);
    MessageSizes sizes;
    for (std::uint64_t done = 0, bytes = 0; done < piece.bytes; done += bytes) {
      bytes = cut.next(piece.address, piece.bytes, done, sizes.size(), beside_longer);
      sizes.push_back(size_.overhead(TlpType::completion) + bytes);
    }
    return sizes;
  }
  /// Part of what is read that is not in the cache, at least. In their order addresses may not come to the end of the
  /// window.
  double not_cached(const RequestLoad& load) const {
    if (config_.data == RootComplexConfig::Data::memory || config_.llc == 0) return 1;
    if (load.addresses != RequestLoad::Addresses::random || load.window <= config_.llc) return 0;
    return 1 - static_cast<double>(config_.llc) / static_cast<double>(load.window);
  }

  // Groups of ports.
  static constexpr unsigned translation = 2;
  static constexpr unsigned memory_ = 3;
  static constexpr unsigned bus_ = 4;
  static constexpr unsigned out_ = 5;

  RootComplexConfig config_;
  // Somebody is joined to it.
  bool has_memory_ = false;
  bool has_bus_ = false;
  bool has_out_ = false;
  bool has_size_ = false;  ///< of a link
  TlpSize size_{TlpSize::Header::four_words, false};
};

}  // namespace

ISOCHRON_PART(root_complex, RootComplex::type_info, make_part<RootComplexPart>);

}  // namespace isochron
