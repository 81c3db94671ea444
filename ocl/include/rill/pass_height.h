// The terrain takes up the change of a step. It is kept as two floats: `height`, a multiple of a
// coarse quantum (about a millimetre), and `low`, the rest, a multiple of one 2^23 times finer. So no
// change is too small to count, the difference of two cells is exact before it is rounded, and a
// terrain lifted as a whole erodes with the very same bits. A cell that does not change keeps them.

RILL_PASS void pass_height(Cell c, Step p, real change) {
  const real height = RILL_AT(c, height, 0, 0);
  const real low = RILL_AT(c, low, 0, 0);
  const real addend = low + change;
  // Adding and taking away 1.5 * 2^23 quanta rounds to a multiple of the quantum.
  const real coarse = (addend + p.coarse_rounder) - p.coarse_rounder;
  const real sum = height + coarse;
  // Less than `coarse` was taken up only by heights beyond 2^24 coarse quanta.
  const real taken_up = sum - height;
  const real rest = addend - taken_up;
  const real fine = (rest + p.fine_rounder) - p.fine_rounder;
  const mask still = change == splat(0.0f);
  RILL_PUT(c, height, choose(still, height, sum));
  RILL_PUT(c, low, choose(still, low, fine));
}
