// Pipes (scheme jako2011, pass 2; paper's eq. 2-5): outflow through four one-way pipes, driven by
// the difference of the water surface, all scaled down together when the cell holds less.
// Across an open border lies dry ground at the cell's own height.

RILL_PASS real pipe_flow(Step p, real flow, real over, real depth, mask exists) {
  const real none = splat(0.0f);
  const real driving = choose(exists, over, depth);
  const real next = most(multiply_add(splat(p.keep_flow), flow, p.gain_pipe * driving), none);
  return p.open_border ? next : choose(exists, next, none);
}

RILL_PASS void pass_pipes(Cell c, Step p, Near near) {
  const real none = splat(0.0f);
  const real depth = RILL_AT(c, water, 0, 0);
  const real l =
      pipe_flow(p, RILL_AT(c, flux0, 0, 0), RILL_SURFACE_OVER(c, RILL_OVER_W(c), -1, 0), depth, near.w);
  const real r = pipe_flow(p, RILL_AT(c, flux1, 0, 0), RILL_SURFACE_OVER(c, RILL_OVER_E(c), 1, 0), depth, near.e);
  const real t = pipe_flow(p, RILL_AT(c, flux2, 0, 0), RILL_SURFACE_OVER(c, RILL_OVER_N(c), 0, 1), depth, near.n);
  const real b =
      pipe_flow(p, RILL_AT(c, flux3, 0, 0), RILL_SURFACE_OVER(c, RILL_OVER_S(c), 0, -1), depth, near.s);
  const real out = (l + r) + (t + b);
  const real factor =
      choose(out > none, least(depth * p.area_per_dt / out, splat(1.0f)), none);
  RILL_PUT(c, flux0, l * factor);
  RILL_PUT(c, flux1, r * factor);
  RILL_PUT(c, flux2, t * factor);
  RILL_PUT(c, flux3, b * factor);
}

typedef struct {
  real l, r, t, b;
} FourPipes;

#define RILL_OWN_PIPES(pipes, c)          \
  FourPipes pipes;                        \
  pipes.l = RILL_AT(c, flux0, 0, 0);      \
  pipes.r = RILL_AT(c, flux1, 0, 0);      \
  pipes.t = RILL_AT(c, flux2, 0, 0);      \
  pipes.b = RILL_AT(c, flux3, 0, 0)

// Flow that comes in from the left, right, top and bottom neighbour.
#define RILL_PIPES_IN(pipes, c, near)                                      \
  FourPipes pipes;                                                         \
  pipes.l = choose((near).w, RILL_AT(c, flux1, -1, 0), splat(0.0f));       \
  pipes.r = choose((near).e, RILL_AT(c, flux0, 1, 0), splat(0.0f));        \
  pipes.t = choose((near).n, RILL_AT(c, flux3, 0, 1), splat(0.0f));        \
  pipes.b = choose((near).s, RILL_AT(c, flux2, 0, -1), splat(0.0f))

RILL_PASS real sum_of_pipes(FourPipes f) { return (f.l + f.r) + (f.t + f.b); }
