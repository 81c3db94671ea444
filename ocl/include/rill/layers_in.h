// From the layers of a terrain to the solver's state, as core/state.cpp does it on the host.

#include <rill/clamped.h>

#define RILL_MOST_LENGTH 1e7f
#define RILL_MOST_FLUX 1e15f

// A height into a multiple of the quantum, a power of two, and the rest: all of it exact.
static inline float2 split_height(const float height, const float quantum) {
  if (height == 0.0f) return (float2)(height, height);  // keeps the sign of a zero
  const float coarse = rint(height / quantum) * quantum;
  return (float2)(coarse, height - coarse);
}

// Flow over an edge that does not exist cannot be carried on. border: 0 open, 1 closed, 2 wrap.
static inline int edge_is_there(const int x, const int y, const int dx, const int dy, const int nx,
                                const int ny, const int border) {
  if (border == 2) return !((nx == 1 || dx == 0) && (ny == 1 || dy == 0));
  return x + dx >= 0 && x + dx < nx && y + dy >= 0 && y + dy < ny;
}

static inline float4 carried_on_flux(const float4 flux, const int scheme, const int border, const int x,
                                     const int y, const int nx, const int ny) {
  const float least_flux = scheme == 0 ? -RILL_MOST_FLUX : 0.0f;
  float4 result;
  result.x = clamped(flux.x, least_flux, RILL_MOST_FLUX);
  result.y = clamped(flux.y, least_flux, RILL_MOST_FLUX);
  result.z = clamped(flux.z, least_flux, RILL_MOST_FLUX);
  result.w = clamped(flux.w, least_flux, RILL_MOST_FLUX);
  if (scheme == 0) {
    if (!edge_is_there(x, y, 1, 0, nx, ny, border)) result.x = 0.0f;
    if (!edge_is_there(x, y, 0, 1, nx, ny, border)) result.y = 0.0f;
    if (!edge_is_there(x, y, 1, 1, nx, ny, border)) result.z = 0.0f;
    if (!edge_is_there(x, y, 1, -1, nx, ny, border)) result.w = 0.0f;
  } else if (border != 0) {  // the pipes of jako2011 cross an open border
    if (!edge_is_there(x, y, -1, 0, nx, ny, border)) result.x = 0.0f;
    if (!edge_is_there(x, y, 1, 0, nx, ny, border)) result.y = 0.0f;
    if (!edge_is_there(x, y, 0, 1, nx, ny, border)) result.z = 0.0f;
    if (!edge_is_there(x, y, 0, -1, nx, ny, border)) result.w = 0.0f;
  }
  return result;
}
