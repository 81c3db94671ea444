// A steady clock that tests can push forward, for what happens only after some seconds. The program
// gives its own clock_gettime, which the C++ library's std::chrono::steady_clock then calls.
#pragma once

namespace rill::test {

void push_clock(int seconds);

}  // namespace rill::test
