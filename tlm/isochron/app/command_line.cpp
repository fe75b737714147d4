// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/command_line.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <isochron/app/check_command.h>
#include <isochron/app/describe_command.h>
#include <isochron/app/diff_command.h>
#include <isochron/app/error_report.h>
#include <isochron/app/exit_code.h>
#include <isochron/app/explain_command.h>
#include <isochron/app/host_error.h>
#include <isochron/app/interrupt.h>
#include <isochron/app/list_command.h>
#include <isochron/app/log.h>
#include <isochron/app/output_set.h>
#include <isochron/app/run_command.h>
#include <isochron/app/schema_command.h>
#include <isochron/app/waves_command.h>
#include <isochron/core/error.h>
#include <isochron/core/input_files.h>
#include <isochron/scenario/build_info.h>
#include <isochron/scenario/file_error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/scenario_library.h>
#include <isochron/scenario/seed.h>
#include <isochron/scenario/sha256.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_error.h>

namespace isochron {

namespace {

// SystemC prints its banner before it calls sc_main; only an initialiser comes earlier.
[[maybe_unused]] const int banner_is_off = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);

std::uint64_t read_seed(const std::string& text) {
  try {
    return parse_seed(text);
  } catch (const ValueError& error) {
    throw InputError({"--seed " + text.substr(0, 40), 0, 0}, error.what(), error.remedy());
  }
}

/// The library would read 010 as 8.
std::string plain_number(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.front() != '0' ? "" : "`" + text.substr(0, 40) + "` is not a whole number from 1 on";
}

/// Gives the standard streams that the caller has closed a file, before another one takes their numbers and receives
/// what is meant for them. It cannot be written.
void open_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);  // takes the lowest number that is free
}

