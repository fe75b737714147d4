// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/output_set.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include <isochron/app/interrupt.h>
#include <isochron/scenario/file_error.h>

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
  if (error != 0)
    throw FileError("standard output", std::string("cannot be written: ") + std::strerror(error),
                    "Free space on the disk, or send it elsewhere");
}

}  // namespace

OutputSet::~OutputSet() {
  files_.clear();
  std::error_code ignored;
  if (!made_folder_.empty()) fs::remove(made_folder_, ignored);  // only if it is empty
}

void OutputSet::open(const std::string& name, const std::string& path) {
  files_[name] = path == "-" ? nullptr : std::make_unique<OutputFile>(path);
}

void OutputSet::open_folder(const std::string& folder, const std::vector<std::string>& names) {
  std::error_code error;
  if (fs::create_directories(folder, error)) made_folder_ = folder;
  if (error || !fs::is_directory(folder, error))
    throw FileError(folder, "cannot be made a folder: " + (error ? error.message() : "it is a file"),
                    "Name a folder that exists or can be made");
  for (const std::string& name : names) open(name, (fs::path(folder) / name).string());
}

const std::string& OutputSet::open_for_others(const std::string& name, const std::string& path) {
  files_[name] = std::make_unique<OutputFile>(path);
  by_others_.insert(name);
  return files_[name]->working_path();
}

void OutputSet::set(const std::string& name, std::string content) {
  contents_[name] = std::move(content);
}

bool OutputSet::is_standard_output(const std::string& name) const {
  const auto found = files_.find(name);
  return found != files_.end() && found->second == nullptr;
}

void OutputSet::commit() {
  for (const auto& [name, file] : files_) {
    if (file == nullptr)
      print(contents_[name]);
    else if (by_others_.count(name) != 0)
      file->finish();
    else
      file->write(contents_[name]);
  }
  Interrupt::check();
  write_standard_output(standard_output_);
  for (const auto& [name, file] : files_)
    if (file != nullptr) file->commit();
  files_.clear();
  made_folder_.clear();
}

}  // namespace isochron
