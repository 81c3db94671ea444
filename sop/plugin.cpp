// What Houdini looks for in the DSO: the version tag, which only this file may bring in, and the
// function that registers the operators.

#include <UT/UT_DSOVersion.h>

#include <OP/OP_Operator.h>
#include <OP/OP_OperatorTable.h>
#include <UT/UT_String.h>

#include <exception>
#include <iostream>
#include <string>

#include "SOP_Rill.h"
#include "glue/help_card.h"
#include "templates.h"

namespace {

using namespace rill;

class RillOperator : public OP_Operator {
 public:
  RillOperator(const glue::NodeType& type, const char** labels)
      : OP_Operator(type.name, type.label, sop::SOP_Rill::create, sop::templates_of(type.node),
                    glue::least_inputs, glue::most_inputs, nullptr, 0, labels, 1,
                    glue::tab_menu_path),
        type_(type) {
    setIconName(type.icon);
  }

  // For installs of the DSO alone; the package brings the same text as a file.
  bool getHDKHelp(UT_String& text) const override {
    try {
      const std::string card = glue::help_card(type_.node);
      text = card.c_str();
      text.hardenIfNeeded();  // while the card is still there
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

 private:
  const glue::NodeType& type_;
};

}  // namespace

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
void newSopOperator(OP_OperatorTable* table) {
  static const char* labels[] = {glue::input_labels[0], glue::input_labels[1], nullptr};
  try {
    for (const glue::NodeType& type : glue::node_types()) {
      SOP_NodeVerb::registerVerb(new sop::RillVerb(type));
      table->addOperator(new RillOperator(type, labels));
    }
  } catch (const std::exception& error) {
    std::cerr << "rill: the nodes cannot be registered: " << error.what() << "\n";
  }
}
