// Launching a step: as one kernel on tiles (tile_program.h) or in sweeps (sweep_program.h), or the
// stages in order. The host only waits for a step a few behind the newest, so that progress and cancel
// stay close; now and then it takes the state over, as a place to go on from should the device fail.

#include "opencl_backend.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <sstream>

#include "../lanes.h"
#include "../memory.h"
#include "buffers.h"
#include "plan.h"
#include "program.h"
#include "summed.h"
#include "sweep_program.h"
#include "tile_program.h"

namespace rill::opencl {
namespace {

constexpr std::size_t steps_in_flight = 4;
constexpr double seconds_between_snapshots = 20;

std::vector<Field> fields_with_totals(const Totals& totals) {
  std::vector<Field> fields;
  for (const Output& output : outputs)
    if (!(totals.*output.total).empty()) fields.push_back(output.field);
  return fields;
}

Step widest_step(const State& state, const Schedule& schedule) {
  Step step = schedule.step;
  if (!state.fields[field_velocity_x].empty()) step.keep |= RILL_KEEP_VELOCITY;
  return step;
}

Plan plan_for(const State& state, const Totals& totals, const Schedule& schedule) {
  const Step step = widest_step(state, schedule);
  const bool masks = state.masks.any();
  std::bitset<field_count> written;
  for (const ScheduledStage& stage : schedule.stages) written |= field_use(stage.stage, step, masks).writes;
  std::vector<Field> kept;
  for (const Summed& summed : summed_fields)
    if (written[summed.field]) kept.push_back(summed.field);
  for (const Output& output : outputs)
    if (!(totals.*output.total).empty()) kept.push_back(output.field);
  if (step.keep & RILL_KEEP_VELOCITY) {
    kept.push_back(field_velocity_x);
    kept.push_back(field_velocity_y);
  }
  return make_plan(schedule, step, masks, kept);
}

int panels_of(const State& state) { return (state.nx + panel_capacity - 1) / panel_capacity; }

// A sum a quantity for each tile, each band, or each row of each panel.
std::size_t sums_of(const State& state, Way way, const Device& device) {
  static_assert(quantity_count == tile_quantities, "a tile sums what a row does");
  std::size_t places = std::size_t(state.ny) * std::size_t(panels_of(state));
  if (way == Way::tiles)
    places = std::size_t(tile_columns(state.nx)) * std::size_t(most_tile_rows(state.ny));
  if (way == Way::sweep) places = std::size_t(cut_for_sweep(state.nx, state.ny, device).bands);
  return places * quantity_count;
}

Way way_for(const std::string& steps, const Device& device) {
  if (steps == "auto")
    return suits_tiles(device) ? Way::tiles : device.is_cpu() ? Way::sweep : Way::stages;
  return steps == "tiles" ? Way::tiles : steps == "sweep" ? Way::sweep : Way::stages;
}

class OpenClBackend final : public Backend {
 public:
  OpenClBackend(State& state, Totals& totals, const Schedule& schedule, const Device& device,
                const std::string& steps)
      : state_(state),
        totals_(totals),
        schedule_(schedule),
        device_(device),
        way_(way_for(steps, device)),
        plan_(plan_for(state, totals, schedule)),
        tile_plan_(make_tile_plan(state, fields_with_totals(totals), schedule)),
        cell_bytes_(state.cells() * sizeof(float)) {
    check_memory();
    create_context();
    BuiltProgram built = build_program(context_.get(), device_, source());
    program_ = std::move(built.program);
    from_cache_ = built.from_cache;
    create_kernels();
    create_buffers();
    snapshot_time_ = std::chrono::steady_clock::now();
  }

  ~OpenClBackend() override {
    if (queue_) clFinish(queue_.get());  // nothing may still run on buffers that go now
  }

  std::string description() const override {
    return "opencl " + device_.info.name + (from_cache_ ? ", kernels from cache" : "");
  }

