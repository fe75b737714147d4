// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// The statistics of a module, each declared once: its name, where its value comes from, and what it is. What a window
/// starts anew, what the module reports and what its type describes follow (WithStatistics).
///
/// A value comes from a data member, which a window starts anew, or from a function of the module, or of the module and
/// the time of the window's end.
template <class Module>
class Statistics {
 public:
  // As StatisticSink::Part has them.
  template <class Source>
  void fraction(const std::string& name, Source source, const std::string& doc) {
    add({name, "1", doc}, std::tuple(source), [](auto& to, const auto&... value) { to.fraction(value...); });
  }
  template <class Source>
  void mean(const std::string& name, Source source, const std::string& doc) {
    add({name, "1", doc}, std::tuple(source), [](auto& to, const auto&... value) { to.mean(value...); });
  }
  template <class Source, class Places>
  void mean(const std::string& name, Source source, Places places, const std::string& doc) {
    add({name, "1", doc}, std::tuple(source, places), [](auto& to, const auto&... value) { to.mean(value...); });
  }
  template <class Source>
  void rate(const std::string& name, Source source, const std::string& doc) {
    add({name, "B/s", doc}, std::tuple(source), [](auto& to, const auto&... value) { to.rate(value...); });
  }
  template <class Source>
  void bytes(const std::string& name, Source source, const std::string& doc) {
    add({name, "B", doc}, std::tuple(source), [](auto& to, const auto&... value) { to.bytes(value...); });
  }
  template <class Source>
  void count(const std::string& name, Source source, const std::string& doc) {
    add({name, "1", doc}, std::tuple(source), [](auto& to, const auto&... value) { to.count(value...); });
  }
  template <class Source>
  void time(const std::string& name, Source source, const std::string& doc) {
    add({name, "s", doc}, std::tuple(source), [](auto& to, const auto&... value) { to.time(value...); });
  }
  template <class Sum, class Number>
  void mean_time(const std::string& name, Sum sum, Number number, const std::string& doc) {
    add({name, "s", doc}, std::tuple(sum, number), [](auto& to, const auto&... value) { to.mean_time(value...); });
  }
  template <class Source>
  void distribution(const std::string& name, Source source, const std::string& doc) {
    add({name, "s", doc, true}, std::tuple(source), [](auto& to, const auto&... value) { to.distribution(value...); });
  }
  /// Statistics that are declared from here on are reported where this, of the module, is true or not 0.
  void when(std::function<bool(const Module&)> condition) { when_ = std::move(condition); }
  /// A data member that a window starts anew and that is no statistic.
  template <class Source>
  void start_anew(Source source) {
    if constexpr (std::is_member_object_pointer_v<Source>)
      members_.push_back([source](Module& module, Time now) {
        if constexpr (std::is_same_v<decltype(module.*source), std::uint64_t&>)
          module.*source = 0;
        else
          (module.*source).start_window(now);
      });
  }

  void start_window(Module& module, Time now) const {
    for (const auto& member : members_) member(module, now);
  }
  void report(Module& module, StatisticSink& sink) const {
    StatisticSink::Part figures = sink.part(module.name());
    for (const Entry& entry : entries_)
      if (!entry.when || entry.when(module)) entry.report(module, figures, sink.end());
  }
  /// For TypeInfo.
  std::vector<StatisticInfo> infos() const {
    std::vector<StatisticInfo> infos;
    for (const Entry& entry : entries_) infos.push_back(entry.info);
    return infos;
  }

 private:
  struct Entry {
    StatisticInfo info;
    std::function<void(Module&, StatisticSink::Part&, Time)> report;
    std::function<bool(const Module&)> when;
  };

  template <class Source>
  static decltype(auto) value_of(Module& module, const Source& source, Time end) {
    if constexpr (std::is_invocable_v<Source, Module&, Time>)
      return std::invoke(source, module, end);
    else
      return std::invoke(source, module);
  }
  template <class... Sources, class Put>
  void add(StatisticInfo info, std::tuple<Sources...> sources, Put put) {
    std::apply([this](auto... source) { (this->start_anew(source), ...); }, sources);
    const auto report = [=, name = info.name](Module& module, StatisticSink::Part& figures, Time end) {
      std::apply([&](auto... source) { put(figures, name, value_of(module, source, end)...); }, sources);
    };
    entries_.push_back({std::move(info), report, when_});
  }

  std::vector<Entry> entries_;
  std::function<bool(const Module&)> when_;
  std::vector<std::function<void(Module&, Time)>> members_;
};

}  // namespace isochron
