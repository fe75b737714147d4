// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <isochron/core/class_queue.h>
#include <isochron/core/region.h>
#include <isochron/core/service_law.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/watchdog.h>
#include <isochron/part/class_parameters.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// A queue and the servers that empty it: the part of a server that has no ports. Payloads wait in a queue of their
/// class and are served one at a time by each server, for a time that a ServiceLaw says. A service is not interrupted.
/// Of all that arrives in an instant, what is served next is chosen once all of it is there.
///
/// Where `queue` is limited, a payload needs a place in the queue of its class before it is sent here, and has it until
/// its service begins. When its service has ended it goes to the Client, which may leave it with its server for as long
/// as it cannot go on. The classes share the servers' time, but not what is left with them: each class may leave as
/// many payloads as there are servers, those in service included, before it alone is not served.
class ServiceStation final : private Region::Requester {
 public:
  /// Whether a part can hold back what comes.
  enum class Queue { limited, unlimited };

  struct Config {
    std::uint64_t queue = 0;  ///< payloads of a class that wait; 0: any number
    std::uint64_t servers = 1;
    ServiceLaw service;
    ClassParameters classes;

    /// `kind` unlimited: without `queue`.
    ParameterTable parameters(Queue kind = Queue::limited);
    /// Bytes a second of payloads of `bytes`; no limit where a service takes no time.
    Capacity capacity(std::uint64_t bytes) const;
  };

  /// Who has the station.
  class Client {
   public:
    /// The service of `payload` by `server`, below places(), has ended. True: it has gone. False: it stays with the
    /// server, which serves nobody of its class until release(server).
    virtual bool served(Payload& payload, unsigned server, Time now) = 0;
    /// There is a place for a payload of `traffic_class`, for which take_place() returned false.
    virtual void place_granted(unsigned traffic_class, Time now) = 0;

   protected:
    ~Client() = default;
  };

  /// `name`: path of the part, for draws and reports. It and `client` outlive this.
  ServiceStation(const char* name, const Domain& domain, const Config& config, std::uint64_t seed, Client& client);
  ~ServiceStation() override;

  unsigned classes() const { return queue_.classes(); }
  /// Payloads that can be in service or left with a server: as many as there are servers, of each class.
  unsigned places() const { return static_cast<unsigned>(servers_.size()); }
  /// Takes a place in the queue of a class (true), or notes that one is asked for (false): place_granted() follows. One
  /// is asked for at a time by each class.
  bool take_place(unsigned traffic_class, Time now);
  /// The place of a payload that has arrived is not needed.
  void give_back(unsigned traffic_class, Time now) {
    if (has_limit()) free_place(traffic_class, now);
  }
  /// A payload that has a place has arrived.
  void arrived(Payload& payload, Time now) { arrived(payload, payload.get_data_length(), now); }
  /// The same where weights of classes count `cost` bytes for it.
  void arrived(Payload& payload, std::uint64_t cost, Time now);
  /// What has stayed with `server` has gone.
  void release(unsigned server, Time now);

  const LevelOverTime& serving() const { return serving_; }  ///< servers that serve
  const LevelOverTime& held() const { return held_; }        ///< payloads that were served and cannot go on
  const LevelOverTime& depth() const { return depth_; }      ///< payloads that wait for a server
  /// From the arrival of a payload until its service began, of those that began in this window.
  const DelayHistogram& wait() const { return wait_; }
  const DelayHistogram& wait(unsigned traffic_class) const { return by_class_.at(traffic_class).wait; }
  std::uint64_t bytes() const { return bytes_; }        ///< whose service has ended in this window
  std::uint64_t messages() const { return messages_; }  ///< the same
  std::uint64_t bytes(unsigned traffic_class) const { return by_class_.at(traffic_class).bytes; }

  void start_window(Time now);
  void report(StatisticSink& sink) const;
  /// `behind`: the output port that a payload waits for which cannot go on.
  void report_waits(std::vector<Wait>& waits, const std::string& behind) const;
  /// The owner of a place in the queue of a class, for reports.
  std::string owner_of(unsigned traffic_class) const;
  static std::vector<StatisticInfo> statistics();

  void list_probes(ProbeList& list);
  void start_trace(Time now);
  void stop_trace() { probes_ = nullptr; }

 private:
  class Server;

  struct Waiting {
    Payload* payload = nullptr;
    Time since = 0;
  };
  struct OfClass {
    std::uint64_t places = 0;   ///< free ones, where there is a limit
    TimeIn asked;               ///< a place is asked for
    std::vector<Server*> idle;  ///< neither serve nor hold a payload of the class
    unsigned held = 0;          ///< payloads that cannot go on
    TimeIn holds;               ///< there are some
    // Of several classes alone:
    LevelOverTime depth;
    DelayHistogram wait;
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
  };
  struct Probes;

  void ask(Time now) override;
  /// Classes with a payload that can be served now.
  ClassMask ready() const {
    return static_cast<std::uint64_t>(serving_.level()) < count_ ? queue_.present() & able_ : ClassMask{0};
  }
  void serve_next(Time now);
  void free_place(unsigned traffic_class, Time now);
  void completed(Server& server, Time now);
  void free(Server& server, Time now);
  bool has_limit() const { return limit_ > 0; }

  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  const char* name_;
  Region& region_;
  Client& client_;
  ServiceLaw law_;
  SplitMix64 draws_;
  std::uint64_t limit_;
  std::uint64_t count_;  ///< of the servers
  ClassQueue<Waiting> queue_;
  std::vector<std::unique_ptr<Server>> servers_;  ///< one for each server and class, those of class 0 first
  ClassMask able_ = 0;                            ///< classes that have an idle one
  LevelOverTime serving_;
  LevelOverTime held_;
  LevelOverTime depth_;
  DelayHistogram wait_;
  std::uint64_t bytes_ = 0;
  std::uint64_t messages_ = 0;
  std::vector<OfClass> by_class_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
