// Counting polls, and Esc.

#include <UT/UT_Interrupt.h>

namespace {
thread_local standin::InterruptLog log;
thread_local int escape_at = -1;
}  // namespace

UT_AutoInterrupt::UT_AutoInterrupt(const char*) { log = {}; }
UT_AutoInterrupt::~UT_AutoInterrupt() = default;

bool UT_AutoInterrupt::wasInterrupted(int percent) {
  log.percents.push_back(percent);
  if (escape_at >= 0 && log.polls >= escape_at) log.interrupted = true;
  ++log.polls;
  return log.interrupted;
}

namespace standin {
void press_escape_at_poll(int poll) { escape_at = poll; }
InterruptLog& interrupt_log() { return log; }
}  // namespace standin
