// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/result_json.h>

#include <cmath>

#include <gtest/gtest.h>

#include <isochron/scenario/json_writer.h>
#include <isochron/scenario/result_csv.h>
#include <isochron/scenario/sha256.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {
namespace {

Result small_result() {
  Result result;
  result.scenario = "x";
  result.system = "fake";
  result.parameters = {{"pci.slice_time", std::uint64_t{240'000}, Quantity::duration},
                       {"pci.clock", std::uint64_t{66'667'000}, Quantity::frequency},
                       {"target", std::uint64_t{1'920'000'000}, Quantity::data_rate},
                       {"self", true, Quantity::flag},
                       {"failed", std::vector<std::uint64_t>{1, 2}, Quantity::indices},
                       {"share", std::uint64_t{306'000}, Quantity::fraction},
                       {"volume", std::vector<std::uint64_t>{512, 512, 384}, Quantity::dimensions}};
  result.replications = 1;
  result.points.emplace_back();
  result.points[0].metrics["m"] = {"B/s", 1.0 / 3, std::nullopt, 1, 0, 1, {}};
  result.points[0].components["a,b"] = {{"s", {2, std::nullopt}}};
  result.points[0].component_units = {{"s", "B"}};
  return result;
}

TEST(JsonWriter, NineDigitsAndNothingElse) {
  EXPECT_EQ(result_number(1.0 / 3), "0.333333333");
  EXPECT_EQ(result_number(120e6), "120000000.0");
  EXPECT_EQ(result_number(1e20), "1e+20");
  EXPECT_EQ(result_number(-0.0), "0.0");
  EXPECT_EQ(result_number(2.4e-7), "2.4e-07");
  EXPECT_EQ(result_number(std::nan("")), "null");
}

TEST(JsonWriter, IsReadByTheLibrary) {
  nlohmann::ordered_json document;
  document["list"] = std::vector<double>(200, 0.5);
  document["empty"] = nlohmann::ordered_json::object();
  document["text"] = "a \"quoted\" \n line";
  document["nested"]["deep"] = {1, 2, {{"k", nullptr}}};
  const std::string text = write_json(document);
  EXPECT_EQ(nlohmann::ordered_json::parse(text), document);
  EXPECT_EQ(text.back(), '\n');
}

TEST(ResultJson, IsInSiUnits) {
  const nlohmann::ordered_json document = to_json(small_result());
  EXPECT_EQ(document["schema"], "isochron.result/1");
  EXPECT_DOUBLE_EQ(document["parameters"]["pci"]["slice_time"], 240e-9);
  EXPECT_EQ(document["parameters"]["pci"]["clock"], 66'667'000);
  EXPECT_DOUBLE_EQ(document["parameters"]["target"], 240e6);
  EXPECT_EQ(document["parameters"]["failed"], (std::vector<int>{1, 2}));
  EXPECT_EQ(document["parameters"]["share"].dump(), "0.306");
  EXPECT_EQ(document["parameters"]["volume"], "512x512x384");
  EXPECT_TRUE(document["metrics"]["m"]["half_width"].is_null());
  EXPECT_FALSE(document.contains("points"));
  EXPECT_EQ(document["provenance"]["fingerprint"], "0000000000000000");
}

TEST(ResultJson, APointOfASeriesCarriesItsFigures) {
  Result result = small_result();
  result.points[0].varied = {{"nodes", std::uint64_t{3}, Quantity::count}};
  const nlohmann::ordered_json document = to_json(result);
  EXPECT_TRUE(document["metrics"].empty());
  EXPECT_EQ(document["points"][0]["parameters"]["nodes"], 3);
  EXPECT_TRUE(document["points"][0]["metrics"].contains("m"));
}

TEST(ResultCsv, HasTheSameNames) {
  Result result = small_result();
  result.points[0].varied = {{"nodes", std::uint64_t{3}, Quantity::count}};
  const auto tables = to_csv(result);
  EXPECT_EQ(tables.at("metrics.csv"),
            "nodes,metric,unit,mean,half_width,n,min,max,p50,p90,p95,p99,p999\n3,m,B/s,0.333333333,,1,0.0,1.0,,,,,\n");
  EXPECT_EQ(tables.at("components.csv"), "nodes,component,statistic,unit,value,half_width\n3,\"a,b\",s,B,2.0,\n");
  EXPECT_EQ(tables.size(), 5u);
}

// Catches a size of a volume that is written as a list: a row of a table has one cell for it.
TEST(ResultCsv, HasDimensionsAsTheirText) {
  Result result = small_result();
  result.points[0].varied = {{"volume", std::vector<std::uint64_t>{256, 256, 64}, Quantity::dimensions}};
  EXPECT_NE(to_csv(result).at("components.csv").find("\n256x256x64,\"a,b\""), std::string::npos);
  EXPECT_EQ(to_json(result)["points"][0]["parameters"]["volume"], "256x256x64");
}

TEST(Sha256, Fips) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Suggestion, OnlyWhatIsNear) {
  EXPECT_EQ(nearest("nodse", {"nodes", "io"}), "nodes");
  EXPECT_EQ(nearest("NODES", {"nodes"}), "nodes");
  EXPECT_EQ(nearest("bananas", {"nodes", "io"}), "");
  EXPECT_EQ(nearest("scis", {"disk", "scsi"}), "scsi");  // letters that have changed places
  EXPECT_EQ(nearest("link", {"disk", "scsi"}), "");      // half of it is wrong: another word
  EXPECT_EQ(nearest(std::string(100'000, 'x'), {"nodes"}), "");
  EXPECT_EQ(suggestion("bananas", {"nodes", "io"}), "Known: nodes, io");
  EXPECT_EQ(suggestion("bananas", {}), "Remove it");
}

}  // namespace
}  // namespace isochron
