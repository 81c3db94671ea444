// The node cooks through its verb; the verb's cache does the work and keeps the animation.

#include "SOP_Rill.h"

#include "rill_cache.h"
#include "templates.h"

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
  return int(input) < glue::most_inputs ? glue::input_labels[input] : "";
}

SOP_NodeParms* RillVerb::allocParms() const { return new SOP_NodeParmsOptions(templates_of(type_.node)); }

SOP_NodeCache* RillVerb::allocCache() const { return new RillCache(type_.node); }

void RillVerb::cook(const CookParms& parms) const {
  if (auto* cache = static_cast<RillCache*>(parms.cache())) cache->doCook(this, parms);
}

}  // namespace rill::sop
