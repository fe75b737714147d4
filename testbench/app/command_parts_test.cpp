// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <isochron/app/junit_report.h>
#include <isochron/app/output_file.h>
#include <isochron/app/output_set.h>
#include <isochron/app/replication_pool.h>
#include <isochron/app/result_diff.h>
#include <isochron/app/result_reader.h>
#include <isochron/app/text_table.h>
#include <isochron/core/error.h>
#include <isochron/scenario/file_error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/record_codec.h>
#include <isochron/scenario/replication_seed.h>
#include <isochron/scenario/scenario_instances.h>
#include <isochron/scenario/text_file.h>

#include "support/expect_error.h"
#include "support/fake_machine.h"

namespace isochron {
namespace {

namespace fs = std::filesystem;
using test::message_of;

/// A folder of its own for each test.
class Files : public testing::Test {
 protected:
  Files() { fs::create_directories(folder_); }
  ~Files() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }

  fs::path folder_ = fs::temp_directory_path() / ("isochron-test-" + std::to_string(getpid()));
};

TEST_F(Files, AppearWholeOrNotAtAll) {
  {
    OutputFile file(path("a"));
    file.write("text");
    EXPECT_FALSE(fs::exists(path("a")));
    file.commit();
  }
  EXPECT_EQ(read_text_file(path("a")), "text");
  {
    OutputFile abandoned(path("a"));
    abandoned.write("other");
  }
  EXPECT_EQ(read_text_file(path("a")), "text");
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, ALinkKeepsItsPlace) {
  write("target", "old");
  fs::create_symlink(path("target"), path("link"));
  OutputFile file(path("link"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_text_file(path("target")), "new");
}

TEST_F(Files, ThatCannotBeWrittenAreRefused) {
  write("file", "");
  EXPECT_NE(message_of<FileError>([&] { OutputFile(path("none/a")); }).find("Create the folder first"),
            std::string::npos);
  EXPECT_NE(message_of<FileError>([&] { OutputFile(path("file/a")); }).find("cannot be written"), std::string::npos);
  EXPECT_NE(message_of<FileError>([&] { OutputFile(folder_.string()); }).find("Name a file in it"), std::string::npos);
  EXPECT_NE(message_of<FileError>([] { OutputFile("/dev/full").write("x"); }).find("Free space"), std::string::npos);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, ASetFailsTogether) {
  {
    OutputSet output;
    output.open("json", path("a"));
    output.open_folder(path("tables"), {"m.csv"});
    output.open("full", "/dev/full");
    output.set("json", "1");
    output.set("full", "2");
    EXPECT_THROW(output.commit(), FileError);
  }
  EXPECT_EQ(count(), 0u);
}

TEST_F(Files, ReadersSayWhatIsWrong) {
  EXPECT_NE(message_of<FileError>([&] { read_text_file(path("none")); }).find("cannot be read"), std::string::npos);
  EXPECT_NE(message_of<FileError>([&] { read_text_file(folder_.string()); }).find("it is a folder"), std::string::npos);
  write("broken", "{\n  \"a\": ]\n}");
  EXPECT_NE(message_of<InputError>([&] { read_result(path("broken")); }).find("broken:2:8: not valid JSON"),
            std::string::npos);
  write("other", "{\"schema\": 3}");
  EXPECT_NE(message_of<InputError>([&] { read_result(path("other")); }).find("not a result"), std::string::npos);
  write("hollow", "{\"schema\": \"isochron.result/1\", \"metrics\": 3}");
  EXPECT_NE(message_of<InputError>([&] { read_result(path("hollow")); }).find("no `parameters`"), std::string::npos);
}

TEST(TextTable, Aligns) {
  TextTable table({"a", ">number"});
  EXPECT_TRUE(table.empty());
  table.add({"\u00b1x", "1"});
  EXPECT_EQ(table.text(), "a   number\n\u00b1x       1\n");
}

TEST(ResultDiff, ParametersFirst) {
  const auto document = [](int nodes, double bandwidth) {
    return nlohmann::ordered_json{{"parameters", {{"nodes", nodes}}},
                                  {"metrics", {{"raid.bandwidth", {{"mean", bandwidth}}}}},
                                  {"components", nlohmann::ordered_json::object()}};
  };
  EXPECT_TRUE(compare_results(document(7, 120), document(7, 120)).empty());
  const auto sections = compare_results(document(7, 100), document(5, 120));
  ASSERT_EQ(sections.size(), 2u);
  EXPECT_EQ(sections[0].heading, "Parameters");
  EXPECT_EQ(sections[1].differences[0].name, "raid.bandwidth.mean");
  EXPECT_NEAR(*sections[1].differences[0].relative, 0.2, 1e-12);
}

TEST(JunitReport, EscapesAndCounts) {
  CheckOutcome miss;
  miss.metric = "a<b";
  ScenarioOutcome outcome{"x&y", {miss}, "", "", exit_missed, 1.5};
  const std::string text = junit_report({outcome, {"z", {}, "the model failed", "dead\nlock", exit_model, 0}});
  EXPECT_NE(text.find("name=\"x&amp;y\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"1.500\""),
            std::string::npos);
  EXPECT_NE(text.find("a&lt;b"), std::string::npos);
  EXPECT_NE(text.find("dead&#10;lock"), std::string::npos);
}

/// The fake machine in real processes.
class Pool : public testing::Test {
 protected:
  std::vector<ReplicationRecord> run(std::uint64_t jobs, std::uint64_t width = 64) {
    machine_.parameters().find("pci.width")->set(width);
    ScenarioInstances instances(settings_);
    machine_.set_instances(&instances);
    std::vector<ReplicationTask> tasks;
    for (std::uint64_t i = 0; i < 5; ++i)
      tasks.push_back({&machine_, &instances, {0, 1'000'000'000'000, replication_seed(1, i)}, nullptr});
    ProgressLine progress("test", ProgressMode::never);
    return ReplicationPool(jobs, progress).run(tasks);
  }

  test::FakeMachine machine_;
  std::vector<InstanceSetting> settings_;
};

// One job builds the machine once for all five replications; two jobs build it once for three and once for two; five
// jobs build it for each. A machine that draws while it is built (width 35) is always built for each.
TEST_F(Pool, ResultsDoNotDependOnJobsNorOnWhoBuildsTheMachine) {
  const auto each = run(5);
  ASSERT_EQ(each.size(), 5u);
  EXPECT_NE(each[0].fingerprint, each[1].fingerprint);
  for (const std::uint64_t jobs : {1, 2, 3})
    for (const std::uint64_t width : {64, 35}) {
      const auto records = run(jobs, width);
      ASSERT_EQ(records.size(), each.size());
      for (std::size_t i = 0; i < each.size(); ++i) {
        EXPECT_EQ(records[i].fingerprint, each[i].fingerprint) << jobs << " jobs, " << width << ", " << i;
        EXPECT_EQ(records[i].metrics.at("raid.bandwidth").mean, each[i].metrics.at("raid.bandwidth").mean);
        EXPECT_GT(records[i].peak_rss_bytes, 0u);
      }
    }
}

TEST_F(Pool, AModelsErrorArrives) {
  EXPECT_EQ(message_of<ModelError>([&] { run(2, 33); }),
            "node[0].raid[1] waits for node[3].switch, which waits for it");
}

TEST_F(Pool, ACrashIsReported) {
  EXPECT_NE(message_of<ModelError>([&] { run(2, 34); }).find("killed by signal 6"), std::string::npos);
}

TEST_F(Pool, AnInputErrorArrives) {
  InstanceSetting setting;
  setting.assignment = {"node[0].switch", "ports", {"x.yaml", 3, 4}, {"x.yaml", 3, 9}, {}};
  settings_.push_back(setting);
  EXPECT_NE(message_of<InputError>([&] { run(2); }).find("x.yaml:3:9: no part that"), std::string::npos);
}

}  // namespace
}  // namespace isochron
