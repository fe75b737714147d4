// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/extent_server.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>

namespace isochron {

/// Where a SCSI string ends.
class ExtentServer::String final : public AtTargetOf<ExtentServer> {
 public:
  using AtTargetOf<ExtentServer>::AtTargetOf;
};

ExtentServer::ExtentServer(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                           unsigned strings, std::vector<Disk*> disks, const Directory& directory, MemoryBus& bus)
    : sc_module(name),
      requests("requests", requested_),
      arrived("arrived"),
      taken("taken", taken_),
      read("read"),
      failed("failed"),
      region_(domain.region),
      config_(config),
      directory_(directory),
      bus_(bus),
      threads_(disks.size()) {
  for (std::size_t d = 0; d < disks.size(); ++d) {
    threads_[d].disk = disks[d];
    disks[d]->set_asker(*this);
    threads_[d].at_disk.reserve(config.depth);
  }
  for (unsigned s = 0; s < strings; ++s)
    strings_.push_back(std::make_unique<String>(("string[" + std::to_string(s) + "]").c_str(), domain, *this, s));
}

ExtentServer::~ExtentServer() = default;

AtTargetBase& ExtentServer::string(unsigned index) {
  return *strings_.at(index);
}

ExtentServer::Thread& ExtentServer::thread_of(const Payload& payload) {
  return threads_[directory_.disk(tag_of(payload).stream)];
}

void ExtentServer::request(Payload& payload, Time now) {
  Thread& thread = thread_of(payload);
  if (thread.disk->failed()) {
    failed.hand_on(payload, now);
    return;
  }
  payload.acquire();
  thread.waiting.push(&payload);
  depth_.change(now, 1);
  start_next(thread, now);
}

void ExtentServer::start_next(Thread& thread, Time now) {
  while (!thread.waiting.empty() && thread.open < config_.depth) {
    Payload& payload = *thread.waiting.pop();
    if (thread.disk->failed()) {
      depth_.change(now, -1);
      failed.hand_on(payload, now);
      payload.release();
      continue;
    }
    const Tag& tag = tag_of(payload);
    ++thread.open;
    thread.at_disk.push_back(&payload);
    depth_.change(now, -1);
    payload.set_data_length(0);  // bytes of it in memory
    thread.disk->read(tag, 0, directory_.position(tag.stream), directory_.bytes(tag.stream), now);
  }
  if (traced_) depth_probe_.set(now, static_cast<std::uint64_t>(depth_.level()));
}

void ExtentServer::request_failed(const Tag& tag, Time now) {
  Thread& thread = threads_[directory_.disk(tag.stream)];
  thread.has_failed = true;
  const auto found = std::find_if(thread.at_disk.begin(), thread.at_disk.end(),
                                  [&tag](const Payload* one) { return tag_of(*one).sequence == tag.sequence; });
  Payload& payload = **found;
  thread.at_disk.erase(found);
  --thread.open;
  failed.hand_on(payload, now);
  payload.release();
  start_next(thread, now);
}

void ExtentServer::on_request(AtTargetBase& socket, Payload& chunk, Time) {
  chunk.set_response_status(write_only_response(chunk));
  static_cast<String&>(socket).ready(chunk);
}

void ExtentServer::on_complete(AtTargetBase&, Payload& chunk, Time now) {
  if (chunk.is_response_error()) return;
  const Tag& tag = tag_of(chunk);
  std::vector<Payload*>& at_disk = thread_of(chunk).at_disk;
  const auto found = std::find_if(at_disk.begin(), at_disk.end(),
                                  [&tag](const Payload* one) { return tag_of(*one).sequence == tag.sequence; });
  if (found == at_disk.end()) {
    if (thread_of(chunk).has_failed) return;  // what was on the string when its disk failed
    throw ModelError(std::string(name()) + ": a chunk that nobody asked for");
  }
  Payload& extent = **found;
  const unsigned bytes = chunk.get_data_length();
  // Extents are asked for from address 0 on. Not by the tag: where a disk sends a request whole, that is the request's.
  if (config_.with_data) std::memcpy(extent.get_data_ptr() + chunk.get_address(), chunk.get_data_ptr(), bytes);
  extent.set_data_length(extent.get_data_length() + bytes);
  const Time in_memory =
      bus_.carry(MemoryBus::Traffic::disk_read, bytes, now - bytes * config_.transfer_of_a_byte, now);
  if (extent.get_data_length() < directory_.bytes(tag.stream)) return;
  at_disk.erase(found);
  if (in_memory == now)
    arrive(extent, now);
  else
    region_.call_at(in_memory, [this, &extent, in_memory] { arrive(extent, in_memory); });
}

void ExtentServer::arrive(Payload& payload, Time now) {
  arrived.hand_on(payload, now);
  payload.release();
}

void ExtentServer::take(Payload& payload, Time now) {
  Thread& thread = thread_of(payload);
  --thread.open;
  start_next(thread, now);
  read.hand_on(payload, now);
}

Statistics<ExtentServer> ExtentServer::statistics() {
  Statistics<ExtentServer> table;
  table.mean("queue_depth", &ExtentServer::depth_, "requests that are not at a disk yet, mean over time");
  return table;
}

void ExtentServer::report_waits(std::vector<Wait>& waits) const {
  for (const Thread& thread : threads_) {
    if (!thread.at_disk.empty()) waits.push_back({name(), "an extent", thread.disk->name()});
    if (thread.open > thread.at_disk.size()) waits.push_back({name(), "the disk's interface", taken.path()});
  }
}

void ExtentServer::list_probes(ProbeList& list) {
  list.add(depth_probe_, name(), "queue_depth", 0xffff, "requests that are not at a disk yet");
}

void ExtentServer::start_trace(Time now) {
  traced_ = true;
  depth_probe_.set(now, static_cast<std::uint64_t>(depth_.level()));
}

TypeInfo ExtentServer::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The threads that read extents from a PC's disks, one a disk";
  info.source = "PS2, sections 3, 4 and 7";
  info.ports = {{"string[i]", "base protocol", "target", "the host's end of a SCSI string"},
                {"requests", "hand-over", "target", "extents that are asked for"},
                {"arrived", "hand-over", "initiator", "extents in memory, whose disk's interface is to be served"},
                {"taken", "hand-over", "target", "the same, once it is"},
                {"read", "hand-over", "initiator", "extents that are read"},
                {"failed", "hand-over", "initiator", "requests whose disk has failed"},
                {"disk[i]", Disk::calls, "initiator", "its disks"},
                {"store", Directory::calls, "initiator", "what the extents are and where they are"},
                {"memory_bus", MemoryBus::calls, "initiator", "that carries what comes from the disks"}};
  info.statistics = statistics().infos();
  return info;
}

}  // namespace isochron
