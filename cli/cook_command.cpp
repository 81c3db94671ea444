// rill cook: a terrain in, one node, a terrain out.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <rill/cook.h>
#include <rill/error.h>

#include "arguments.h"
#include "checkpoint.h"
#include "commands.h"
#include "cook_output.h"
#include "frames.h"
#include "interrupt.h"
#include "io/atomic_file.h"
#include "io/houdini/heightfield.h"
#include "io/nodata.h"
#include "memory.h"
#include "progress.h"
#include "settings_options.h"
#include "solver_options.h"
#include "stats.h"
#include "terrain_input.h"

namespace rill {
namespace {

struct CookArguments {
  TerrainArguments terrain;
  std::shared_ptr<SettingsArguments> settings;
  SolverArguments solver;
  std::string checkpoint, every;
  std::optional<std::string> frames;
  bool resume = false, keep_low = false, quiet = false;
  CookOutput output;
};

// What the picture of the terrain before the cook needs.
Terrain picture_layers(const Terrain& terrain) {
  Terrain shown{terrain.nx, terrain.ny, terrain.cell, {}};
  for (const char* name : {layer::height, layer::water, layer::sediment})
    if (terrain.has(name)) shown.layers[name] = terrain.layers.at(name);
  return shown;
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) std::fprintf(stderr, "note: %s\n", note.c_str());
}

// When a running cook is kept in a file, and whether it goes on from one.
class Checkpoints {
 public:
  explicit Checkpoints(const CookArguments& arguments)
      : path_(arguments.checkpoint), quiet_(arguments.quiet) {
    if (path_.empty() && (arguments.resume || !arguments.every.empty()))
      throw Error("--resume and --every need a file to keep the cook in; name it by --checkpoint.");
    if (path_.empty()) return;
    every_ = arguments.every.empty() ? 100 : parse_count("--every", arguments.every, 1, 1000000);
    std::error_code ignored;
    there_ = std::filesystem::exists(path_, ignored);
    if (there_ && !arguments.resume)
      throw Error("The checkpoint '" + path_ +
                  "' is there already; add --resume to go on from it, or remove it.");
    const std::filesystem::path parent = std::filesystem::path(path_).parent_path();
    if (!parent.empty() && !std::filesystem::is_directory(parent, ignored))
      throw Error("Cannot keep the cook in '" + path_ + "': there is no folder '" +
                  parent.string() + "'.");
    check_can_create(path_);
  }

  // Null where there is nothing to go on from.
  const SavedMoment* load(CookIdentity cook, bool resume) {
    identity_ = std::move(cook);
    if (path_.empty()) return nullptr;
    if (there_)
      kept_ = read_checkpoint(path_, identity_);
    else if (resume && !quiet_)
      std::fprintf(stderr, "There is no checkpoint '%s' yet; cooking from the start.\n",
                   path_.c_str());
    return there_ ? &kept_ : nullptr;
  }

  bool due(int steps_done, int steps) const {
    if (path_.empty() || steps_done == kept_.steps || steps_done >= steps) return false;
    return steps_done % every_ == 0 || InterruptGuard::came();
  }
  void keep(const CookMoment& moment) {
    write_checkpoint(path_, identity_, moment);
    kept_.steps = moment.steps;
  }

  // The result is in its place, so the checkpoint has done its work.
  void remove() const {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove(path_, ignored);
  }

  const std::string& path() const { return path_; }
  bool there() const { return there_; }  // when the command began
  int kept_steps() const { return kept_.steps; }

 private:
  std::string path_;
  bool quiet_, there_ = false;
  int every_ = 0;
  CookIdentity identity_;
  SavedMoment kept_;
};

// One cook from the command line, from files to files.
class CookRun {
 public:
  explicit CookRun(const CookArguments& arguments)
      : arguments_(arguments),
        settings_(resolve_settings(*arguments.settings)),
        options_(solver_options(arguments.solver)),
        checkpoints_(arguments) {
    check_solver(options_);
    options_.keep_low = arguments.keep_low;
    write_options_.range = range_of(arguments.terrain);
    write_options_.layer_names = names_in_file(arguments.terrain);
    if (arguments.frames) frames_ = FrameWriter(*arguments.frames);
  }

  int run() {
    std::vector<std::string> inputs = {arguments_.terrain.file};
    check_output(arguments_.output, inputs);  // before a long read, and again with every file
    TerrainFile first = read_file(arguments_.terrain);
    const std::size_t fields = fields_to_take(first);
    if (fields > 1) {
      check_one_by_one(first, fields);
      const bool fit = fields_fit(first.height_fields->all);
      first.notes = {"'" + arguments_.terrain.file + "' holds " + std::to_string(fields) +
                     " height fields, which are cooked one by one" +
                     (fit ? "; --tiles joined would let water cross their seams." : ".")};
    }
    take(std::move(first));
    state_memory();

    const InterruptGuard interrupt;
    for (std::size_t field = 0; field < fields; ++field) {
      if (field > 0) take(read_field(arguments_.terrain, input_.file, field));
      if (fields > 1 && !arguments_.quiet)
        std::fprintf(stderr, "height field %zu of %zu:\n", field + 1, fields);
      CookResult result = cook_watched();
      print_notes(result.notes);
      if (result.cancelled || InterruptGuard::came()) return report_interrupt();
      finish(std::move(result));
    }
    return write();
  }

