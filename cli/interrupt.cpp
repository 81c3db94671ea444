// The flag has to be global: a signal handler is given nothing else.

#include "interrupt.h"

#include <csignal>

namespace rill {
namespace {

volatile std::sig_atomic_t received_signal = 0;

void remember_signal(int number) { received_signal = number; }

}  // namespace

InterruptGuard::InterruptGuard() {
  struct sigaction action = {};
  action.sa_handler = remember_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &previous_interrupt_);
  sigaction(SIGTERM, &action, &previous_terminate_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &previous_interrupt_, nullptr);
  sigaction(SIGTERM, &previous_terminate_, nullptr);
}

bool InterruptGuard::came() { return received_signal != 0; }

void InterruptGuard::stop_if_came() {
  if (came()) throw Interrupted();
}

}  // namespace rill
