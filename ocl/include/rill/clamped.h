// A value brought into a range, as the host does it (core/state.cpp): the sign of a zero stays.
#ifndef RILL_CLAMPED_H
#define RILL_CLAMPED_H

static inline float clamped(const float value, const float least_value, const float most_value) {
  const float raised = value < least_value ? least_value : value;
  return most_value < raised ? most_value : raised;
}

#endif
