// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/trace_selection.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/instance_paths.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

/// `name` and the names of everything around it, the outermost first.
std::vector<std::string> with_scopes(const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
    names.push_back(name.substr(0, dot));
  names.push_back(name);
  return names;
}

bool lies_in(const std::string& scope, const std::string& name) {
  const std::vector<std::string> names = with_scopes(name);
  return std::any_of(names.begin(), names.end(), [&](const std::string& one) { return matches_instance(scope, one); });
}

[[noreturn]] void refuse(const std::string& scope, const std::vector<ProbeInfo>& infos) {
  std::set<std::string> known;
  for (const ProbeInfo& info : infos)
    for (const std::string& name : with_scopes(info.full_name())) known.insert(name);
  throw InputError({"--trace-scope", 0, 0}, fmt::format("`{}` matches no signal", scope.substr(0, 80)),
                   suggestion(scope, {known.begin(), known.end()}));
}

}  // namespace

std::vector<bool> select_probes(const std::vector<ProbeInfo>& infos, const std::vector<std::string>& scopes) {
  std::vector<bool> chosen(infos.size(), scopes.empty());
  for (const std::string& scope : scopes) {
    bool any = false;
    for (std::size_t i = 0; i < infos.size(); ++i) {
      if (!lies_in(scope, infos[i].full_name())) continue;
      chosen[i] = true;
      any = true;
    }
    if (!any) refuse(scope, infos);
  }
  return chosen;
}

}  // namespace isochron
