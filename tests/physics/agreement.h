// Cook after cook against the reference, within the tolerances of a scheme.
#pragma once

#include <rill/cook.h>

#include <string>

namespace rill::test {

class Agreement {
 public:
  explicit Agreement(int scheme);
  ~Agreement();  // prints and records the worst figures
  void expect(const std::string& name, const Terrain& terrain, Node node, const Params& params);

 private:
  struct Worst {
    double largest = 0, root_mean_square = 0;
    void take(double another_largest, double another_root_mean_square);
  };
  double most_, most_root_mean_square_;
  Worst height_, lengths_, flows_;
  int cooks_ = 0;
};

}  // namespace rill::test
