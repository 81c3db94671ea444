// rill bench: nanoseconds per cell and step, beside the time to copy the state once through memory.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <rill/error.h>

#include "arguments.h"
#include "bench_count.h"
#include "bench_measure.h"
#include "commands.h"
#include "io/atomic_file.h"
#include "memory.h"
#include "solver_options.h"

namespace rill {
namespace {

using Json = nlohmann::ordered_json;

constexpr int compare_size = 1024;
constexpr int largest_counted = 256;  // callgrind takes a hundred times as long

struct BenchArguments {
  std::string sizes = "256,1024,4096", threads = "all,1", lanes, steps = "0", repeat = "5";
  std::string devices = "tbb";
  std::string json_file;
  std::string counted;  // a case, when rill runs itself under callgrind
  bool compare = false, look = false, perf = false;
};

struct BenchPlan {
  std::vector<int> sizes, threads;
  std::vector<std::string> lanes, devices;
  int steps = 0;  // 0 = by size
  int repetitions = 0;
};

BenchPlan parse_plan(const BenchArguments& arguments) {
  BenchPlan plan;
  for (const std::string& size : parse_list("--sizes", arguments.sizes))
    plan.sizes.push_back(parse_count("--sizes", size, 1, 32768));
  for (const std::string& threads : parse_list("--threads", arguments.threads))
    plan.threads.push_back(threads == "all" ? 0 : parse_count("--threads", threads, 1, 1024));
  const std::vector<std::string> available = available_lanes();
  if (arguments.lanes.empty())
    plan.lanes = {available.back()};
  else
    plan.lanes = parse_list("--lanes", arguments.lanes);
  for (const std::string& lanes : plan.lanes)
    if (std::find(available.begin(), available.end(), lanes) == available.end()) {
      std::string names;
      for (const std::string& name : available) names += (names.empty() ? "" : ", ") + name;
      throw Error("This machine has no lanes '" + lanes + "'; use " + names + ".");
    }
  plan.devices = parse_list("--device", arguments.devices);
  plan.steps = parse_count("--steps", arguments.steps, 0, 1000000);
  plan.repetitions = parse_count("--repeat", arguments.repeat, 1, 1000);
  return plan;
}

// About as long at every size, and enough steps that the first, which meets cold memory, weighs
// little.
int steps_for(int size, int asked) {
  if (asked > 0) return asked;
  return int(std::clamp(2e7 / (double(size) * size), 4.0, 200.0));
}

// TBB with every lane and thread count asked for; an OpenCL device has neither.
std::vector<BenchCase> ways_to_run(const BenchPlan& plan) {
  std::vector<BenchCase> ways;
  for (const std::string& device : plan.devices) {
    BenchCase way;
    way.asked_device = device;
    if (device != "tbb") {
      way.lanes = "auto";
      ways.push_back(way);
      continue;
    }
    for (const std::string& lanes : plan.lanes)
      for (const int threads : plan.threads) {
        way.lanes = lanes;
        way.threads = threads;
        ways.push_back(way);
      }
  }
  return ways;
}

std::vector<BenchCase> cases_of_size(const BenchPlan& plan, int size) {
  std::vector<BenchCase> cases;
  for (const int scheme : {scheme_rill, scheme_jako2011})
    for (const Node node : {Node::hydraulic, Node::thermal, Node::combined})
      for (BenchCase bench_case : ways_to_run(plan)) {
        bench_case.node = node;
        bench_case.scheme = scheme;
        bench_case.size = size;
        bench_case.steps = steps_for(size, plan.steps);
        cases.push_back(bench_case);
      }
  return cases;
}

// The plainest way to run the same passes, then every lane count as it is used.
std::vector<BenchCase> compare_cases(const BenchPlan& plan) {
  BenchCase baseline;
  baseline.size = compare_size;
  baseline.lanes = "one";
  baseline.fused = false;
  baseline.steps = std::max(4, steps_for(compare_size, plan.steps) / 4);
  std::vector<BenchCase> cases = {baseline};
  for (const std::string& lanes : available_lanes()) {
    BenchCase fused = baseline;
    fused.lanes = lanes;
    fused.fused = true;
    fused.steps = steps_for(compare_size, plan.steps);
    cases.push_back(fused);
  }
  return cases;
}

std::string threads_text(int threads) { return threads == 0 ? "all" : std::to_string(threads); }
std::string way_text(const BenchCase& bench_case) {
  return bench_case.asked_device == "tbb" ? bench_case.lanes : bench_case.asked_device;
}

// The median is what counts; the best shows whether something else kept the machine busy.
void print_case(const BenchCase& bench_case) {
  std::printf("%6d  %-9s  %-8s  %7s  %-8s  %5d  %9.2f  %6.2f  %6.2f  %10.1f\n", bench_case.size,
              node_name(bench_case.node), scheme_name(bench_case.scheme),
              threads_text(bench_case.threads).c_str(), way_text(bench_case).c_str(),
              bench_case.steps, bench_case.median(), bench_case.best(), bench_case.times_copy(),
              bench_case.bytes_per_cell);
}

void print_compare(const std::vector<BenchCase>& cases) {
  std::printf("\ncombined, scheme rill, %d x %d, all threads\n", compare_size, compare_size);
  std::printf("lanes   fused  ns/c/step    best  x copy  speed-up\n");
  for (const BenchCase& bench_case : cases)
    std::printf("%-6s  %-5s  %9.2f  %6.2f  %6.2f  %8.2f\n", bench_case.lanes.c_str(),
                bench_case.fused ? "yes" : "no", bench_case.median(), bench_case.best(),
                bench_case.times_copy(), cases.front().median() / bench_case.median());
}

void print_looks(const std::vector<LookCase>& looks) {
  std::printf("\nlooking at a running cook, combined node, all threads\n  size  ns/cell  x copy\n");
  for (const LookCase& look : looks)
    std::printf("%6d  %7.2f  %6.2f\n", look.size, look.nanoseconds, look.times_copy());
}

Json case_json(const BenchCase& bench_case) {
  return {{"size", bench_case.size},
          {"node", node_name(bench_case.node)},
          {"scheme", scheme_name(bench_case.scheme)},
          {"threads", threads_text(bench_case.threads)},
          {"lanes", bench_case.lanes},
          {"fused", bench_case.fused},
          {"device", bench_case.device},
          {"steps", bench_case.steps},
          {"ns_per_cell_step", bench_case.median()},
          {"best_ns_per_cell_step", bench_case.best()},
          {"copy_ns_per_cell", copy_nanoseconds(bench_case.copy)},
          {"times_copy", bench_case.times_copy()},
          {"bytes_per_cell", bench_case.bytes_per_cell},
          {"samples", bench_case.samples}};
}

Json cases_json(const std::vector<BenchCase>& cases) {
  Json json = Json::array();
  for (const BenchCase& bench_case : cases) json.push_back(case_json(bench_case));
  return json;
}

struct CountedCase {
  BenchCase bench_case;
  BenchCounts counts;
};

struct Report {
  std::vector<BenchCase> cases, compared;
  std::vector<LookCase> looks;
  Counter counter;
  std::vector<CountedCase> counted;
};

// Every node and scheme at the first size, or as large as can be waited for.
void count(const BenchPlan& plan, Report& report) {
  report.counter = find_counter();
  if (report.counter.by.empty()) return;
  const bool callgrind = report.counter.by == "callgrind";
  const int size = callgrind ? std::min(plan.sizes.front(), largest_counted) : plan.sizes.front();
  std::fprintf(stderr, "counting at %d x %d\n", size, size);
  BenchPlan counted = plan;
  counted.threads = {1};
  counted.devices = {"tbb"};
  for (const BenchCase& bench_case : cases_of_size(counted, size)) {
    // valgrind knows no AVX-512.
    if (callgrind && bench_case.lanes == "avx512") continue;
    report.counted.push_back({bench_case, count_case(report.counter, bench_case)});
  }
}

Report measure(const BenchPlan& plan, const BenchArguments& arguments) {
  Report report;
  MemoryCopy copy;
  for (const int size : plan.sizes) {
    std::fprintf(stderr, "measuring %d x %d\n", size, size);
    std::vector<BenchCase> cases = cases_of_size(plan, size);
    measure_cases(cases, plan.repetitions, &copy);
    report.cases.insert(report.cases.end(), cases.begin(), cases.end());
    if (arguments.look) report.looks.push_back(measure_look(size, plan.repetitions, copy));
  }
  if (arguments.compare) {
    std::fprintf(stderr, "comparing at %d x %d\n", compare_size, compare_size);
    report.compared = compare_cases(plan);
    measure_cases(report.compared, plan.repetitions, &copy);
  }
  if (arguments.perf) count(plan, report);
  return report;
}

void print_copy(const BenchCase& bench_case) {
  std::printf(
      "memory copy beside %d x %d: %.1f GB/s (%s stores); the state once, %.0f bytes a cell: "
      "%.2f ns\n",
      bench_case.size, bench_case.size, bench_case.copy.bytes_per_second * 1e-9,
      bench_case.copy.streaming ? "streaming" : "ordinary", state_copy_bytes,
      copy_nanoseconds(bench_case.copy));
}

void print_report(const Report& report) {
  int size = 0;
  for (const BenchCase& bench_case : report.cases) {
    if (bench_case.size != size) print_copy(bench_case);
    size = bench_case.size;
  }
  std::printf(
      "\n  size  node       scheme    threads  lanes     steps  ns/c/step    best  x copy  "
      "bytes/cell\n");
  for (const BenchCase& bench_case : report.cases) print_case(bench_case);
  if (!report.looks.empty()) print_looks(report.looks);
  if (!report.compared.empty()) print_compare(report.compared);
}

void print_counts(const Report& report) {
  if (report.counter.by.empty()) {
    std::printf("\n%s\n", report.counter.reason.c_str());
    return;
  }
  std::printf("\nper cell and step, one thread, counted by %s\n",
              report.counter.by == "callgrind" ? "callgrind, which plays the caches"
                                               : "the CPU, reading misses only");
  if (report.counted.empty())
    std::printf("nothing: callgrind knows no AVX-512; use --lanes avx2.\n");
  else
    std::printf("  size  node       scheme    lanes   instructions  first cache  last cache\n");
  for (const CountedCase& row : report.counted)
    std::printf("%6d  %-9s  %-8s  %-6s  %12.1f  %11.2f  %10.3f\n", row.bench_case.size,
                node_name(row.bench_case.node), scheme_name(row.bench_case.scheme),
                row.bench_case.lanes.c_str(), row.counts.instructions, row.counts.first_cache,
                row.counts.last_cache);
}

Json counts_json(const Report& report) {
  Json json = {{"by", report.counter.by.empty() ? "nothing" : report.counter.by}};
  if (!report.counter.reason.empty()) json["reason"] = report.counter.reason;
  json["cases"] = Json::array();
  for (const CountedCase& row : report.counted)
    json["cases"].push_back({{"size", row.bench_case.size},
                             {"node", node_name(row.bench_case.node)},
                             {"scheme", scheme_name(row.bench_case.scheme)},
                             {"lanes", row.bench_case.lanes},
                             {"instructions_per_cell_step", row.counts.instructions},
                             {"first_cache_misses_per_cell_step", row.counts.first_cache},
                             {"last_cache_misses_per_cell_step", row.counts.last_cache}});
  return json;
}

Json report_json(const Report& report, bool perf) {
  Json json;
  json["version"] = RILL_VERSION;
  json["copy_bytes_per_cell"] = state_copy_bytes;
  json["cases"] = cases_json(report.cases);
  for (const LookCase& look : report.looks)
    json["looks"].push_back({{"size", look.size},
                             {"ns_per_cell", look.nanoseconds},
                             {"copy_ns_per_cell", copy_nanoseconds(look.copy)},
                             {"times_copy", look.times_copy()}});
  if (!report.compared.empty()) {
    json["compare"] = cases_json(report.compared);
    for (std::size_t i = 0; i < report.compared.size(); ++i)
      json["compare"][i]["speed_up"] =
          report.compared.front().median() / report.compared[i].median();
  }
  if (perf) json["perf"] = counts_json(report);
  return json;
}

int run_bench(const BenchArguments& arguments) {
  if (!arguments.counted.empty()) {
    run_counted(arguments.counted);
    return exit_done;
  }
  const BenchPlan plan = parse_plan(arguments);
  if (!arguments.json_file.empty()) check_can_create(arguments.json_file);
  for (const std::string& device : plan.devices) {
    CookOptions options;
    options.device = device;
    check_solver(options);
  }
  const int largest = *std::max_element(plan.sizes.begin(), plan.sizes.end());
  // Two warm states wait while a third is cooked.
  check_memory(3.0 * double(cook_bytes(largest, largest, 1, Node::combined, Params())) +
               double(MemoryCopy::bytes));
  const Report report = measure(plan, arguments);
  print_report(report);
  if (arguments.perf) print_counts(report);
  if (!arguments.json_file.empty())
    write_file(arguments.json_file, report_json(report, arguments.perf).dump(2) + "\n");
  return exit_done;
}

}  // namespace

void add_bench_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<BenchArguments>();
  const Command command = add_command(app, "bench", "Measure the speed of every node and scheme.");
  command.add_option("--sizes", arguments->sizes, "Cells on a side, a list (256,1024,4096)")
      .type_name("N,N");
  command.add_option("--threads", arguments->threads, "Thread counts, a list (all,1)")
      .type_name("N,N");
  command.add_option("--lanes", arguments->lanes, "Lanes, a list (the best)").type_name("L,L");
  command.add_option("--device", arguments->devices, "Devices, a list (tbb): tbb, opencl:0, ...")
      .type_name("D,D");
  command.add_option("--steps", arguments->steps, "Steps of a measurement; 0 goes by size")
      .type_name("N");
  command.add_option("--repeat", arguments->repeat, "Measurements of which the median counts (5)")
      .type_name("N");
  command.add_option("--json", arguments->json_file, "Write the numbers as JSON").type_name("FILE");
  command.add_flag("--compare", arguments->compare,
                   "Also compare lanes with one lane and no fusing at 1024 x 1024");
  command.add_flag("--look", arguments->look,
                   "Also measure what looking at a running cook costs, as frames do");
  command.add_flag("--perf", arguments->perf,
                   "Also count instructions and cache misses, by the CPU or by callgrind");
  command.add_option("--counted", arguments->counted, "").group("");
  command.callback(
      [&chosen, arguments] { chosen = [arguments] { return run_bench(*arguments); }; });
}

}  // namespace rill
