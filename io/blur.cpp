// A narrow Gaussian by its weights; a wide one by three running means, which are the same to the
// eye (within 3 % of the peak) and cost the same at every width.

#include "io/blur.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace rill {
namespace {

struct Line {  // cells of a row or of a column
  float* first;
  std::size_t stride;
  int count;
  float& at(int i) const { return first[std::size_t(std::clamp(i, 0, count - 1)) * stride]; }
};

template <typename Blur>
void for_each_line(Layer& layer, int nx, int ny, const Blur& blur) {
  for (int y = 0; y < ny; ++y) blur(Line{&layer[std::size_t(y) * std::size_t(nx)], 1, nx});
  for (int x = 0; x < nx; ++x) blur(Line{&layer[std::size_t(x)], std::size_t(nx), ny});
}

void by_weights(const Line& line, const std::vector<double>& weights, std::vector<float>& copy) {
  const int reach = int(weights.size()) - 1;
  for (int i = 0; i < line.count; ++i) copy[std::size_t(i)] = line.at(i);
  const auto old = [&](int i) { return copy[std::size_t(std::clamp(i, 0, line.count - 1))]; };
  for (int i = 0; i < line.count; ++i) {
    double sum = weights[0] * double(old(i));
    for (int k = 1; k <= reach; ++k)
      sum += weights[std::size_t(k)] * (double(old(i - k)) + double(old(i + k)));
    line.at(i) = float(sum);
  }
}

void by_running_mean(const Line& line, int reach, std::vector<float>& copy) {
  for (int i = 0; i < line.count; ++i) copy[std::size_t(i)] = line.at(i);
  const auto old = [&](int i) {
    return double(copy[std::size_t(std::clamp(i, 0, line.count - 1))]);
  };
  double sum = 0;
  for (int k = -reach; k <= reach; ++k) sum += old(k);
  for (int i = 0; i < line.count; ++i) {
    line.at(i) = float(sum / (2 * reach + 1));
    sum += old(i + reach + 1) - old(i - reach);
  }
}

constexpr double widest_by_weights = 12;  // cells

// Three odd widths with the variance of the Gaussian: (w1^2 + w2^2 + w3^2 - 3) / 12.
std::array<int, 3> reaches(double deviation) {
  const double ideal = std::sqrt(4 * deviation * deviation + 1);
  int lower = int(ideal);
  if (lower % 2 == 0) --lower;
  const double excess = 12 * deviation * deviation - 3.0 * lower * lower - 12.0 * lower - 9;
  const int of_lower = std::clamp(int(std::lround(excess / (-4.0 * lower - 4))), 0, 3);
  std::array<int, 3> result;
  for (int i = 0; i < 3; ++i) result[std::size_t(i)] = (i < of_lower ? lower : lower + 2) / 2;
  return result;
}

}  // namespace

void gaussian_blur(Layer& layer, int nx, int ny, double deviation) {
  if (!(deviation > 0) || layer.empty()) return;
  std::vector<float> copy(std::size_t(std::max(nx, ny)));
  if (deviation <= widest_by_weights) {
    std::vector<double> weights(std::size_t(std::ceil(3.5 * deviation)) + 1);
    double sum = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      weights[k] = std::exp(-0.5 * double(k * k) / (deviation * deviation));
      sum += k == 0 ? weights[k] : 2 * weights[k];
    }
    for (double& weight : weights) weight /= sum;
    for_each_line(layer, nx, ny, [&](const Line& line) { by_weights(line, weights, copy); });
    return;
  }
  // Beyond some maps' width a mean sees border cells only.
  const double bounded = std::min(deviation, 4.0 * std::max(nx, ny));
  for (const int reach : reaches(bounded))
    for_each_line(layer, nx, ny, [&](const Line& line) { by_running_mean(line, reach, copy); });
}

}  // namespace rill
