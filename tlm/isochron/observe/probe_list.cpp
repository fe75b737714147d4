// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/probe_list.h>

#include <isochron/observe/hierarchy.h>

namespace isochron {

void ProbeList::collect() {
  for_each_in_hierarchy<Traced>([this](const sc_core::sc_object&, Traced& part) { add(part); });
}

void ProbeList::add(Traced& part) {
  Traced* const holder = owner_;
  owner_ = &part;
  part.list_probes(*this);
  owner_ = holder;
}

void ProbeList::add(Probe& probe, ProbeInfo info) {
  infos_.push_back(std::move(info));
  entries_.push_back({&probe, nullptr, nullptr, owner_});
}

void ProbeList::add(NumberProbe& probe, const std::string& part, const std::string& name, std::uint64_t most,
                    const std::string& doc) {
  unsigned width = 1;
  while (width < 64 && most >> width != 0) ++width;
  probe.width_ = width;
  probe.most_ = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  add(static_cast<Probe&>(probe), {part, name, SignalKind::number, width, false, doc, {}});
}

void ProbeList::add(TextProbe& probe, const std::string& part, const std::string& name, const std::string& doc) {
  add(static_cast<Probe&>(probe), {part, name, SignalKind::text, 0, false, doc, {}});
}

void ProbeList::add(TransactionProbe& probe, const std::string& part, const std::string& name, const std::string& doc) {
  add(static_cast<Probe&>(probe), {part, name, SignalKind::text, 0, false, doc, {}});
}

void ProbeList::add(UtilisationProbe& probe, const std::string& part, const std::string& doc) {
  add(static_cast<Probe&>(probe), {part, "utilisation", SignalKind::real, 0, true, doc, {}});
  entries_.back().utilisation = &probe;
}

void ProbeList::add(BitsProbe& probe, const std::string& part, const std::string& name, BitRange range,
                    const std::string& doc) {
  add(static_cast<Probe&>(probe), {part, name, SignalKind::bits, range.width(), false, doc, range});
}

void ProbeList::add_phase(PhaseProbe& probe, const std::string& part, const std::string& doc) {
  probe.name_ = part;
  add(probe.phase_, part, "phase", doc);
  entries_.back().place = &probe;
}

void ProbeList::add(PhaseProbe& probe, const std::string& part, const std::string& doc) {
  add_phase(probe, part, doc);
  add(probe.transaction_, part, "transaction", "whose phase it is");
}

}  // namespace isochron
