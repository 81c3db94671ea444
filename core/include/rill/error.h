// The one exception that rill throws: a sentence for the user that says what is wrong and what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace rill {

enum class Fault {
  input,     // bad terrain, layer or parameter, no such device
  resource,  // not enough memory, no such lanes
};

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence, Fault fault = Fault::input)
      : std::runtime_error(sentence), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

}  // namespace rill