  void run_step(bool last) override {
    Step step = schedule_.step;
    if (last && !state_.fields[field_velocity_x].empty()) step.keep |= RILL_KEEP_VELOCITY;
    if (way_ != Way::stages) {
      launch_step(step);
    } else {
      for (std::size_t i = 0; i < plan_.stages.size(); ++i) launch_stage(i, step);
      launch_sums();
      launch_outputs();
    }
    cl_event done = nullptr;
    CHECK_CL(clEnqueueMarkerWithWaitList(queue_.get(), 0, nullptr, &done));
    in_flight_.emplace_back(done);
    CHECK_CL(clFlush(queue_.get()));
    if (in_flight_.size() > steps_in_flight) {
      wait_for(in_flight_.front());
      in_flight_.pop_front();
    }
    ++steps_run_;
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - snapshot_time_).count() > seconds_between_snapshots) {
      take_state();
      snapshot_time_ = now;
    }
  }

  void wait() override {
    if (!in_flight_.empty()) wait_for(in_flight_.back());
    in_flight_.clear();
  }

  StepSums finish() override {
    take_state();
    return sums();
  }

  int steps_in_state() const override { return steps_in_state_; }
  StepSums sums() const override { return sums_; }
  std::size_t bytes() const override {
    return (buffers_.size() + total_buffers_.size()) * cell_bytes_ + ring_bytes();
  }

 private:
  static void wait_for(const Event& step) {
    const cl_event done = step.get();
    CHECK_CL(clWaitForEvents(1, &done));
  }

  void check_memory() const {
    const std::size_t needed = device_bytes(state_, totals_, schedule_, way_, device_);
    const DeviceInfo& info = device_.info;
    const auto megabytes = [](std::size_t bytes) { return std::to_string((bytes >> 20) + 1) + " MB"; };
    if (needed > info.memory)
      throw DeviceError("the cook needs " + megabytes(needed) + " and '" + info.name + "' has " +
                        std::to_string(info.memory >> 20) + " MB");
    const std::size_t largest = std::max(cell_bytes_, ring_bytes());
    if (largest > info.largest_buffer)
      throw DeviceError("a buffer takes " + megabytes(largest) + " and '" + info.name +
                        "' allows " + std::to_string(info.largest_buffer >> 20) + " MB at once");
  }