/// Every command ends by writing there. Throws FileError.
void require_standard_output() {
  if ((::fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY)
    throw FileError("standard output", "cannot be written: it is closed", "Send it to a file, or to /dev/null");
}

/// The subcommands with their options; parsing fills the options and chooses what to do.
class CommandLine {
 public:
  CommandLine() {
    app_.require_subcommand(0, 1);  // its own message for none is less clear than ours
    app_.set_version_flag("--version", fmt::format("isochron {} ({})", build_version, build_git));
    app_.footer(
        "Examples:\n"
        "  isochron run scenarios/seachange/cluster.yaml\n"
        "  isochron explain scenarios/seachange/cluster.yaml --set nodes=5\n"
        "  isochron describe pci_bus\n\n"
        "Exit codes: 0 well, 1 a check missed, 2 bad input, 3 the model failed, 4 a file cannot be read or written,\n"
        "5 the computer failed (no memory, a simulation was killed), 130 interrupted. `isochron COMMAND --help` says "
        "more.");
    add_run();
    add_check();
    add_explain();
    add_list();
    add_describe();
    add_waves();
    add_diff();
    add_schema();
  }

  int run(int argc, const char* const* argv) {
    require_standard_output();
    require_command(argc, argv);
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success&) {
      OutputSet output;
      output.print(help());
      output.commit();
      return exit_well;
    } catch (const CLI::ParseError& error) {
      require_options(argc, argv);
      throw InputError({"isochron", 0, 0}, error.what(), "`isochron --help` shows how to call it");
    }
    if (!action_) throw InputError({"isochron", 0, 0}, "no command", "`isochron --help` shows the commands");
    start_log(quiet_);
    return action_();
  }

 private:
  /// The first word is a command. What the parser says of another one has it at the end.
  void require_command(int argc, const char* const* argv) const {
    const std::string word = argc > 1 ? argv[1] : "";
    if (word.empty() || word.front() == '-') return;
    std::vector<std::string> names;
    for (const CLI::App* command : app_.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), word) == names.end())
      throw InputError({"isochron", 0, 0}, fmt::format("unknown command `{}`", word.substr(0, 40)),
                       suggestion(word, names));
  }
  /// Every option is one of the command's. Throws InputError, with what may have been meant.
  void require_options(int argc, const char* const* argv) const {
    if (argc < 2) return;
    const std::string command = argv[1];
    std::vector<const CLI::App*> asked =
        app_.get_subcommands([&command](const CLI::App* one) { return one->get_name() == command; });
    asked.push_back(&app_);
    std::vector<std::string> names;
    for (const CLI::App* const app : asked)
      for (const CLI::Option* const option : app->get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (int i = 1; i < argc; ++i) {
      const std::string word = argv[i];
      const std::string name = word.substr(0, word.find('='));
      if (word == "--") return;  // what follows is none
      if (word.rfind("--", 0) != 0 || std::find(names.begin(), names.end(), name) != names.end()) continue;
      const std::string meant = nearest(name, names);
      throw InputError(
          {"isochron", 0, 0}, fmt::format("unknown option `{}`", name.substr(0, 40)),
          meant.empty() ? "`isochron --help` shows how to call it" : fmt::format("Did you mean `{}`?", meant));
    }
  }
  /// What --help or --version asked for.
  std::string help() const { return app_.count("--version") != 0 ? app_.version() + "\n" : app_.help(); }

  CLI::App* add(const std::string& name, const std::string& summary, const std::string& examples,
                std::function<int()> action) {
    CLI::App* command = app_.add_subcommand(name, summary);
    command->footer("Examples:\n" + examples);
    add_errors(command);
    command->final_callback([this, action = std::move(action)] { action_ = action; });
    return command;
  }

  void add_changes(CLI::App* command, std::vector<std::string>& changes) {
    command
        ->add_option("--set", changes,
                     "Set a parameter, as path=value with any YAML value: nodes=5, pci.slice=64B, measure.duration=1s, "
                     "\"instances.node[0].raid[*].dma_engines=2\"; may be repeated")
        ->type_name("PATH=VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
  }

  void add_errors(CLI::App* command) {
    command
        ->add_option("--errors", errors_,
                     "text: a line for people; json: a line with `error`, `exit` and `remedies`, each of which maps "
                     "parameters to values that lead out")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("FORM");
  }

  void add_strict(CLI::App* command, bool& strict) {
    command->add_flag("--strict", strict, "A parameter that is set and has no effect is an error, not a warning");
  }

  static void add_limit_memory(CLI::App* command, std::string& limit, const std::string& help) {
    command->add_option("--limit-memory", limit, help)->type_name("BYTES")->envname("ISOCHRON_LIMIT_MEMORY");
  }

  void add_simulation(CLI::App* command, SimulationOptions& options) {
    add_changes(command, options.changes);
    add_strict(command, options.strict);
    command
        ->add_option_function<std::string>(
            "--seed", [&options](const std::string& text) { options.seed = read_seed(text); },
            "Seed of the random streams, 0 to 2^64 - 1")
        ->type_name("UINT");
    command->add_option("--replications", options.replications, "Independent replications a point")
        ->check(plain_number)
        ->check(CLI::Range(1, 10'000));
    command
        ->add_option("--jobs", options.jobs,
                     "Simulations in parallel; the results do not depend on it (default: the cores)")
        ->check(plain_number)
        ->check(CLI::Range(1, 1024));
    add_limit_memory(command, options.limit_memory,
                     "Refuse what would take more memory, all --jobs together, by estimate: 8GB, or 50% of what the "
                     "computer has (default: physical memory or the control group's limit, whichever is less)");
    auto* progress = command->add_flag_callback(
        "--progress", [&options] { options.progress = ProgressMode::always; },
        "Show progress though not on a terminal");
    command
        ->add_flag_callback(
            "--quiet",
            [this, &options] {
              quiet_ = true;
              options.progress = ProgressMode::never;
            },
            "Neither progress nor warnings")
        ->excludes(progress);
  }

  void add_run() {
    CLI::App* command =
        add("run", "Simulate a scenario",
            "  isochron run cluster.yaml\n"
            "  isochron run cluster.yaml --json result.json --csv tables/\n"
            "  isochron run cluster.yaml --metric delay.p99 --metric raid.bandwidth.min\n"
            "  isochron run cluster.yaml --set target_bandwidth=260MB/s --replications 3 --json - | jq .metrics\n"
            "  isochron run cluster.yaml --replications 1 --trace out.fst --trace-from 10ms --trace-to 11ms\n"
            "  isochron run cluster.yaml --record hops.csv --trace-to 1ms --trace-scope 'node[0].ib_pci*'\n"
            "  isochron run pixels.yaml --pictures planes/\n",
            [this] { return run_command(run_); });
    command->add_option("scenario", run_.scenario, "Scenario file (YAML)")->required();
    add_simulation(command, run_.simulation);
    command
        ->add_option("--metric", run_.simulation.metrics,
                     "Show these figures: a metric, one of its fields such as delay.p99, a statistic of a part such "
                     "as \"node[0].raid[1].bandwidth\", or of a machine file a formula such as "
                     "\"max(node[*].raid[*].bandwidth)\"; may be repeated (default: all metrics)")
        ->type_name("NAME")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    command->add_option(
        "--json", run_.json,
        "Write the result as JSON to this file; - is standard output, a named pipe waits for its reader");
    command->add_option("--csv", run_.csv, "Write the result as tables into this folder");
    command->add_option(
        "--pictures", run_.pictures,
        "Write the pictures that the machine keeps (ps2: `pixels: on`, `pictures: 6`) into this folder, as PGM");
    command->add_option(
        "--inputs", run_.inputs,
        "Write the files that are read, with their SHA-256, as JSON to this file, also when the run fails");
    add_trace(command);
  }

  void add_trace(CLI::App* command) {
    TraceOptions& trace = run_.trace;
    command->add_option("--trace", trace.wave,
                        "Write a waveform to this file, .fst or .vcd, and GTKWave's view of it beside it as .gtkw");
    command->add_option("--record", trace.record, "Write a line for each transaction and hop to this file (CSV)");
    command->add_option("--trace-from", trace.from, "Trace and record from this time of the simulation on")
        ->type_name("TIME");
    command->add_option("--trace-to", trace.to, "... and up to this one")->type_name("TIME");
    add_scopes(command, trace.scopes);
    command->add_option("--trace-interval", trace.interval, "Time over which a utilisation is taken")
        ->type_name("TIME");
    command->add_option("--trace-point", trace.point, "Trace this point of a series (default: the first)")
        ->check(plain_number)
        ->check(CLI::Range(1, 100'000));
    command->add_option("--trace-replication", trace.replication, "Trace this replication of it (default: the first)")
        ->check(plain_number)
        ->check(CLI::Range(1, 10'000));
  }

  void add_scopes(CLI::App* command, std::vector<std::string>& scopes) {
    command
        ->add_option("--trace-scope", scopes,
                     "Only signals of these parts: a name with all below it, or a pattern with *; may be repeated")
        ->type_name("GLOB")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
  }

  void add_check() {
    CLI::App* command = add("check", "Simulate scenarios and compare with what they expect",
                            "  isochron check scenarios/seachange/*.yaml\n"
                            "  isochron check cluster.yaml --junit report.xml\n",
                            [this] { return check_command(check_); });
    command->add_option("scenarios", check_.scenarios, "Scenario files (YAML)")->required();
    add_simulation(command, check_.simulation);
    command->add_option("--junit", check_.junit, "Write a JUnit XML report to this file; - is standard output");
  }

  void add_explain() {
    CLI::App* command =
        add("explain", "What a scenario means: parameters, machine, bounds, bottleneck; nothing is simulated",
            "  isochron explain cluster.yaml\n"
            "  isochron explain cluster.yaml --set ib_side.chips=1 --set ib_side.bridges=1\n"
            "  isochron explain cluster.yaml --json | jq .points[0].bounds\n"
            "  isochron explain cluster.yaml --fail 1\n"
            "  isochron explain cluster.yaml --fail 2 --json | jq '.points[0].failures[:10]'\n"
            "  isochron explain scenarios/own/central_switch.yaml --netlist\n",
            [this] { return explain_command(explain_); });
    command->add_option("scenario", explain_.scenario, "Scenario file (YAML)")->required();
    add_changes(command, explain_.changes);
    add_strict(command, explain_.strict);
    add_limit_memory(command, explain_.limit_memory,
                     "Refuse a machine whose description alone takes more memory: 8GB, or 50% of what the computer has "
                     "(default: physical memory or the control group's limit, whichever is less)");
    command->add_flag("--json", explain_.json, "As JSON");
    CLI::Option* const netlist = command->add_flag(
        "--netlist", explain_.netlist,
        "Of a machine file: every part and connection, traffic and jobs, as a machine file of its own");
    command
        ->add_option("--fail", explain_.fail,
                     "Rank all failures of one part (1), or of two at once (2), by the bound that remains, and name "
                     "parts whose loss stops streams; of machines whose work is traffic")
        ->type_name("PARTS")
        ->excludes(netlist);
  }

  void add_list() { add("list", "The scenarios that come with the command", "  isochron list\n", list_command); }

  void add_schema() {
    CLI::App* command =
        add("schema", "The JSON Schema of scenario or machine files, for editors",
            "  isochron schema machine > machine.schema.json\n", [this] { return schema_command(schema_of_); });
    command->add_option("of", schema_of_, "scenario or machine")->required();
  }

  void add_describe() {
    CLI::App* command = add("describe", "The models with their parameters, ports, statistics and sources",
                            "  isochron describe\n  isochron describe pci_bus\n  isochron describe my_machine.yaml\n"
                            "  isochron describe --json\n"
                            "  isochron describe central_switch --file > my_machine.yaml\n",
                            [this] { return describe_command(describe_); });
    CLI::Option* const type =
        command->add_option("type", describe_.type, "One of the models, or a machine file; all models without it");
    CLI::Option* const json = command->add_flag("--json", describe_.json, "As JSON");
    command
        ->add_flag("--file", describe_.file,
                   "The machine's file, with the types that it includes, for a copy of your own")
        ->needs(type)
        ->excludes(json);
  }

  void add_waves() {
    CLI::App* command = add("waves", "What of a scenario's machine can be traced",
                            "  isochron waves cluster.yaml\n"
                            "  isochron waves cluster.yaml --trace-scope 'node[0].ib_pci[0]'\n",
                            [this] { return waves_command(waves_); });
    command->add_option("scenario", waves_.scenario, "Scenario file (YAML)")->required();
    add_changes(command, waves_.changes);
    add_scopes(command, waves_.scopes);
    command->add_flag("--json", waves_.json, "As JSON");
  }

  void add_diff() {
    CLI::App* command = add("diff", "What differs between two results, parameters first; exit code 1 if anything does",
                            "  isochron diff before.json after.json\n", [this] { return diff_command(diff_); });
    command->add_option("first", diff_.first, "Result (JSON)")->required();
    command->add_option("second", diff_.second, "Result (JSON)")->required();
    command->add_flag("--all", diff_.all, "Every difference; else the twenty largest of a section");
  }

  CLI::App app_{"Isochron: transaction-level models of machines that store and stream continuous media", "isochron"};
  std::function<int()> action_;
  bool quiet_ = false;
  std::string errors_;  ///< ErrorReport reads it by itself
  RunOptions run_;
  CheckOptions check_;
  ExplainOptions explain_;
  DescribeOptions describe_;
  std::string schema_of_;
  WavesOptions waves_;
  DiffOptions diff_;
};

}  // namespace

int run_command_line(int argc, const char* const* argv, const char* scenarios) {
  open_standard_descriptors();
  start_log(false);
  InputFiles::hash_with(sha256);
  use_scenarios(scenarios);
  Interrupt::install();
  const ErrorReport report(argc, argv);
  try {
    return CommandLine().run(argc, argv);
  } catch (const InputError& error) {
    return report(exit_input, error.what(), error.remedies());
  } catch (const FileError& error) {
    return report(exit_file, error.what());
  } catch (const Interrupted&) {
    return report(exit_interrupted, "interrupted");
  } catch (const HostError& error) {
    return report(exit_host, error.what());
  } catch (const std::bad_alloc&) {
    return report(exit_host,
                  "isochron: out of memory. Use fewer --jobs, vary less at a time, or take fewer replications.");
  } catch (const std::exception& error) {
    // ModelError, or something that no one foresaw: either way it is ours.
    return report.failure(error.what());
  }
}

}  // namespace isochron
