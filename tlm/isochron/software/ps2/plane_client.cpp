// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/plane_client.h>

#include <algorithm>

#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

PlaneClient::PlaneClient(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                         const PlaneSet& planes, unsigned servers, const Directory& directory, PlaneImages* images,
                         WorkDone& done)
    : sc_module(name),
      merged("merged", merged_),
      complete("complete"),
      shown("shown", shown_),
      domain_(domain),
      config_(config),
      planes_(planes),
      directory_(directory),
      images_(images),
      done_(done),
      ledger_(1, planes.extents()),
      under_way_(planes.planes()) {
  for (unsigned i = 0; i < servers; ++i) {
    const std::string index = "[" + std::to_string(i) + "]";
    requests_.push_back(std::make_unique<OutletPort>(("request" + index).c_str()));
    missing_ports_.push_back(std::make_unique<InletPort>(("missing" + index).c_str(), missing_));
  }
  SC_HAS_PROCESS(PlaneClient);
  SC_METHOD(start);  // at time 0
}

PlaneClient::~PlaneClient() = default;

OutletPort& PlaneClient::request(unsigned server) {
  return *requests_.at(server);
}

InletPort& PlaneClient::missing(unsigned server) {
  return *missing_ports_.at(server);
}

void PlaneClient::start() {
  const Time now = kernel_now();
  domain_.region.advance(now);
  while (next_ < std::min(config_.in_flight, planes_.planes())) ask(now);
}

void PlaneClient::ask(Time now) {
  const std::uint64_t plane = next_++;
  const std::vector<PlanePart>& parts = planes_.parts(plane);
  under_way_[plane] = {now, parts.size()};
  parts_left_ += parts.size();
  for (std::uint64_t i = 0; i < parts.size(); ++i) {
    const unsigned server = directory_.server(parts[i].extent);
    Message& request = domain_.pool.allocate(0, 1);
    Tag& tag = request.tag();
    tag = Tag();
    tag.block = plane;
    tag.offset = i;
    tag.sequence = sequence_++;
    tag.stream = parts[i].extent;
    tag.issued = now;
    tag.bytes = static_cast<std::uint32_t>(planes_.format().bytes(parts[i]));
    ledger_.departs(tag);
    if (traced_) phase_probe_.event(now, Phase::begin, transaction_of(request));
    requests_[server]->hand_on(request, now);
    request.release();
  }
  trace_counts(now);
  if (parts.empty()) hand_on(plane, now);  // it lies beside the volume
}

void PlaneClient::merge(Payload& payload, Time now) {
  ledger_.arrives(tag_of(payload), payload.get_data_length(), now);
  part_is_here(payload, now);
}

void PlaneClient::miss(Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  // Its hole is in the books, as what the part would have had.
  ledger_.arrives(tag, tag.bytes, now);
  ++parts_missing_;
  if (images_ != nullptr) images_->miss(tag.block, tag.offset);
  part_is_here(payload, now);
}

void PlaneClient::part_is_here(const Payload& payload, Time now) {
  const std::uint64_t plane = tag_of(payload).block;
  if (traced_) phase_probe_.event(now, Phase::end, transaction_of(payload));
  --parts_left_;
  trace_counts(now);
  if (--under_way_[plane].parts_left == 0) hand_on(plane, now);
}

void PlaneClient::hand_on(std::uint64_t plane, Time now) {
  Message& picture = domain_.pool.allocate(0, 1);
  picture.tag() = Tag();
  picture.tag().block = plane;
  picture.tag().sequence = plane;
  picture.tag().issued = under_way_[plane].asked;
  complete.hand_on(picture, now);
  picture.release();
}

void PlaneClient::show(Payload& payload, Time now) {
  const std::uint64_t plane = tag_of(payload).block;
  if (images_ != nullptr) images_->finish(plane);
  delays_.add(now - under_way_[plane].asked);
  ++planes_shown_;
  last_shown_ = now;
  trace_counts(now);
  if (next_ < planes_.planes())
    ask(now);
  else if (planes_shown_ == planes_.planes())
    done_.work_done(now);
}

std::string PlaneClient::left_to_do() const {
  const std::uint64_t left = planes_.planes() - planes_shown_;
  return left == 0 ? "" : std::to_string(left) + " planes to show";
}

void PlaneClient::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.count("parts_missing", parts_missing_);
  figures.distribution("delay", delays_);
}

void PlaneClient::report_waits(std::vector<Wait>& waits) const {
  if (parts_left_ > 0) waits.push_back({name(), std::to_string(parts_left_) + " plane parts", merged.path()});
}

void PlaneClient::list_probes(ProbeList& list) {
  list.add(phase_probe_, name(), "BEGIN: an extent is asked for; END: its plane part is merged, or missing");
  list.add(planes_probe_, name(), "planes_shown", planes_.planes(), "planes on the display so far");
  list.add(parts_probe_, name(), "parts_left", 0xffffff, "parts of the planes under way that are not merged");
}

void PlaneClient::start_trace(Time now) {
  traced_ = true;
  phase_probe_.clear(now);
  trace_counts(now);
}

void PlaneClient::trace_counts(Time now) {
  if (!traced_) return;
  planes_probe_.set(now, planes_shown_);
  parts_probe_.set(now, parts_left_);
}

TypeInfo PlaneClient::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Viewer of planes: asks for a plane's extents, and for the next plane once one is shown";
  info.source = "PS2, section 5, Fig. 7 and 8";
  info.ports = {{"request[i]", "hand-over", "initiator", "extents that server i is asked for"},
                {"missing[i]", "hand-over", "target", "those that server i cannot read"},
                {"merged", "hand-over", "target", "parts that are in the plane's picture"},
                {"complete", "hand-over", "initiator", "planes with all their parts"},
                {"shown", "hand-over", "target", "planes on the display"},
                {"store", Directory::calls, "initiator", "which server has an extent"},
                {"cut", Task::Work::calls, "target", "makes plane parts of extents"},
                {"merge", Task::Work::calls, "target", "puts plane parts into the planes' pictures"}};
  info.statistics = {{"parts_missing", "1", "parts of the run whose disk has failed"},
                     {"delay", "s", "from the request of a plane to its display; a distribution", true}};
  PlaneSeries series;
  info.describe_parameters(series.parameters());
  return info;
}

}  // namespace isochron
