// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <isochron/observe/save_file.h>
#include <isochron/observe/trace.h>

namespace isochron {
namespace {

/// Busy for the first quarter of each microsecond; counts them.
class Lamp final : public sc_core::sc_module, public Traced {
 public:
  explicit Lamp(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Lamp);
    SC_THREAD(blink);
  }

  void list_probes(ProbeList& list) override {
    list.add(count_, name(), "count", 3, "how often");
    list.add(utilisation_, name(), "how long");
    list.add(place_, name(), "what");
  }
  void start_trace(Time now) override {
    traced_ = true;
    place_.clear(now);
    show(now);
  }
  void stop_trace() override { traced_ = false; }

  bool traced() const { return traced_; }

 private:
  void blink() {
    for (;;) {
      ++number_;
      change(true, Phase::begin);
      wait(to_sc_time(microsecond / 4));
      change(false, Phase::end);
      wait(to_sc_time(3 * microsecond / 4));
    }
  }
  void change(bool busy, Phase phase) {
    busy_ = busy;
    if (!traced_) return;
    show(kernel_now());
    place_.event(kernel_now(), phase, {number_, 1, 2, 8, false});
  }
  void show(Time now) {
    count_.set(now, number_);
    utilisation_.set(now, busy_);
  }

  NumberProbe count_;
  UtilisationProbe utilisation_;
  PhaseProbe place_;
  std::uint64_t number_ = 0;
  bool busy_ = false;
  bool traced_ = false;
};

class TraceTest : public testing::Test {
 protected:
  TraceTest() : base_(testing::TempDir() + "isochron_trace_" + std::to_string(::getpid())) {
    plan_.wave = base_ + ".vcd";
    plan_.save_file = base_ + ".gtkw";
    plan_.shown_as = "lamp.vcd";
    plan_.log = base_ + ".csv";
    plan_.interval = microsecond / 2;
  }
  ~TraceTest() override {
    for (const std::string& file : {plan_.wave, plan_.save_file, plan_.log}) std::remove(file.c_str());
  }

  static std::string content(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  /// The waveform's values, without its declarations.
  std::string values() const {
    const std::string text = content(plan_.wave);
    const std::string end = "$enddefinitions $end\n";
    return text.substr(text.find(end) + end.size());
  }
  void run(Time end) {
    Trace trace(plan_);
    trace.open();
    trace.run(end, [](Time leg) { sc_core::sc_start(to_sc_time(leg - kernel_now())); });
    trace.close();
    started_ = trace.started();
  }

  std::string base_;
  TracePlan plan_;
  Lamp lamp_{"lamp"};
  bool started_ = false;
};

// The handles are ! count, " utilisation, # phase and $ transaction.
TEST_F(TraceTest, writesTheWindowAndNothingElse) {
  plan_.from = 600 * nanosecond;
  plan_.to = 1700 * nanosecond;
  run(3 * microsecond);
  EXPECT_TRUE(started_);
  EXPECT_FALSE(lamp_.traced());
  EXPECT_EQ(values(),
            "#600000\nr0 \"\ns- #\ns- $\nb1 !\n"
            "#1000000\nb10 !\nsBEGIN #\nss1#2.2 $\n"
            "#1100000\nr0.2 \"\n"  // 0.1 us of 0.5
            "#1250000\nsEND #\n"
            "#1600000\nr0.3 \"\n"
            "#1700000\n");
  EXPECT_EQ(content(plan_.log),
            "time_ps,place,phase,stream,source,sequence,bytes,asked_ps,delay_ps\n"
            "1000000,lamp,BEGIN,1,2,2,8,,\n1250000,lamp,END,1,2,2,8,,\n");
}

// From the very first instant; a number that does not fit is shown as the most that does.
TEST_F(TraceTest, followsFromTheBeginning) {
  plan_.interval = second;
  run(9 * microsecond / 2);
  EXPECT_THAT(values(),
              testing::StartsWith("#0\nr0 \"\ns- #\ns- $\nb0 !\nb1 !\nsBEGIN #\nss1#2.1 $\n#250000\nsEND #\n"));
  EXPECT_THAT(values(), testing::HasSubstr("#2000000\nb11 !\n"));
  EXPECT_THAT(values(), testing::HasSubstr("#3000000\nsBEGIN #\nss1#2.4 $\n"));
}

TEST_F(TraceTest, whatIsNotChosenIsNotWritten) {
  plan_.select = [](const std::vector<ProbeInfo>& infos) {
    std::vector<bool> chosen;
    for (const ProbeInfo& info : infos) chosen.push_back(info.full_name() == "lamp.count");
    return chosen;
  };
  plan_.to = 2 * microsecond;
  run(2 * microsecond);
  EXPECT_EQ(values(), "#0\nb0 !\nb1 !\n#1000000\nb10 !\n#2000000\n");
  EXPECT_EQ(content(plan_.log), "time_ps,place,phase,stream,source,sequence,bytes,asked_ps,delay_ps\n");
}

/// Clocked at each microsecond, with an input that is known only then.
class Flipflop final : public sc_core::sc_module, public Traced {
 public:
  explicit Flipflop(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Flipflop);
    SC_THREAD(clock);
  }

