// The node cooks through its verb; the verb's cache does the work and keeps the animation.

#include "SOP_Rill.h"

#include "rill_cache.h"
#include "templates.h"

#include <utility>

namespace rill::sop {

SOP_Rill::SOP_Rill(OP_Network* network, const char* name, OP_Operator* type)
    : SOP_Node(network, name, type) {}

OP_Node* SOP_Rill::create(OP_Network* network, const char* name, OP_Operator* type) {
  return new SOP_Rill(network, name, type);
}

const SOP_NodeVerb* SOP_Rill::cookVerb() const {
  if (const SOP_NodeVerb* verb = SOP_NodeVerb::lookupVerb(getOperator()->getName())) return verb;
  return SOP_Node::cookVerb();
}

OP_ERROR SOP_Rill::cookMySop(OP_Context& context) { return cookMyselfAsVerb(context); }

const char* SOP_Rill::inputLabel(OP_InputIdx input) const {
  return unsigned(input) < unsigned(glue::most_inputs) ? glue::input_labels[input] : "";
}

void SOP_Rill::remember(glue::InfoRows rows) {
  const std::lock_guard<std::mutex> lock(info_lock_);
  info_ = std::move(rows);
}

glue::InfoRows SOP_Rill::remembered() {
  const std::lock_guard<std::mutex> lock(info_lock_);
  return info_;
}

void SOP_Rill::fillInfoTreeNodeSpecific(UT_InfoTree& tree, const OP_NodeInfoTreeParms& parms) {
  SOP_Node::fillInfoTreeNodeSpecific(tree, parms);
  const glue::InfoRows rows = remembered();
  if (rows.empty()) return;
  if (UT_InfoTree* branch = tree.addChildMap("rill"))
    for (const auto& row : rows) branch->addProperties(row.first.c_str(), row.second);
}

void SOP_Rill::getNodeSpecificInfoText(OP_Context& context, OP_NodeInfoParms& parms) {
  SOP_Node::getNodeSpecificInfoText(context, parms);
  const glue::InfoRows rows = remembered();
  if (!rows.empty()) parms.append(glue::info_text(rows).c_str());
}

SOP_NodeParms* RillVerb::allocParms() const { return new SOP_NodeParmsOptions(templates_of(type_.node)); }

SOP_NodeCache* RillVerb::allocCache() const { return new RillCache(type_.node); }

void RillVerb::cook(const CookParms& parms) const {
  if (auto* cache = static_cast<RillCache*>(parms.cache())) cache->doCook(this, parms);
}

}  // namespace rill::sop
