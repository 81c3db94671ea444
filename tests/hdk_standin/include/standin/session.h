// What Houdini itself does around nodes: loads a plugin, makes nodes, cooks them, runs verbs.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <OP/OP_OperatorTable.h>
#include <SOP/SOP_Node.h>

namespace standin {

// Loads a DSO once per path: checks its version tag, calls newSopOperator. Throws with the reason.
OP_OperatorTable& load_plugin(const std::string& path);

std::unique_ptr<SOP_Node> create_node(OP_OperatorTable& table, const std::string& type);

// A menu as it would drop down: tokens and labels.
std::vector<std::pair<std::string, std::string>> menu_of(SOP_Node& node, const std::string& parameter);
void press(SOP_Node& node, const std::string& parameter);  // its callback
bool is_disabled(SOP_Node& node, const std::string& parameter);

// The info window: "branch/property" and value; and the same node's info as text.
std::vector<std::pair<std::string, std::string>> info_of(SOP_Node& node);
std::string info_text_of(SOP_Node& node);

// hou.SopVerb: parameters by name, no node. The cache lives as long as this.
class Verb {
 public:
  explicit Verb(const std::string& name);
  StandinValues& values();
  GU_DetailHandle execute(const std::vector<GU_DetailHandle>& inputs, double time = 0);
  const StandinMessages& messages() const { return messages_; }

 private:
  const SOP_NodeVerb* verb_;
  std::unique_ptr<SOP_NodeParms> parms_;
  std::unique_ptr<SOP_NodeCache> cache_;
  StandinMessages messages_;
};

}  // namespace standin