  void list_probes(ProbeList& list) override {
    list.add(input_, name(), "d", {7, 6}, "input");
    list.add(clock_, name(), "clk", {0, 0}, "clock");
    list.add(clock_, std::string(name()) + ".inside", "clk", {0, 0}, "the same");
  }
  void start_trace(Time now) override {
    traced_ = true;
    input_.set(now, "00");
    clock_.set(now, "0");
  }
  void stop_trace() override { traced_ = false; }

 private:
  void clock() {
    for (bool odd = true;; odd = !odd) {
      wait(to_sc_time(microsecond));
      wait(sc_core::SC_ZERO_TIME);  // behind all others
      if (!traced_) continue;
      const Time now = kernel_now();
      input_.set(now - 1, odd ? "01" : "10");
      clock_.set(now, "1");
      clock_.set_later(now + microsecond / 2, false);
    }
  }

  BitsProbe input_;
  BitsProbe clock_;
  bool traced_ = false;
};

// What is before an edge stands before it, although the lamp has changed at the edge by then; samples and the falling
// clock come in their order.
TEST_F(TraceTest, bitsMayComeAPicosecondAfterTheirTime) {
  Flipflop flipflop("flipflop");
  plan_.interval = microsecond * 3 / 4;
  plan_.to = 2600 * nanosecond;
  plan_.select = [](const std::vector<ProbeInfo>& infos) {
    std::vector<bool> chosen;
    for (const ProbeInfo& info : infos) chosen.push_back(info.part != "lamp" || info.width == 2 || info.fraction);
    return chosen;
  };
  run(3 * microsecond);
  EXPECT_EQ(values(),
            "#0\nr0 \"\nb0 !\nb00 #\n0$\nb1 !\n#750000\nr0.3333333333333333 \"\n"
            "#999999\nb01 #\n#1000000\nb10 !\n1$\n#1500000\n0$\n"
            "#1999999\nb10 #\n#2000000\nb11 !\n1$\n#2500000\n0$\n#2600000\n");
  EXPECT_THAT(content(plan_.wave), testing::HasSubstr("$scope module flipflop $end\n$var wire 2 # d [7:6] $end\n"
                                                      "$var wire 1 $ clk $end\n$scope module inside $end\n"
                                                      "$var wire 1 $ clk $end\n"));
  EXPECT_THAT(content(plan_.save_file), testing::HasSubstr("@22\n+{d} flipflop.d[7:6]\n@28\n+{clk} flipflop.clk\n"));
}

TEST_F(TraceTest, saysThatTheRunNeverCameToTheWindow) {
  plan_.from = second;
  run(microsecond);
  EXPECT_FALSE(started_);
}

// The CRC-32 is zlib's.
TEST_F(TraceTest, theSaveFileShowsEverySignal) {
  plan_.to = 5 * microsecond;
  run(5 * microsecond);
  EXPECT_EQ(content(plan_.save_file),
            "[*] Isochron; unless edited, what follows has the CRC-32 3880600388\n"
            "[dumpfile] \"lamp.vcd\"\n[timestart] 0\n[size] 1600 900\n[pos] -1 -1\n"
            "*-19.931569 0\n[sst_width] 240\n[signals_width] 280\n[sst_expanded] 1\n"
            "@800200\n-lamp\n@24\n+{count} lamp.count[1:0]\n@88020\n+{utilisation} lamp.utilisation\n@20000\n-\n"
            "@820\n+{phase} lamp.phase\n@820\n+{transaction} lamp.transaction\n@1000200\n-lamp\n");
}

// Sixty signals in each of two parts: more than one sees at once. What is around them both hides nothing.
TEST_F(TraceTest, groupsBesideEachOtherAreClosedWhenThereIsMuch) {
  std::vector<ProbeInfo> infos;
  for (const char* const part : {"top.a", "top.b"})
    for (int i = 0; i < 60; ++i) infos.push_back({part, "s", SignalKind::bits, 4, false, "", {7, 4}});
  write_save_file(plan_.save_file, "lamp.vcd", 0, second, ScopeTree(infos, std::vector<bool>(120, true)), infos);
  EXPECT_THAT(content(plan_.save_file), testing::HasSubstr("@800200\n-top\n@c00200\n-a\n@22\n+{s} top.a.s[7:4]\n"));
  EXPECT_THAT(content(plan_.save_file), testing::HasSubstr("@1401200\n-a\n@c00200\n-b\n"));
  const std::vector<bool> few = [] {
    std::vector<bool> chosen(120, false);
    chosen[0] = chosen[60] = true;
    return chosen;
  }();
  write_save_file(plan_.save_file, "lamp.vcd", 0, second, ScopeTree(infos, few), infos);
  EXPECT_THAT(content(plan_.save_file), testing::Not(testing::HasSubstr("@c00200")));
}

}  // namespace
}  // namespace isochron