 private:
  // One height field with its masks, ready to be cooked.
  void take(TerrainFile file) {
    input_ = complete_input(arguments_.terrain, std::move(file));
    check_output(arguments_.output, input_.paths);
    params_ = params_for(settings_, input_.file.terrain);
    frames_.check(params_.iterations, input_.paths);
    print_notes(input_.file.notes);
    const Terrain& terrain = input_.file.terrain;
    if (!arguments_.output.preview_file.empty()) before_ = picture_layers(terrain);
    frames_.set_style(terrain);
    walls_.emplace(input_.file, params_.scheme);
  }

  // Several results fit into a Houdini file only, and what goes with a cook is made for one.
  void check_one_by_one(const TerrainFile& file, std::size_t fields) const {
    const std::string begin = "'" + arguments_.terrain.file + "' holds " + std::to_string(fields) +
                              " height fields, and ";
    if (!is_houdini_file(arguments_.output.path))
      throw Error(begin + "'" + arguments_.output.path +
                  "' has room for one; write a .bgeo.sc, or use --tiles joined.");
    for (const auto& [given, option] :
         {std::pair<bool, const char*>{!checkpoints_.path().empty(), "--checkpoint"},
          {arguments_.frames.has_value(), "--frames"},
          {!arguments_.output.preview_file.empty(), "--preview"}})
      if (given)
        throw Error(begin + option + " is made for one; " +
                    (fields_fit(file.height_fields->all) ? "use --tiles joined." : "leave it out."));
  }

  void state_memory() const {
    const Terrain& terrain = input_.file.terrain;
    const double cells = double(terrain.cells());
    const auto bytes_for = [&](int nx, int ny) {
      return double(cook_bytes(nx, ny, int(terrain.layers.size()), settings_.node, params_));
    };
    double bytes = bytes_for(terrain.nx, terrain.ny);
    // A frame is a copy of the state and of what it becomes.
    if (arguments_.frames) bytes += 2 * 16 * sizeof(float) * cells;
    if (checkpoints_.there()) bytes += 16 * sizeof(float) * cells;
    if (fields_to_take(input_.file) > 1) {
      double all = 0;  // results of other fields wait while one is cooked
      for (const HeightField& field : input_.file.height_fields->all) {
        bytes = std::max(bytes, bytes_for(field.nx, field.ny));
        all += 16 * sizeof(float) * double(field.nx) * field.ny;
      }
      bytes += all;
    }
    check_memory(bytes);
    if (!arguments_.quiet)
      std::fprintf(stderr, "needs %s of memory, %s are free\n", bytes_text(bytes).c_str(),
                   bytes_text(available_memory()).c_str());
  }

  CookResult cook_watched() {
    options_.go_on_from = checkpoints_.load(
        identify(input_.file.terrain, settings_.node, params_), arguments_.resume);
    Terrain terrain = std::move(input_.file.terrain);
    input_.file.terrain = Terrain{terrain.nx, terrain.ny, terrain.cell, {}};
    ProgressDisplay display(arguments_.quiet);
    const int steps = params_.iterations;
    options_.progress = [&display](int steps_done, int all) {
      display.show(steps_done, all);
      return !InterruptGuard::came();
    };
    options_.moment_wanted = [&](int done) {
      return checkpoints_.due(done, steps) || frame_due(done);
    };
    options_.moment = [&](const CookMoment& moment) {
      if (frame_due(moment.steps)) write_frame(moment);
      if (checkpoints_.due(moment.steps, steps)) checkpoints_.keep(moment);
    };
    return cook(std::move(terrain), settings_.node, params_, options_);
  }

  void write_frame(const CookMoment& moment) const {
    TerrainFile file = as_written(moment.terrain());
    if (!frames_.draws())
      give_names_back(arguments_.terrain, frames_.path_after(moment.steps), input_.set_aside, file);
    frames_.write(moment.steps, std::move(file), write_options_);
  }

  // The frame of the step that a kept cook goes on from was written with it.
  bool frame_due(int done) const {
    return frames_.due(done) && !(options_.go_on_from && done == options_.go_on_from->steps);
  }

  // The terrain with all that came with it in the input.
  TerrainFile as_written(Terrain terrain) const {
    TerrainFile file = input_.file;
    file.terrain = std::move(terrain);
    walls_->take_down(file);
    return file;
  }

  int report_interrupt() const {
    if (checkpoints_.kept_steps() == 0)
      std::fprintf(stderr, "rill: The cook was interrupted; nothing was written.\n");
    else
      std::fprintf(stderr,
                   "rill: The cook was interrupted and is kept up to step %d in '%s'; give the same "
                   "command with --resume to go on.\n",
                   checkpoints_.kept_steps(), checkpoints_.path().c_str());
    return exit_interrupted;
  }

