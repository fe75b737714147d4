// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/master_settings.h>

#include <fmt/format.h>

#include <isochron/machine/language/parameter_store.h>
#include <isochron/part/interconnect.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

void MasterSettings::apply(FlatPart& part, const PortRef& port, const std::string& written) const {
  Interconnect* const bus = part.config->as<Interconnect>();
  const ParameterTable table = bus == nullptr ? ParameterTable() : bus->at_port(port);
  if (table.all().empty())
    throw InputError(settings_.front().position,
                     fmt::format("`{}` of a `{}` takes no settings of a master", written, part.type),
                     "Leave `master` out: devices of a fifo_bus have it");
  for (const Setting& setting : settings_) apply_setting(setting, table, names_, "a master");
}

}  // namespace isochron
