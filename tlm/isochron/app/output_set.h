// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <isochron/app/file_identity.h>
#include <isochron/app/output_file.h>

namespace isochron {

/// The outputs of a command: files, a folder of tables, standard output. All are opened at the start and appear
/// together at the end; when something goes wrong before that none does. None may be an input of the command: that is
/// checked when they are opened, for files that were read after that by require_no_inputs(), and before they appear.
class OutputSet {
 public:
  OutputSet();
  ~OutputSet();
  OutputSet(const OutputSet&) = delete;
  OutputSet& operator=(const OutputSet&) = delete;

  /// Throws InputError when an output, standard output among them, is a file of InputFiles, by whatever name or link.
  void require_no_inputs() const;

  /// Opens a file for the output `name`; "-" means standard output. Throws FileError; InputError when it is an input or
  /// another output, by whatever name or link.
  void open(const std::string& name, const std::string& path);
  /// Makes the folder unless it exists, and opens a file in it for each of `names`. Throws as open().
  void open_folder(const std::string& folder, const std::vector<std::string>& names);

  /// An output whose content somebody else writes, before commit(): returns where. Not standard output. Throws
  /// as open().
  const std::string& open_for_others(const std::string& name, const std::string& path);
  /// The content of an open output.
  void set(const std::string& name, std::string content);
  /// Adds to standard output, after what went there before; what a terminal cannot show is escaped.
  void print(const std::string& text);
  /// Whether an output goes to standard output, which then must carry nothing else.
  bool is_standard_output(const std::string& name) const;

  /// Puts one that others have written in its place, though the command fails. Throws FileError.
  void keep(const std::string& name);
  /// Writes everything. Throws FileError; InputError as require_no_inputs(); Interrupted when the user asked to stop.
  void commit();

 private:
  /// A file that is taken, how messages call it, and what to say of it to another output.
  struct Taken {
    FileIdentity file;
    std::string place;
    std::string cause;
    std::string remedy;
  };

  void claim(const std::string& path);

  Interrupt::Hold hold_;  ///< a signal must not leave a folder, or half of the outputs
  std::vector<Taken> taken_;
  std::map<std::string, std::unique_ptr<OutputFile>> files_;  ///< null: standard output
  std::map<std::string, std::string> contents_;
  std::set<std::string> by_others_;
  std::string standard_output_;
  std::vector<std::string> made_folders_;  ///< to be removed again unless committed
};

}  // namespace isochron
