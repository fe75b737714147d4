// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/output_set.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include <isochron/app/interrupt.h>
#include <isochron/app/printable_text.h>
#include <isochron/app/write_all.h>
#include <isochron/core/input_files.h>
#include <isochron/scenario/file_error.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace fs = std::filesystem;

namespace {

void write_standard_output(const std::string& content) {
  if (content.empty()) return;
  int error = write_all(STDOUT_FILENO, content);
  if (error == 0) {
    // Some file systems report a full disk only at the close.
    const int copy = ::dup(STDOUT_FILENO);
    if (copy < 0 || ::close(copy) != 0) error = errno;
  }
  // Who has closed a pipe has read what he wanted: `| head`.
  if (error != 0 && error != EPIPE)
    throw FileError("standard output", std::string("cannot be written: ") + std::strerror(error),
                    "Free space on the disk, or send it elsewhere");
}

}  // namespace

OutputSet::OutputSet() {
  taken_.push_back({FileIdentity::of(STDOUT_FILENO), "standard output", "is where standard output goes",
                    "Write - for standard output, or name another file"});
}

OutputSet::~OutputSet() {
  files_.clear();
  std::error_code ignored;
  for (const std::string& folder : made_folders_) fs::remove(folder, ignored);  // only if it is empty
}

void OutputSet::require_no_inputs() const {
  for (const auto& [path, hash] : InputFiles::all()) {
    if (hash.empty()) continue;
    const FileIdentity input = FileIdentity::of(path);
    for (const Taken& output : taken_)
      if (input.is_there() && input.can_be_destroyed && input == output.file)
        throw InputError({output.place, 0, 0}, "is read by this command and would be overwritten", "Name another file");
  }
}

void OutputSet::claim(const std::string& path) {
  const FileIdentity file = FileIdentity::of(path);
  for (const Taken& other : taken_)
    if (file.can_be_destroyed && file == other.file) throw InputError({path, 0, 0}, other.cause, other.remedy);
  taken_.push_back({file, path, "is another output of this command, " + path, "Name a file for each"});
  require_no_inputs();
}

void OutputSet::open(const std::string& name, const std::string& path) {
  if (path != "-") claim(path);
  files_[name] = path == "-" ? nullptr : std::make_unique<OutputFile>(path);
}

void OutputSet::open_folder(const std::string& folder, const std::vector<std::string>& names) {
  std::error_code error;
  if (fs::create_directories(folder, error)) made_folders_.push_back(folder);
  if (error || !fs::is_directory(folder, error))
    throw FileError(folder, "cannot be made a folder: " + (error ? error.message() : "it is a file"),
                    "Name a folder that exists or can be made");
  for (const std::string& name : names) open(name, (fs::path(folder) / name).string());
}

const std::string& OutputSet::open_for_others(const std::string& name, const std::string& path) {
  claim(path);
  files_[name] = std::make_unique<OutputFile>(path);
  by_others_.insert(name);
  return files_[name]->working_path();
}

void OutputSet::set(const std::string& name, std::string content) {
  contents_[name] = std::move(content);
}

void OutputSet::print(const std::string& text) {
  standard_output_ += printable_lines(text);
}

bool OutputSet::is_standard_output(const std::string& name) const {
  const auto found = files_.find(name);
  return found != files_.end() && found->second == nullptr;
}

void OutputSet::keep(const std::string& name) {
  const auto found = files_.find(name);
  if (found == files_.end()) return;
  found->second->finish();
  found->second->commit();
  files_.erase(found);
}

void OutputSet::commit() {
  require_no_inputs();
  for (const auto& [name, file] : files_) {
    if (file == nullptr)
      standard_output_ += contents_[name];
    else if (by_others_.count(name) != 0)
      file->finish();
    else
      file->write(contents_[name]);
  }
  Interrupt::check();
  write_standard_output(standard_output_);
  Interrupt::finish();
  for (const auto& [name, file] : files_)
    if (file != nullptr) file->commit();
  files_.clear();
  made_folders_.clear();
}

}  // namespace isochron
