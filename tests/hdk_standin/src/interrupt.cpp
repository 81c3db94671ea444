// Counting polls, and Esc.

#include <UT/UT_Interrupt.h>

#include <chrono>
#include <utility>

namespace {
thread_local standin::InterruptLog log;
thread_local int escape_at = -1;
thread_local double escape_time = -1;
thread_local int throw_poll = -1;
thread_local std::function<void()> throw_what;
thread_local const std::atomic<bool>* escape_pressed = nullptr;
thread_local std::atomic<bool>* escape_polled = nullptr;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
}  // namespace

UT_AutoInterrupt::UT_AutoInterrupt(const char*) { log = {}; }
UT_AutoInterrupt::~UT_AutoInterrupt() = default;

bool UT_AutoInterrupt::wasInterrupted(int percent) {
  log.percents.push_back(percent);
  if (escape_at >= 0 && log.polls >= escape_at) log.interrupted = true;
  if (escape_time >= 0 && now() >= escape_time) log.interrupted = true;
  if (throw_poll >= 0 && log.polls >= throw_poll) throw_what();
  if (escape_pressed && *escape_pressed) log.interrupted = true;
  if (escape_polled && log.polls > 0) *escape_polled = true;
  ++log.polls;
  return log.interrupted;
}

namespace standin {
void press_escape_at_poll(int poll) { escape_at = poll; }
void throw_at_poll(int poll, std::function<void()> thrower) {
  throw_poll = poll;
  throw_what = std::move(thrower);
}
void press_escape_when(const std::atomic<bool>& pressed, std::atomic<bool>& polled) {
  escape_pressed = &pressed;
  escape_polled = &polled;
}
void press_escape_never() {
  escape_pressed = nullptr;
  escape_polled = nullptr;
}
void press_escape_after(double seconds) { escape_time = seconds < 0 ? -1 : now() + seconds; }
InterruptLog& interrupt_log() { return log; }
}  // namespace standin
