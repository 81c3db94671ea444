// Every stage by itself, on rows of random fields: each lane set gives the bits of one lane in the
// columns asked for, writes in its own row only, with and without masks, inside and at borders.

#include "lanes.h"

#include <rill/cook.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "cases.h"
#include "terrains.h"

namespace rill::test {
namespace {

const char* const stage_names[] = {
#define RILL_STAGE(name) #name,
#include <rill/stages.def>
#undef RILL_STAGE
};
const char* const field_names[] = {
#define RILL_FIELD(name, meaning) #name,
#include <rill/fields.def>
#undef RILL_FIELD
};

struct Range {
  double least, most;
};

// What a field holds in a cook; what is not named has either sign.
Range range_of(const std::string& field, bool jako) {
  static const std::map<std::string, Range> ranges = {
      {"height", {-6, 6}},       {"low", {-0.002, 0.002}},  {"water", {0, 2}},
      {"water_next", {0, 2}},    {"sediment", {0, 0.5}},    {"suspended", {0, 0.5}},
      {"hardness", {0, 1}},      {"rain", {0, 3}},          {"erodability", {0, 1}},
      {"bedrock", {-8, 6}},      {"rained", {0, 0.1}},      {"limit", {0, 1}},
      {"eroded", {0, 0.1}},      {"deposited", {0, 0.1}},   {"carried", {0, 1}},
      {"evaporated", {0, 0.1}},  {"talus_share", {0, 1}},   {"talus_rate", {0, 0.2}},
      {"talus_limit", {0, 1}},   {"talus_out", {0, 0.2}},   {"discharge", {0, 3}},
      {"velocity_x", {-40, 40}}, {"velocity_y", {-40, 40}},
  };
  if (field.compare(0, 4, "flux") == 0) return {jako ? 0.0 : -4.0, 4.0};
  const auto found = ranges.find(field);
  return found == ranges.end() ? Range{-1, 1} : found->second;
}

// Three rows with a guard around them: every field of a row side by side, first the state, then a
// slot of every ring, then the brief fields.
constexpr int fields_before(int ring) {
  int fields = state_fields;
  for (int before = 0; before < ring; ++before) fields += slot_layout.places[before];
  return fields;
}
constexpr int row_fields = fields_before(ring_count);
constexpr int row_floats = row_fields * slot_pitch;

// The field there; of two that share a place the earlier, whose values are as good for the later.
Field field_at(int place) {
  for (int field = 0; field < field_count; ++field)
    if (place == (field < state_fields
                      ? field
                      : fields_before(slot_layout.ring[field]) + slot_layout.place[field]))
      return Field(field);
  return field_count;
}

class Rows {
 public:
  Rows(bool jako, std::uint32_t seed) : floats_(2 * guard + 3 * std::size_t(row_floats)) {
    const double quantum = height_quantum(2, 1);
    for (std::size_t i = 0; i < floats_.size(); ++i) {
      const int place = int(i < guard ? 0 : (i - guard) / std::size_t(slot_pitch)) % row_fields;
      const Field field = field_at(place);
      const Range range = range_of(field_names[field], jako);
      const double chance = random_at(int(i), 0, seed);
      double value = range.least + (range.most - range.least) * random_at(int(i), 1, seed);
      // Ends, zeros and equal neighbours are where branches hide.
      if (chance < 0.1) value = range.least;
      if (chance > 0.9) value = range.most;
      if (chance > 0.45 && chance < 0.55) value = range.least <= 0 && range.most >= 0 ? 0 : value;
      if (field == field_height) value = std::nearbyint(value / quantum) * quantum;
      if (field == field_height && chance > 0.6 && chance < 0.8) value = 1;
      floats_[i] = float(value);
    }
  }

  float* row(int i) { return floats_.data() + guard + std::size_t(i) * std::size_t(row_floats); }
  const std::vector<float>& floats() const { return floats_; }

 private:
  static constexpr std::size_t guard = 64;
  std::vector<float> floats_;
};

struct Columns {
  int x0, begin, end, nx;  // x0 is the tile's first column
  bool wrap, has_below, has_above;
};

// Inside, at each side, at both; narrower than any vector; a full panel.
std::vector<Columns> column_cases() {
  return {{40, 37, 83, 600, false, true, true},    {0, 0, 43, 600, false, true, true},
          {560, 557, 600, 600, false, true, true}, {0, 0, 40, 40, false, false, true},
          {0, 0, 40, 40, false, true, false},      {0, 0, 17, 17, false, true, true},
          {0, 0, 1, 1, false, false, false},       {0, 0, 2, 2, false, true, false},
          {0, -3, 4, 1, true, true, true},         {0, -3, 515, 512, true, true, true},
          {7, 4, 17, 20, true, true, true},        {0, 0, 512, 512, false, true, true}};
}

// The middle row as a stage gets it; a task points into it.
struct Middle {
  Middle(Rows& rows, const Columns& columns, const Step& step, bool upside_down) {
    for (int field = 0; field < state_fields; ++field)
      state[field] = rows.row(1) + field * slot_pitch;
    const std::ptrdiff_t below = rows.row(upside_down ? 2 : 0) - rows.row(1);
    const std::ptrdiff_t above = rows.row(upside_down ? 0 : 2) - rows.row(1);
    const NearRows near = {0, below, above};
    place = {near, {near, near, near}, columns.has_below, columns.has_above};
    task = {state,         {},          &place,     &step,        columns.x0 - slot_margin,
            columns.begin, columns.end, columns.nx, columns.wrap, {rows.row(1), rows.row(1)}};
    for (int ring = 0; ring < ring_count; ++ring)
      task.ring[ring] = rows.row(1) + fields_before(ring) * slot_pitch;
  }
  Middle(const Middle&) = delete;

