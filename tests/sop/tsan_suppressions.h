// ThreadSanitizer cannot see into TBB: what TBB's own headers do with their tasks is left out. Races
// in rill's own data still show.
#pragma once
extern "C" const char* __tsan_default_suppressions() {
  return "race_top:oneapi/tbb\nrace_top:atomic_base.h\nrace_top:tbb_backend.cpp\nrace_top:libtbb\n"
         "race_top:operator delete\n";
}
