// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/link_sink.h>

namespace isochron {

LinkSinkBase::LinkSinkBase(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                           Arrivals& arrivals)
    : MessageSink(name, domain, config, arrivals, Region::Rank::link) {}

void LinkSinkBase::granted(Time now) {
  sender_->credit(*asked_for_, now);
}

TypeInfo LinkSinkBase::type_info() {
  return describe(type, "Where messages on a link end: takes what comes, or one after another at a rate",
                  {"in", "any", "receiver", "the end of a link"});
}

}  // namespace isochron