  float* state[state_fields];
  RowPlace place;
  RowTask task;
};

// What left through the border is written at least in border cells, and looked at nowhere else.
bool is_looked_at(Field field, int x, const RowTask& task) {
  if (field != field_water_left && field != field_sediment_left) return true;
  const RowPlace& row = *task.row;
  return !task.wrap && (x == 0 || x == task.nx - 1 || !row.has_below || !row.has_above);
}

// First difference of the middle row in the columns asked for.
std::string difference(Rows& a, Rows& b, const RowTask& task) {
  for (int place = 0; place < row_fields; ++place)
    for (int x = task.begin; x < task.end; ++x) {
      if (!is_looked_at(field_at(place), x, task)) continue;
      const int at = place * slot_pitch + x - task.origin;
      if (std::memcmp(a.row(1) + at, b.row(1) + at, sizeof(float)) == 0) continue;
      return std::string(field_names[field_at(place)]) + " in column " + std::to_string(x) + ": " +
             std::to_string(a.row(1)[at]) + " and " + std::to_string(b.row(1)[at]);
    }
  return "";
}

bool only_own_row_written(Rows& before, Rows& after) {
  const float *old_floats = before.floats().data(), *floats = after.floats().data();
  const std::size_t first = std::size_t(before.row(1) - old_floats);
  const std::size_t last = first + std::size_t(row_floats);
  return std::memcmp(old_floats, floats, first * sizeof(float)) == 0 &&
         std::memcmp(old_floats + last, floats + last,
                     (before.floats().size() - last) * sizeof(float)) == 0;
}

// Steps that between them take every branch on a parameter.
std::vector<Step> steps_for(bool jako) {
  std::vector<Step> steps;
  for (int variant = 0; variant < 6; ++variant) {
    Params params = lively(jako ? scheme_jako2011 : scheme_rill, 1);
    params.border = variant % 3;
    params.exponent = variant % 3;
    params.transport = variant % 2;
    params.depth_rule = variant / 2 % 2;
    params.capacity_rule = variant / 3;
    params.max_speed = variant % 2 ? 1.5 : 0;
    if (variant < 4) choose_outputs(params, all_outputs);
    steps.push_back(make_schedule(params, Node::combined, 2, MaskPresence{}).step);
    if (variant < 4) steps.back().keep |= RILL_KEEP_VELOCITY;
  }
  return steps;
}

bool of_jako2011(int stage) { return std::string(stage_names[stage]).compare(0, 4, "jako") == 0; }

// Counts the cases in which the stage changed anything.
void expect_lanes_agree(int stage, int masks, const Step& step, const Columns& columns,
                        Rows& before, bool upside_down, int& changed) {
  Rows expected = before;
  const Middle middle(expected, columns, step, upside_down);
  const RowTask& task = middle.task;
  lanes_one().stages[stage][masks](task);
  ASSERT_TRUE(only_own_row_written(before, expected)) << "one lane";
  changed += !difference(before, expected, task).empty();
  for (const std::string& name : available_lanes()) {
    Rows rows = before;
    find_lanes(name.c_str()).stages[stage][masks](Middle(rows, columns, step, upside_down).task);
    ASSERT_EQ(difference(expected, rows, task), "") << name;
    ASSERT_TRUE(only_own_row_written(before, rows)) << name;
  }
}

class StagesAgree : public testing::TestWithParam<int> {};

TEST_P(StagesAgree, WithOneLane) {
  const bool jako = of_jako2011(GetParam());
  std::vector<Rows> starts;
  for (std::uint32_t seed = 600; seed < 605; ++seed) starts.emplace_back(jako, seed);
  int cases = 0, changed = 0;
  for (const Step& step : steps_for(jako))
    for (int masks : {RILL_MASKS_NONE, RILL_MASKS_ALL})
      for (const Columns& columns : column_cases()) {
        SCOPED_TRACE("masks " + std::to_string(masks) + ", columns " +
                     std::to_string(columns.begin) + " to " + std::to_string(columns.end) + " of " +
                     std::to_string(columns.nx));
        Rows& start = starts[std::size_t(++cases) % starts.size()];
        expect_lanes_agree(GetParam(), masks, step, columns, start, cases % 2, changed);
        if (HasFatalFailure()) return;
      }
  EXPECT_GT(changed, cases * 3 / 4);
}

INSTANTIATE_TEST_SUITE_P(Stages, StagesAgree, testing::Range(0, int(stage_count)),
                         [](const testing::TestParamInfo<int>& stage) {
                           return std::string(stage_names[stage.param]);
                         });

TEST(RowSums, HaveTheSameBits) {
  Rows rows(false, 700);
  for (int count : {0, 1, 2, 15, 16, 17, 31, 33, 100, 511, 512}) {
    const double expected = lanes_one().sum(rows.row(1), count);
    double plain = 0;
    for (int i = 0; i < count; ++i) plain += double(rows.row(1)[i]);
    EXPECT_NEAR(expected, plain, 1e-12 * (1 + std::abs(plain)));
    for (const std::string& name : available_lanes()) {
      const double sum = find_lanes(name.c_str()).sum(rows.row(1), count);
      EXPECT_EQ(std::memcmp(&sum, &expected, sizeof sum), 0) << name << ", " << count << " values";
    }
  }
}

}  // namespace
}  // namespace rill::test
