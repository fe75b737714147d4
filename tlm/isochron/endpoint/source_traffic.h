// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <isochron/core/ring.h>
#include <isochron/core/split_mix.h>
#include <isochron/endpoint/changing_source.h>
#include <isochron/endpoint/destination_policy.h>
#include <isochron/endpoint/request_sequence.h>
#include <isochron/endpoint/source_load.h>
#include <isochron/protocol/departures.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// Demand of one traffic on a source: I/Os as a SourceLoad says, and messages of them, in order. A payload is made when
/// it can leave, so that a backlog costs no memory.
class SourceTraffic final : public ChangingSource, private Region::Activity {
 public:
  using Addressing = std::function<std::uint64_t(const Destination&)>;
  /// The source.
  class Listener {
   public:
    /// Brings it to `now`: I/Os will be asked for, which it could not have sent before.
    virtual void about_to_ask(Time now) = 0;
    /// An I/O, or all at once, of so many messages has been asked for.
    virtual void asked(std::int64_t messages, Time now) = 0;

   protected:
    ~Listener() = default;
  };

  /// `name`: of the source, it outlives this; `addressing`: of the bus or routers behind it; `source`: its endpoint.
  /// Throws ModelError for a load that cannot be: see SourceLoad; and a message fits into one of the pool.
  SourceTraffic(const char* name, const Domain& domain, const SourceLoad& load,
                std::unique_ptr<DestinationPolicy> destinations, Addressing addressing, Departures& departures,
                std::uint32_t source, Listener& listener);

  std::uint32_t source() const { return source_; }
  std::uint64_t ios() const { return ios_; }  ///< asked for
  /// It wants to know what has arrived.
  bool is_closed() const { return load_.arrivals == SourceLoad::Arrivals::closed; }
  /// Somebody asks it for I/Os, and not it itself.
  bool follows() const { return load_.arrivals == SourceLoad::Arrivals::following; }
  /// How its I/Os are made, of those that are requests.
  const RequestLoad& requests() const { return *load_.requests; }
  /// Its next I/O has a time.
  bool has_timer() const { return region_.is_scheduled(*this); }

  /// At time 0.
  void start();
  /// An I/O is asked for, of traffic that follows. Its delay counts from `issued` on.
  void ask(Time issued, Time now);
  /// `bytes` of a message have arrived where they go. Throws ModelError for what is not under way.
  void delivered(const Tag& tag, std::uint64_t bytes, Time now);

  void fail(Losses& losses, Time) override { losses_ = &losses; }
  std::uint64_t change(const SourceLoad& load, std::unique_ptr<DestinationPolicy> destinations, Time now) override;
  void again(std::uint64_t block, Time issued, Time now) override;
  void avoid(const std::vector<bool>& endpoints) override { avoided_ = &endpoints; }
  void go_on(Time now) override;
  void silence(Time now) override;
  /// An I/O of traffic that follows would be asked for, if what it follows had not been lost: `losses` hears of it.
  void lose(Time issued, Losses& losses, Time now);

  /// The next message is of an I/O of which one has been made.
  bool under_way() const { return sending_.under_way; }
  bool has_message() const { return sending_.under_way || at_start_left_ > 0 || !ready_.empty(); }
  /// When the first I/O of which no message has been made was asked for. There is one.
  Time first_asked() const { return at_start_left_ > 0 ? 0 : ready_.front().issued; }
  /// Makes the next message, which leaves its source: whoever calls this sends it at once. With one reference.
  Message& next_message();
  /// Takes the next request, an I/O in whole, and describes it: all of `tag` but its slot. Returns the address that
  /// leads to who answers it.
  std::uint64_t next_request(Tag& tag);

 private:
  /// The I/O whose messages are being sent.
  struct Sending {
    Io io;
    bool under_way = false;
    std::uint64_t bytes = 0;  ///< of all of it
    std::uint64_t sent = 0;
    std::uint32_t index = 0;  ///< of the next message
    Destination last;
  };
  /// An I/O of a closed loop that has not arrived in whole.
  struct Open {
    std::uint64_t block;
    std::uint64_t left;  ///< bytes
  };

  /// What leaves at once: a part of an I/O.
  struct Piece {
    Destination destination;
    std::uint64_t offset = 0;  ///< in its I/O
    std::uint64_t bytes = 0;
  };
  Piece next_piece();
  /// All of `tag` but its bytes.
  void describe(const Piece& piece, Tag& tag);

  void complete(Time now) override;
  void io_ready(Time issued, Time now);
  void lose_io(Time issued, Losses& losses, Time now);
  /// Of an I/O: not one that is avoided, where there is another one.
  Destination destination_of(const Io& io, std::uint32_t index, const Destination& before);
  /// Size of the I/O that is asked for now.
  std::uint64_t next_size();
  void take_io();
  std::int64_t messages_of(std::uint64_t bytes) const {
    return static_cast<std::int64_t>((bytes + load_.message - 1) / load_.message);
  }
  void check() const;
  void set_interval();
  void schedule_next();
  Time exponential(double mean);
  bool traced() const { return load_.arrivals == SourceLoad::Arrivals::trace; }
  bool ended() const {
    if (traced() && (load_.repeat == 0 || load_.trace->empty())) return ios_ == load_.trace->size();
    return load_.io_limit != 0 && ios_ == load_.io_limit;
  }
  /// The I/O `number` of the trace, which may begin again.
  const TracedIo& traced_io(std::uint64_t number) const { return (*load_.trace)[number % load_.trace->size()]; }
  /// When the next one is asked for.
  Time next_traced() const { return traced_io(ios_).at + ios_ / load_.trace->size() * load_.repeat; }

  const char* name_;
  Listener& listener_;
  Region& region_;
  MessagePool& pool_;
  SourceLoad load_;
  std::unique_ptr<DestinationPolicy> destinations_;
  Addressing addressing_;
  Departures& departures_;
  std::uint32_t source_;
  SplitMix64 draws_;
  SplitMix64 size_draws_;
  IoInterval interval_;
  IoInterval::Wide carry_ = 0;
  Time next_io_ = 0;       ///< on_off: of the time that it has been on
  Time on_until_ = 0;      ///< of that time, the end of the present length of it
  Time off_so_far_ = 0;    ///< before the present length
  std::uint64_t ios_ = 0;  ///< asked for
  std::uint64_t at_start_left_ = 0;
  Ring<Io> ready_;
  Ring<std::uint64_t> drawn_sizes_;  ///< of those in `ready_`
  Sending sending_;
  std::vector<Open> open_;
  std::uint64_t sequence_ = 0;
  std::uint64_t made_ = 0;  ///< bytes of messages so far
  std::optional<RequestSequence> requests_;
  Losses* losses_ = nullptr;                    ///< that hears of what it asks for, once it has failed
  std::uint64_t paused_ = 0;                    ///< I/Os of a closed loop that it will ask for when it is back
  const std::vector<bool>* avoided_ = nullptr;  ///< endpoints; or none
};

}  // namespace isochron
