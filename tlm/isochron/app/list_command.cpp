// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/list_command.h>

#include <filesystem>

#include <isochron/app/exit_code.h>
#include <isochron/app/log.h>
#include <isochron/app/output_set.h>
#include <isochron/app/text_table.h>
#include <isochron/machine/language/machine_library.h>
#include <isochron/scenario/file_error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/scenario_library.h>
#include <isochron/scenario/scenario_loader.h>

namespace isochron {

int list_command() {
  const std::string folder = scenario_folder();
  if (folder.empty())
    throw FileError("scenarios", "cannot be found beside the command",
                    "Install it, or run it from its build folder in the source tree");
  const MachineLibrary machines;
  const ScenarioLoader loader(machines);
  TextTable table({"scenario", "system", "title"});
  bool well = true;
  for (const std::string& file : scenario_files(folder)) {
    try {
      const Scenario scenario = loader.load_heading(file);
      table.add({std::filesystem::proximate(file).string(), scenario.system, scenario.title});
    } catch (const InputError& error) {
      log_error(error.what());
      well = false;
    }
  }
  OutputSet output;
  output.print(table.text());
  output.commit();
  return well ? exit_well : exit_input;
}

}  // namespace isochron