  // A result waits until all of them are there, so that they are written together or not at all.
  void finish(CookResult result) {
    TerrainFile file = as_written(std::move(result.terrain));
    after_ = arguments_.output.preview_file.empty() ? Terrain() : picture_layers(file.terrain);
    give_names_back(arguments_.terrain, arguments_.output.path, input_.set_aside, file);
    if (!arguments_.output.stats_file.empty())
      stats_.push_back(stats_json(result, file.terrain, settings_.node, params_));
    char line[256];
    std::snprintf(line, sizeof line, "%zu layers of %d x %d cells, %d steps of %.4g s in %.2f s (%s)",
                  file.terrain.layers.size(), file.terrain.nx, file.terrain.ny, result.steps,
                  result.time_step, result.steps_seconds, result.device.c_str());
    summaries_.push_back(line);
    if (summaries_.size() == 1)
      result_ = std::move(file);
    else
      result_.other_fields[file.height_fields->chosen] = std::move(file.terrain);
  }

  nlohmann::ordered_json all_stats() {
    if (stats_.size() == 1) return std::move(stats_.front());
    return stats_.empty() ? nlohmann::ordered_json() : several_stats_json(stats_, settings_);
  }

  int write() {
    print_notes(
        write_output(arguments_.output, result_, write_options_, {all_stats(), before_, after_}));
    checkpoints_.remove();
    if (arguments_.quiet) return exit_done;
    for (std::size_t i = 0; i < summaries_.size(); ++i)
      std::printf("%s: %s%s\n", arguments_.output.path.c_str(),
                  summaries_.size() > 1
                      ? ("height field " + std::to_string(i + 1) + ", ").c_str()
                      : "",
                  summaries_[i].c_str());
    return exit_done;
  }

  const CookArguments& arguments_;
  const Settings settings_;
  Params params_;  // of the grid at hand
  CookOptions options_;
  WriteOptions write_options_;
  Checkpoints checkpoints_;
  FrameWriter frames_;
  TerrainInput input_;
  std::optional<NodataWalls> walls_;
  Terrain before_, after_;  // for the picture
  TerrainFile result_;
  std::vector<nlohmann::ordered_json> stats_;
  std::vector<std::string> summaries_;
};

const char* const examples = R"(Examples:
  rill cook terrain.tif -o eroded.tif
  rill cook height.r32 --size 1024x1024 --cell 2 --preset canyon -o out/
  rill cook terrain.exr --rain 0.02 --iterations 800 --stats cook.json -o eroded.exr
  rill cook terrain.exr --params cook.json -o same.exr
  rill cook big.exr --checkpoint big.kept --every 50 --resume -o eroded.exr
  rill cook terrain.exr --frames 10:frames/f.%04d.png -o eroded.exr
  rill cook tiles.bgeo.sc --tiles joined -o eroded.bgeo.sc

Parameters: the defaults, then --preset, then --params, then options and --set; later ones win.
Exit codes: 0 done, 1 bad input or parameter, 2 usage, 3 device or resource, 130 interrupted.)";

}  // namespace

void add_cook_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<CookArguments>();
  const Command command = add_command(app, "cook", "Erode a terrain.");
  command.footer(examples);
  add_file_options(command, arguments->terrain);
  std::string ends;
  for (const std::string& end : writable_formats()) ends += (ends.empty() ? "" : " ") + end;
  command
      .add_option("-o,--output", arguments->output.path,
                  "The result: " + ends + ", or a folder for one .r32 file per layer")
      .required()
      .type_name("OUT");
  arguments->settings = add_settings_options(command);
  add_layer_options(command, arguments->terrain);
  command.add_option("--stats", arguments->output.stats_file, "Write what the cook did as JSON")
      .type_name("FILE.json");
  command
      .add_option("--preview", arguments->output.preview_file,
                  "Write a picture of the terrain before and after")
      .type_name("FILE.png");
  command
      .add_option("--frames", arguments->frames,
                  "Write the terrain every N steps as frame 0, 1, 2 and so on: a picture for .png, "
                  "else its layers")
      .type_name("N:PATTERN");
  command
      .add_option("--checkpoint", arguments->checkpoint,
                  "Keep the cook in this file while it runs; removed when the result is written")
      .type_name("FILE");
  command.add_option("--every", arguments->every, "Steps between checkpoints (100)").type_name("N");
  command.add_flag("--resume", arguments->resume,
                   "Go on from the checkpoint, to the same bits as without a break");
  command.add_flag("--keep-low", arguments->keep_low,
                   "Also write height.low, so that a later cook goes on to the bit");
  add_solver_options(command, arguments->solver);
  command.add_flag("-q,--quiet", arguments->quiet, "Print errors and notes only");
  command.callback(
      [&chosen, arguments] { chosen = [arguments] { return CookRun(*arguments).run(); }; });
}

}  // namespace rill
