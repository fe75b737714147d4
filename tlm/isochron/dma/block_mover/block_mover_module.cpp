// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/block_mover_module.h>

#include <isochron/core/error.h>
#include <isochron/dma/block_mover/tlm_block_mover.h>

namespace isochron {

Implementations<BlockMoverMaker>& block_mover_modules() {
  static Implementations<BlockMoverMaker> modules = [] {
    Implementations<BlockMoverMaker> own;
    own.offer("tlm", [](const char* name, const Domain& domain, const BlockMoverModule::Config& config) {
      return std::make_unique<TlmBlockMover>(name, domain, config);
    });
    return own;
  }();
  return modules;
}

void BlockMoverModule::add_choice(ParameterTable& table, Implementation& implementation) {
  table.choice("impl", implementation, {"tlm", "rtl"}, "a model, or the Verilog", "our own");
  table.absent("impl", [](const std::string& name) {
    const Implementations<BlockMoverMaker>& modules = block_mover_modules();
    if (modules.find(name) != nullptr) return Absence{};
    const auto [cause, remedy] = modules.why_not(name);
    return Absence{cause, remedy};
  });
}

std::unique_ptr<BlockMoverModule> BlockMoverModule::make_for(const std::string& owner, Implementation implementation,
                                                             const char* name, const Domain& domain,
                                                             const Config& config) {
  std::unique_ptr<BlockMoverModule> made = make(implementation, name, domain, config);
  if (made == nullptr)  // whoever set it asked no table
    throw ModelError(owner + ": " + block_mover_modules().why_not("rtl").first);
  return made;
}

std::unique_ptr<BlockMoverModule> BlockMoverModule::make(Implementation implementation, const char* name,
                                                         const Domain& domain, const Config& config) {
  const BlockMoverMaker* const maker =
      block_mover_modules().find(implementation == Implementation::tlm ? "tlm" : "rtl");
  return maker == nullptr ? nullptr : (*maker)(name, domain, config);
}

}  // namespace isochron
