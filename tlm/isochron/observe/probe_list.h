// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/observe/probe.h>
#include <isochron/observe/probe_info.h>
#include <isochron/observe/traced.h>

namespace isochron {

/// The probes of a machine with what they are. Parts add theirs, in Traced::list_probes(); a part may add probes under
/// names below its own (a bridge those of its ports).
class ProbeList {
 public:
  /// Goes through the SystemC hierarchy, every object above those below it, and lets each part add its probes.
  void collect();

  /// The probes of a part that is no sc_object, on behalf of the one that holds it.
  void add(Traced& part);
  /// A number of up to `most`; more is shown as the most that fits.
  void add(NumberProbe& probe, const std::string& part, const std::string& name, std::uint64_t most,
           const std::string& doc);
  void add(TextProbe& probe, const std::string& part, const std::string& name, const std::string& doc);
  void add(TransactionProbe& probe, const std::string& part, const std::string& name, const std::string& doc);
  /// Its name is `utilisation`.
  void add(UtilisationProbe& probe, const std::string& part, const std::string& doc);
  /// A name of bits: a probe is added once for each.
  void add(BitsProbe& probe, const std::string& part, const std::string& name, BitRange range, const std::string& doc);
  /// A signal `phase`: what happens there is about no transaction.
  void add_phase(PhaseProbe& probe, const std::string& part, const std::string& doc);
  /// Signals `phase` and `transaction`.
  void add(PhaseProbe& probe, const std::string& part, const std::string& doc);

  const std::vector<ProbeInfo>& infos() const { return infos_; }

 private:
  friend class Trace;

  struct Entry {
    Probe* probe = nullptr;
    UtilisationProbe* utilisation = nullptr;  ///< the same, if it is one
    PhaseProbe* place = nullptr;              ///< whose phase it is, or null
    Traced* owner = nullptr;
  };

  void add(Probe& probe, ProbeInfo info);

  std::vector<ProbeInfo> infos_;
  std::vector<Entry> entries_;  ///< as infos_
  Traced* owner_ = nullptr;     ///< whose probes are being listed
};

}  // namespace isochron
