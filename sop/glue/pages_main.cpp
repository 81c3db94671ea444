// rill_houdini_pages help FOLDER | names: writes every help card into a folder, or prints the names.

#include <fstream>
#include <iostream>
#include <string>

#include "help_card.h"
#include "node_types.h"

int main(int count, char** arguments) {
  using namespace rill::glue;
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "names" && count == 2) {
    std::cout << names_json();
  } else if (what == "help" && count == 3) {
    for (const NodeType& type : node_types()) {
      const std::string path = std::string(arguments[2]) + "/" + help_file(type.node);
      std::ofstream file(path);
      file << help_card(type.node);
      if (!file.flush()) {
        std::cerr << "rill_houdini_pages: cannot write '" << path << "'; check the folder.\n";
        return 1;
      }
    }
  } else {
    std::cerr << "rill_houdini_pages: say 'names', or 'help' and a folder.\n";
    return 2;
  }
  return std::cout.flush() ? 0 : 1;
}
