// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/strand_source.h>

#include <algorithm>

#include <isochron/observe/probe_list.h>
#include <isochron/part/part_registration.h>

namespace isochron {

StrandSource::StrandSource(const sc_core::sc_module_name& name, Region& region, const Config& config, Server& server)
    : sc_module(name), region_(region), config_(config), server_(server) {
  region_.join(*this, Region::Rank::timer);
  SC_HAS_PROCESS(StrandSource);
  SC_METHOD(start);  // at time 0
}

void StrandSource::start() {
  region_.advance(kernel_now());
  complete(kernel_now());
}

void StrandSource::complete(Time now) {
  const std::uint64_t end = std::min(next_ + config_.group, config_.strands);
  while (next_ < end) server_.request(next_++, now);
  if (traced_) requested_.set(now, next_);
  if (next_ < config_.strands) region_.schedule(*this, now + config_.interval);
}

void StrandSource::list_probes(ProbeList& list) {
  list.add(requested_, name(), "requested", config_.strands, "strands asked for so far");
}

void StrandSource::start_trace(Time now) {
  traced_ = true;
  requested_.set(now, next_);
}

TypeInfo StrandSource::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary =
      "The client of a multidisk server: asks for strands, all at the start or in groups at regular intervals";
  info.source = "Gennart et al., section 5.1";
  return info;
}

ISOCHRON_PART(strand_source, StrandSource::type_info);

}  // namespace isochron
