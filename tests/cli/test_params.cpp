// rill params: every parameter in each of the three forms.

#include <rill/params.h>

#include <nlohmann/json.hpp>

#include <algorithm>

#include "run_rill.h"

namespace rill::test {
namespace {

using Json = nlohmann::json;

TEST(Params, JsonHasEveryRow) {
  const Outcome outcome = run_rill({"params", "--json"});
  ASSERT_EQ(outcome.exit_code, 0);
  const Json rows = Json::parse(outcome.out);
  ASSERT_EQ(rows.size(), parameter_table().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ParameterInfo& parameter = parameter_table()[i];
    const Json& row = rows[i];
    EXPECT_EQ(row.at("name"), parameter.name);
    EXPECT_EQ(row.at("help"), parameter.help);
    EXPECT_EQ(row.at("schemes"), parameter.schemes);
    EXPECT_EQ(row.at("nodes"), parameter.nodes);
    if (parameter.kind == ParameterKind::choice) {
      EXPECT_EQ(row.at("choices"), parameter.choices);
      EXPECT_EQ(row.at("default"), parameter.choices[std::size_t(parameter.standard)]);
    } else {
      EXPECT_EQ(row.at("min"), parameter.hard_min);
      EXPECT_EQ(row.at("max"), parameter.hard_max);
    }
  }
}

TEST(Params, TextIsAlignedAndComplete) {
  const Outcome outcome = run_rill({"params"});
  ASSERT_EQ(outcome.exit_code, 0);
  const std::size_t column = outcome.out.find("meaning");
  for (const ParameterInfo& parameter : parameter_table()) {
    const std::size_t line = outcome.out.find("\n  " + std::string(parameter.name) + " ");
    ASSERT_NE(line, std::string::npos) << parameter.name;
    EXPECT_EQ(
        outcome.out.compare(line + 1 + column, std::string(parameter.help).size(), parameter.help),
        0)
        << parameter.name;
  }
}

TEST(Params, MarkdownHasEveryRowWithAsManyCells) {
  const Outcome outcome = run_rill({"params", "--markdown"});
  ASSERT_EQ(outcome.exit_code, 0);
  for (const ParameterInfo& parameter : parameter_table()) {
    const std::size_t line = outcome.out.find("\n| `" + std::string(parameter.name) + "` |");
    ASSERT_NE(line, std::string::npos) << parameter.name;
    const std::string text = outcome.out.substr(line + 1, outcome.out.find('\n', line + 1) - line);
    EXPECT_EQ(std::count(text.begin(), text.end(), '|'), 8) << text;
  }
}

}  // namespace
}  // namespace rill::test
