// Banks (scheme rill, pass 8): what was eroded is taken from the cell and from its banks, the
// neighbours that are higher. fall = (1 - bank * sum over higher (w a)) e + bank * a * sum over
// lower (w e), w = 1/6 axis, 1/12 diagonal. Returns how far the cell falls.

// How far a cell can serve as a bank: erodability, fading out over the last l/8 above bedrock.
RILL_PASS real bank_give(Cell c, Step p, int dx, int dy) {
  const real clearance = clearance_over_bedrock(RILL_AT(c, height, dx, dy), RILL_AT(c, low, dx, dy),
                                                RILL_AT(c, bedrock, dx, dy));
  return RILL_AT(c, erodability, dx, dy) *
         least(p.bank_per_clearance * clearance, splat(1.0f));
}

typedef struct {
  real give;   // what the neighbour gives per unit eroded here (it is higher)
  real taken;  // what was eroded there (it is lower)
} BankPair;

RILL_PASS BankPair bank_pair(Cell c, Step p, int masks, int dx, int dy, mask exists) {
  BankPair pair;
  const real none = splat(0.0f);
  const real over = RILL_HEIGHT_OVER(c, dx, dy);
  const real share = masks ? bank_give(c, p, dx, dy) : splat(1.0f);
  pair.give = choose(exists & (over < none), share, none);
  pair.taken = choose(exists & (over > none), RILL_AT(c, eroded, dx, dy), none);
  return pair;
}

RILL_PASS real pass_banks(Cell c, Step p, Near near, int masks) {
  const BankPair w = bank_pair(c, p, masks, -1, 0, near.w);
  const BankPair e = bank_pair(c, p, masks, 1, 0, near.e);
  const BankPair s = bank_pair(c, p, masks, 0, -1, near.s);
  const BankPair n = bank_pair(c, p, masks, 0, 1, near.n);
  const BankPair sw = bank_pair(c, p, masks, -1, -1, near.w & near.s);
  const BankPair ne = bank_pair(c, p, masks, 1, 1, near.e & near.n);
  const BankPair nw = bank_pair(c, p, masks, -1, 1, near.w & near.n);
  const BankPair se = bank_pair(c, p, masks, 1, -1, near.e & near.s);
  const float axis = 1.0f / 6.0f;
  const float diagonal = 1.0f / 12.0f;
  const real give = axis * ((w.give + e.give) + (s.give + n.give)) +
                    diagonal * ((sw.give + ne.give) + (nw.give + se.give));
  const real taken = axis * ((w.taken + e.taken) + (s.taken + n.taken)) +
                     diagonal * ((sw.taken + ne.taken) + (nw.taken + se.taken));
  const real own = masks ? bank_give(c, p, 0, 0) : splat(1.0f);
  return (1.0f - p.bank * give) * RILL_AT(c, eroded, 0, 0) + p.bank * own * taken;
}
