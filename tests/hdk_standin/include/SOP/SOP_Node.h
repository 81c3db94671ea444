// Stand-in for a SOP: inputs, cooking by its verb, the cooked geometry. Sources: HDK page of
// SOP_Node, openvdb_houdini SOP_NodeVDB.cc (cookVerb, cookMySop, cookMyselfAsVerb).
#pragma once
#include <memory>
#include <DEP/DEP_MicroNode.h>
#include <GU/GU_Detail.h>
#include <OP/OP_Node.h>
#include <SOP/SOP_NodeVerb.h>

class SOP_Node : public OP_Node {
 public:
  SOP_Node(OP_Network* network, const char* name, OP_Operator* type) : OP_Node(network, name, type) {}
  virtual const SOP_NodeVerb* cookVerb() const { return nullptr; }

  // What Houdini's scheduler would do, for tests.
  std::vector<GU_DetailHandle> standin_inputs;
  bool standin_steal_input = false;  // nobody else needs input 0
  const GU_DetailHandle& standin_cook(OP_Context& context);
  const GU_DetailHandle& standin_result() const { return result_; }
  bool standin_time_dependent() const { return dep_.isTimeDependent(); }

 protected:
  virtual OP_ERROR cookMySop(OP_Context& context) = 0;
  OP_ERROR cookMyselfAsVerb(OP_Context& context);
  OP_ERROR error() const { return messages_.severity(); }

 private:
  GU_DetailHandle result_;
  std::unique_ptr<SOP_NodeCache> cache_;
  DEP_MicroNode dep_;
};
