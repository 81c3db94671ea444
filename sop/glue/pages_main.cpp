// Pages of the Houdini package made from the tables: rill_houdini_pages help FOLDER writes every help
// card, names prints the names of nodes, parameters and layers, sums the check sums of known results.

#include <fstream>
#include <iostream>
#include <string>

#include "help_card.h"
#include "known_results.h"
#include "node_types.h"

namespace {

using namespace rill::glue;

bool write_cards(const std::string& folder) {
  for (const NodeType& type : node_types()) {
    const std::string path = folder + "/" + help_file(type.node);
    std::ofstream file(path);
    file << help_card(type.node);
    if (file.flush()) continue;
    std::cerr << "rill_houdini_pages: cannot write '" << path << "'; check the folder.\n";
    return false;
  }
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "help" && count == 3) return write_cards(arguments[2]) ? 0 : 1;
  if (what == "names" && count == 2) {
    std::cout << names_json();
  } else if (what == "sums" && count == 2) {
    std::cout << known_results_json();
  } else {
    std::cerr << "rill_houdini_pages: say 'names', 'sums', or 'help' and a folder.\n";
    return 2;
  }
  return std::cout.flush() ? 0 : 1;
}
