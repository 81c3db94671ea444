// rill bench on a tiny size: it runs, and its numbers belong together.

#include <rill/cook.h>

#include <nlohmann/json.hpp>

#include "folder.h"
#include "run_rill.h"

namespace rill::test {
namespace {

using Json = nlohmann::json;

void expect_over_copy(const Json& row, const char* time) {
  const double copy = row.at("copy_ns_per_cell");
  EXPECT_GT(copy, 0) << row;
  EXPECT_NEAR(row.at("times_copy").get<double>() * copy, row.at(time).get<double>(), 1e-6) << row;
}

// Cases of one size are held against the copy of the same minutes.
TEST(Bench, MeasuresEveryNodeAndScheme) {
  const Folder folder;
  const std::string lanes = "one," + available_lanes().back();
  const Outcome outcome =
      run_rill({"bench", "--sizes", "32,48", "--threads", "all,1", "--lanes", lanes, "--steps", "3",
                "--repeat", "2", "--json", folder.path("bench.json")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json bench = Json::parse(read_bytes(folder.path("bench.json")));
  EXPECT_EQ(bench.at("copy_bytes_per_cell"), 72);
  EXPECT_EQ(bench.at("cases").size(), 2u * 2 * 2 * 2 * 3);  // sizes, threads, lanes, schemes, nodes
  for (const Json& row : bench.at("cases")) {
    EXPECT_GT(row.at("ns_per_cell_step").get<double>(), 0) << row;
    expect_over_copy(row, "ns_per_cell_step");
    EXPECT_GE(row.at("bytes_per_cell").get<double>(), 3 * 4) << row;
    EXPECT_EQ(row.at("samples").size(), 2u) << row;
  }
  EXPECT_EQ(bench.at("cases")[0].at("copy_ns_per_cell"),
            bench.at("cases")[23].at("copy_ns_per_cell"));
  EXPECT_NE(outcome.out.find("jako2011"), std::string::npos);
  EXPECT_NE(outcome.out.find("memory copy beside 48 x 48"), std::string::npos) << outcome.out;
}

TEST(Bench, MeasuresALook) {
  const Folder folder;
  const Outcome outcome =
      run_rill({"bench", "--sizes", "64,256", "--threads", "1", "--lanes", "one", "--steps", "1",
                "--repeat", "3", "--look", "--json", folder.path("bench.json")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json bench = Json::parse(read_bytes(folder.path("bench.json")));
  ASSERT_EQ(bench.at("looks").size(), 2u);
  EXPECT_EQ(bench.at("looks")[0].at("size"), 64);
  EXPECT_EQ(bench.at("looks")[1].at("size"), 256);
  for (const Json& row : bench.at("looks")) expect_over_copy(row, "ns_per_cell");
  EXPECT_NE(outcome.out.find("looking at a running cook"), std::string::npos) << outcome.out;
}

TEST(Bench, CountsWhatTheMachineLetsItCount) {
  const Folder folder;
  const Outcome outcome =
      run_rill({"bench", "--sizes", "24", "--threads", "1", "--lanes", "one", "--steps", "2",
                "--repeat", "1", "--perf", "--json", folder.path("bench.json")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json perf = Json::parse(read_bytes(folder.path("bench.json"))).at("perf");
  if (perf.at("by") == "nothing") {
    EXPECT_NE(outcome.out.find("Nothing is counted"), std::string::npos) << outcome.out;
    EXPECT_TRUE(perf.at("cases").empty());
    return;
  }
  ASSERT_EQ(perf.at("cases").size(), 2u * 3);  // schemes, nodes
  const auto instructions = [&](std::size_t row) {
    return perf.at("cases")[row].at("instructions_per_cell_step").get<double>();
  };
  for (std::size_t row = 0; row < 6; ++row) EXPECT_GT(instructions(row), 50) << perf;
  // hydraulic, thermal, combined: the last does the work of both.
  EXPECT_GT(instructions(2), instructions(0)) << perf;
  EXPECT_GT(instructions(2), instructions(1)) << perf;
}

TEST(Bench, RefusesWhatItCannotMeasure) {
  EXPECT_TRUE(refused(run_rill({"bench", "--counted", "abacus"}), 1, {"--counted", "--perf"}));
  EXPECT_TRUE(refused(run_rill({"bench", "--lanes", "abacus"}), 1, {"'abacus'", "one"}));
  // Before anything is measured: stderr has this sentence only.
  EXPECT_TRUE(refused(run_rill({"bench", "--sizes", "512", "--device", "tbb,abacus"}), 1,
                      {"'abacus'", "tbb"}));
  EXPECT_TRUE(refused(run_rill({"bench", "--sizes", "0"}), 1, {"--sizes", "0"}));
  EXPECT_TRUE(refused(run_rill({"bench", "--threads", "1,,2"}), 1, {"--threads", "empty"}));
  EXPECT_TRUE(refused(run_rill({"bench", "--sizes", "8", "--json", "/proc/version/x"}), 1,
                      {"/proc/version/x"}));
}

}  // namespace
}  // namespace rill::test
