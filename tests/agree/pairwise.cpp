#include "pairwise.h"

#include <cstddef>
#include <cstdint>

namespace rill::test {
namespace {

class Random {
 public:
  int below(int count) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return int((state_ >> 33) % std::uint64_t(count));
  }

 private:
  std::uint64_t state_ = 1;
};

class PairTable {
 public:
  explicit PairTable(const std::vector<int>& level_counts) {
    for (int count : level_counts) {
      starts_.push_back(levels_);
      levels_ += std::size_t(count);
    }
    covered_.assign(levels_ * levels_, false);
    for (std::size_t a = 0; a < level_counts.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) missing_ += level_counts[a] * level_counts[b];
  }

  int missing() const { return missing_; }

  // How many pairs a combination would add. Levels of -1 are not chosen yet.
  int gain(const Combination& combination) const {
    int sum = 0;
    for (std::size_t a = 0; a < combination.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        sum += combination[a] >= 0 && combination[b] >= 0 && !covered_[at(combination, a, b)];
    return sum;
  }

  void add(const Combination& combination) {
    missing_ -= gain(combination);
    for (std::size_t a = 0; a < combination.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) covered_[at(combination, a, b)] = true;
  }

 private:
  std::size_t at(const Combination& combination, std::size_t a, std::size_t b) const {
    return (starts_[a] + std::size_t(combination[a])) * levels_ + starts_[b] +
           std::size_t(combination[b]);
  }

  std::vector<std::size_t> starts_;
  std::size_t levels_ = 0;
  std::vector<bool> covered_;
  int missing_ = 0;
};

// Factors in a random order, each at the level that adds most, ties by chance.
Combination candidate(const std::vector<int>& level_counts, const PairTable& pairs,
                      Random& random) {
  Combination combination(level_counts.size(), -1);
  std::vector<std::size_t> order(level_counts.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[std::size_t(random.below(int(i)))]);
  for (std::size_t factor : order) {
    int best_level = 0, best_score = -1;
    for (int level = 0; level < level_counts[factor]; ++level) {
      combination[factor] = level;
      const int score = pairs.gain(combination) * 64 + random.below(64);
      if (score > best_score) {
        best_score = score;
        best_level = level;
      }
    }
    combination[factor] = best_level;
  }
  return combination;
}

}  // namespace

std::vector<Combination> pairwise(const std::vector<int>& level_counts) {
  std::vector<Combination> combinations;
  PairTable pairs(level_counts);
  Random random;
  while (pairs.missing() > 0) {
    Combination best;
    int best_gain = 0;
    for (int attempt = 0; attempt < 12; ++attempt) {
      const Combination next = candidate(level_counts, pairs, random);
      if (pairs.gain(next) <= best_gain) continue;
      best = next;
      best_gain = pairs.gain(next);
    }
    if (best_gain == 0) continue;
    pairs.add(best);
    combinations.push_back(best);
  }
  return combinations;
}

int missing_pairs(const std::vector<int>& level_counts,
                  const std::vector<Combination>& combinations) {
  PairTable pairs(level_counts);
  for (const Combination& combination : combinations) pairs.add(combination);
  return pairs.missing();
}

}  // namespace rill::test