  void create_context() {
    cl_int code = CL_SUCCESS;
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(device_.platform), 0};
    if (device_.host_context) {
      CHECK_CL(clRetainContext(device_.host_context));
      context_ = Context(device_.host_context);
    } else {
      context_ = Context(clCreateContext(properties, 1, &device_.id, nullptr, nullptr, &code));
      check(code, "clCreateContext");
    }
    queue_ = Queue(clCreateCommandQueue(context_.get(), device_.id, 0, &code));
    check(code, "clCreateCommandQueue");
  }

  struct SizedKernel {
    Kernel kernel;
    GroupSize group = {};
    cl_kernel get() const { return kernel.get(); }
  };

  SizedKernel create_kernel(const std::string& name, GroupSize wanted) {
    cl_int code = CL_SUCCESS;
    SizedKernel sized;
    sized.kernel = Kernel(clCreateKernel(program_.get(), name.c_str(), &code));
    check(code, "clCreateKernel");
    // A kernel with many registers may allow fewer work items than the device as such.
    std::size_t items = 0;
    CHECK_CL(clGetKernelWorkGroupInfo(sized.get(), device_.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof(items),
                                      &items, nullptr));
    GroupLimits limits = device_.groups;
    limits.items = std::min(limits.items, items);
    sized.group = fitted(wanted, limits);
    return sized;
  }

  std::string source() const {
    switch (way_) {
      case Way::tiles: return tile_source(tile_plan_);
      case Way::sweep:
        return sweep_source(tile_plan_, plan_, schedule_, widest_step(state_, schedule_),
                            device_.is_cpu());
      case Way::stages: break;
    }
    return kernel_source(plan_, state_.masks.any());
  }

  void create_kernels() {
    switch (way_) {
      case Way::tiles: return create_tile_kernel();
      case Way::sweep: step_kernel_ = create_kernel("sweep_step", {1, 1}); return;
      case Way::stages: return create_stage_kernels();
    }
  }

  void create_stage_kernels() {
    // One row a group on a CPU, so that its compiler can vectorise along it.
    const GroupSize wanted = device_.info.gpu ? GroupSize{64, 4} : GroupSize{256, 1};
    for (const Plan::StageArguments& stage : plan_.stages)
      stage_kernels_.push_back(create_kernel(std::string(stage_name(stage.stage)) + "_kernel", wanted));
    sum_kernel_ = create_kernel("sum_rows", {sum_group, 1});
    if (sum_kernel_.group.wide != sum_group)
      throw DeviceError("'" + device_.info.name + "' allows too small work groups for its sums");
    add_kernel_ = create_kernel("add_to", {64, 1});
  }

  void create_tile_kernel() {
    step_kernel_ = create_kernel("tile_step", {64, 4});
    if (step_kernel_.group.wide * step_kernel_.group.high < sum_group)
      throw DeviceError("'" + device_.info.name + "' allows too small work groups for a tile");
  }

  // Enough groups for so many work items in each direction.
  void launch(const SizedKernel& kernel, std::size_t wide, std::size_t high) {
    const std::size_t local[2] = {kernel.group.wide, kernel.group.high};
    const std::size_t global[2] = {round_up(wide, local[0]), round_up(high, local[1])};
    CHECK_CL(clEnqueueNDRangeKernel(queue_.get(), kernel.get(), 2, nullptr, global, local, 0, nullptr,
                                    nullptr));
  }

  Buffer create_buffer(std::size_t size) {
    return opencl::create_buffer(context_.get(), device_, size, buffers_made_++);
  }

  void write(cl_mem buffer, const void* data, std::size_t size) {
    CHECK_CL(clEnqueueWriteBuffer(queue_.get(), buffer, CL_TRUE, 0, size, data, 0, nullptr, nullptr));
  }
  void read(cl_mem buffer, void* data, std::size_t size) {
    CHECK_CL(clEnqueueReadBuffer(queue_.get(), buffer, CL_TRUE, 0, size, data, 0, nullptr, nullptr));
  }

  void create_buffers() {
    const int count = way_ == Way::stages ? place_stage_buffers() : place_step_buffers();
    for (int i = 0; i < count; ++i) buffers_.push_back(create_buffer(cell_bytes_));
    for (int field = 0; field < field_count; ++field)
      if (buffer_of_[field] >= 0 && !state_.fields[field].empty())
        write(buffer_of(Field(field)), state_.fields[field].data(), cell_bytes_);
    for (const Output& output : outputs) {
      const std::vector<float>& total = totals_.*output.total;
      if (total.empty()) continue;
      total_buffers_.push_back({output, create_buffer(cell_bytes_)});
      write(total_buffers_.back().buffer.get(), total.data(), cell_bytes_);
    }
    // A pair of floats and a double are of one size, and 0 is all bits 0 in both.
    const std::vector<double> zeros(sum_count(), 0.0);
    sum_buffer_ = create_buffer(zeros.size() * sizeof(double));
    write(sum_buffer_.get(), zeros.data(), zeros.size() * sizeof(double));
    if (way_ == Way::sweep) ring_buffer_ = create_buffer(ring_bytes());
  }

  std::size_t ring_bytes() const {
    return way_ == Way::sweep ? ring_floats(plan_, schedule_, cut_) * sizeof(float) : 0;
  }

  std::size_t sum_count() const { return sums_of(state_, way_, device_); }

  int place_stage_buffers() {
    std::copy(plan_.buffer_of, plan_.buffer_of + field_count, buffer_of_);
    return plan_.buffers;
  }

  // For a whole step every field has a buffer of its own, and the state another that the step writes.
  int place_step_buffers() {
    int count = 0;
    std::fill(buffer_of_, buffer_of_ + field_count, -1);
    for (Field field : tile_plan_.read) buffer_of_[field] = count++;
    if (tile_plan_.velocity)
      for (Field field : {field_velocity_x, field_velocity_y}) buffer_of_[field] = count++;
    std::fill(next_buffer_of_, next_buffer_of_ + field_count, -1);
    for (Field field : tile_plan_.written) next_buffer_of_[field] = count++;
    return count;
  }

  void launch_step(const Step& step) {
    const cl_kernel kernel = step_kernel_.get();
    set_argument(kernel, 0, step);
    set_argument(kernel, 1, cl_int(state_.nx));
    set_argument(kernel, 2, cl_int(state_.ny));
    set_argument(kernel, 3, cl_int(schedule_.wrap));
    set_argument(kernel, 4, sum_buffer_.get());
    cl_uint argument = 5;
    for (Field field : tile_plan_.read) set_argument(kernel, argument++, buffer_of(field));
    for (Field field : tile_plan_.written)
      set_argument(kernel, argument++, buffers_[std::size_t(next_buffer_of_[field])].get());
    for (const TotalBuffer& total : total_buffers_)
      set_argument(kernel, argument++, total.buffer.get());
    if (tile_plan_.velocity)
      for (Field field : {field_velocity_x, field_velocity_y})
        set_argument(kernel, argument++, buffer_of(field));
    if (way_ == Way::sweep) {
      set_argument(kernel, argument++, cl_int(cut_.bands));
      set_argument(kernel, argument++, cl_int(cut_.panels));
      set_argument(kernel, argument++, ring_buffer_.get());
      launch(step_kernel_, std::size_t(cut_.bands), 1);
    } else {
      launch(step_kernel_, step_kernel_.group.wide * std::size_t(tile_columns(state_.nx)),
             step_kernel_.group.high * std::size_t(most_tile_rows(state_.ny)));
    }
    for (Field field : tile_plan_.written)
      std::swap(buffer_of_[field], next_buffer_of_[field]);
  }

  cl_mem buffer_of(Field field) const { return buffers_[std::size_t(buffer_of_[field])].get(); }

  template <class Value>
  static void set_argument(cl_kernel kernel, cl_uint index, const Value& value) {
    CHECK_CL(clSetKernelArg(kernel, index, sizeof(Value), &value));
  }

  void launch_stage(std::size_t i, const Step& step) {
    const cl_kernel kernel = stage_kernels_[i].get();
    set_argument(kernel, 0, step);
    set_argument(kernel, 1, cl_int(state_.nx));
    set_argument(kernel, 2, cl_int(state_.ny));
    set_argument(kernel, 3, cl_int(schedule_.wrap));
    cl_uint argument = 4;
    for (Field field : plan_.stages[i].fields) set_argument(kernel, argument++, buffer_of(field));
    launch(stage_kernels_[i], std::size_t(state_.nx), std::size_t(state_.ny));
  }

  void launch_sums() {
    for (int quantity = 0; quantity < quantity_count; ++quantity) {
      const Field field = summed_fields[quantity].field;
      if (!plan_.used(field)) continue;
      const cl_kernel kernel = sum_kernel_.get();
      set_argument(kernel, 0, buffer_of(field));
      set_argument(kernel, 1, sum_buffer_.get());
      set_argument(kernel, 2, cl_int(state_.nx));
      set_argument(kernel, 3, cl_int(panels_of(state_)));
      set_argument(kernel, 4, cl_int(quantity));
      set_argument(kernel, 5, cl_int(quantity_count));
      launch(sum_kernel_, sum_group * std::size_t(panels_of(state_)), std::size_t(state_.ny));
    }
  }

  void launch_outputs() {
    for (const TotalBuffer& total : total_buffers_) {
      const cl_kernel kernel = add_kernel_.get();
      set_argument(kernel, 0, total.buffer.get());
      set_argument(kernel, 1, buffer_of(total.output.field));
      set_argument(kernel, 2, cl_int(state_.cells()));
      launch(add_kernel_, state_.cells(), 1);
    }
  }

  static std::size_t round_up(std::size_t count, std::size_t unit) {
    return (count + unit - 1) / unit * unit;
  }

  // Everything that can fail comes before anything is replaced, so that a failure leaves the last good
  // state.
  void take_state() {
    std::vector<Layer*> layers;
    std::vector<cl_mem> buffers;
    for (Field field : schedule_.changed) {
      layers.push_back(&state_.fields[field]);
      buffers.push_back(buffer_of(field));
    }
    for (Field field : {field_velocity_x, field_velocity_y})
      if (!state_.fields[field].empty()) {
        layers.push_back(&state_.fields[field]);
        buffers.push_back(buffer_of(field));
      }
    for (const TotalBuffer& total : total_buffers_) {
      layers.push_back(&(totals_.*total.output.total));
      buffers.push_back(total.buffer.get());
    }
    const StepSums fresh_sums = read_sums();
    if (device_.is_cpu()) {
      ReadBuffers read(queue_.get());
      for (cl_mem buffer : buffers) read.add(buffer, cell_bytes_);
      for (std::size_t i = 0; i < layers.size(); ++i)
        std::memcpy(layers[i]->data(), read.values(i), cell_bytes_);
      note_taken(fresh_sums);
      read.let_go();
      return;
    }
    std::vector<Layer> fresh;
    for (cl_mem buffer : buffers) fresh.push_back(read_layer(buffer));
    for (std::size_t i = 0; i < layers.size(); ++i) layers[i]->swap(fresh[i]);
    note_taken(fresh_sums);
  }

  void note_taken(const StepSums& sums) {
    sums_ = sums;
    steps_in_state_ = steps_run_;
  }

  Layer read_layer(cl_mem buffer) {
    Layer values = filled_large(state_.cells(), 0.0f);
    read(buffer, values.data(), cell_bytes_);
    return values;
  }

  StepSums read_sums() {
    std::vector<double> rows(sum_count());
    read(sum_buffer_.get(), rows.data(), rows.size() * sizeof(double));
    StepSums result;
    for (std::size_t row = 0; row < rows.size(); row += quantity_count)
      for (std::size_t k = 0; k < quantity_count; ++k) {
        double value = rows[row + k];
        if (!device_.info.doubles) {
          float pair[2];
          std::memcpy(pair, &rows[row + k], sizeof(pair));
          value = double(pair[0]) + double(pair[1]);
        }
        result.*summed_fields[k].sum += value;
      }
    return result;
  }

  struct TotalBuffer {
    Output output;
    Buffer buffer;
  };

  State& state_;
  Totals& totals_;
  const Schedule& schedule_;
  Device device_;
  Way way_;
  const Plan plan_;
  TilePlan tile_plan_;
  SweepCut cut_ = cut_for_sweep(state_.nx, state_.ny, device_);
  int buffer_of_[field_count];
  int next_buffer_of_[field_count];  // where a whole step writes the state of the next
  std::size_t cell_bytes_, buffers_made_ = 0;
  bool from_cache_ = false;
  int steps_run_ = 0, steps_in_state_ = 0;
  StepSums sums_;
  std::chrono::steady_clock::time_point snapshot_time_;
  // In the order in which they may be released, last first.
  Context context_;
  Queue queue_;
  Program program_;
  std::vector<SizedKernel> stage_kernels_;
  SizedKernel sum_kernel_, add_kernel_, step_kernel_;
  std::vector<Buffer> buffers_;
  std::vector<TotalBuffer> total_buffers_;
  Buffer sum_buffer_, ring_buffer_;
  std::deque<Event> in_flight_;
};

}  // namespace

std::unique_ptr<Backend> make_backend(State& state, Totals& totals, const Schedule& schedule,
                                      const Device& device, const std::string& steps) {
  return std::make_unique<OpenClBackend>(state, totals, schedule, device, steps);
}

std::size_t device_bytes(const State& state, const Totals& totals, const Schedule& schedule, Way way,
                         const Device& device) {
  const Plan plan = plan_for(state, totals, schedule);
  std::size_t layers = std::size_t(plan.buffers);
  if (way != Way::stages) {
    const TilePlan step = make_tile_plan(state, fields_with_totals(totals), schedule);
    layers = step.read.size() + step.written.size() + (step.velocity ? 2 : 0);
  }
  layers += fields_with_totals(totals).size();
  std::size_t bytes = layers * state.cells() * sizeof(float) +
                      sums_of(state, way, device) * sizeof(double);
  if (way == Way::sweep)
    bytes += ring_floats(plan, schedule, cut_for_sweep(state.nx, state.ny, device)) * sizeof(float);
  return bytes;
}

}  // namespace rill::opencl
