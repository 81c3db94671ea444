// Text of the command line to values, with a sentence for what cannot be read.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/terrain_file.h"

namespace rill {

struct GridSize {
  int nx, ny;
};

// "515x33"
GridSize parse_size(const std::string& text, const std::string& option = "--size");
double parse_length(const std::string& option, const std::string& text);  // metres, above zero
double parse_number(const std::string& option, const std::string& text);  // finite
ValueRange parse_range(const std::string& option, const std::string& text);  // "0:255.5"
int parse_count(const std::string& option, const std::string& text, int least, int most);
std::pair<std::string, std::string> parse_assignment(const std::string& option,
                                                     const std::string& text);  // "name=value"
std::vector<std::string> parse_list(const std::string& option,
                                    const std::string& text);  // "a,b,c"

}  // namespace rill
