// Operators, nodes, verbs and the session around them.

#include <standin/session.h>
#include <OP/OP_NodeInfoParms.h>
#include <UT/UT_InfoTree.h>
#include <SOP/SOP_NodeParmsOptions.h>

#include <dlfcn.h>

#include <iterator>
#include <mutex>
#include <sstream>
#include <stdexcept>

OP_Operator::OP_Operator(const char* name, const char* english, OP_Constructor construct,
                         PRM_Template* templates, unsigned least_sources, unsigned most_sources,
                         CH_LocalVariable*, unsigned flags, const char** input_labels,
                         int most_outputs, const char* tab_submenu_path)
    : name_(name), english_(english), construct_(construct), templates_(templates),
      least_(least_sources), most_(most_sources), flags_(flags), outputs_(most_outputs),
      tab_path_(tab_submenu_path ? tab_submenu_path : "") {
  // The array ends with a null after one label per input.
  for (; input_labels && *input_labels; ++input_labels) labels_.push_back(*input_labels);
}

StandinValues::StandinValues(const PRM_Template* templates) : templates_(templates) {
  for (const PRM_Template* row = templates; !row->name.empty(); ++row) values_[row->name] = row->standard;
}
const PRM_Template* StandinValues::find(const std::string& name) const {
  for (const PRM_Template* row = templates_; !row->name.empty(); ++row)
    if (row->name == name) return row;
  throw std::out_of_range("stand-in: there is no parameter " + name);
}
const std::string& StandinValues::text(const std::string& name) const {
  find(name);
  return values_.at(name);
}
void StandinValues::set(const std::string& name, const std::string& text) {
  find(name);
  values_[name] = text;
}
double StandinValues::number(const std::string& name) const {
  const std::string& value = text(name);
  std::istringstream stream(value);
  stream.imbue(std::locale::classic());
  double number = 0;
  if (stream >> number) return number;
  const PRM_Template* row = find(name);
  for (std::size_t i = 0; i < row->menu.size(); ++i)
    if (value == row->menu[i].getToken()) return double(i);
  throw std::invalid_argument("stand-in: " + name + " holds no number: " + value);
}
exint StandinValues::integer(const std::string& name) const { return exint(number(name)); }

OP_Node::OP_Node(OP_Network*, const char* name, OP_Operator* type)
    : name_(name), type_(type), values_(type->templates()) {}
void OP_Node::setInt(const char* name, int, fpreal, exint value) {
  values_.set(name, std::to_string(value));
}
void OP_Node::setFloat(const char* name, int, fpreal, fpreal value) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.precision(17);
  stream << value;
  values_.set(name, stream.str());
}

namespace {
std::mutex verbs_lock;
// Registered verbs live as long as the process, as Houdini's do.
std::map<std::string, SOP_NodeVerb*>& verbs() {
  static auto* const registered = new std::map<std::string, SOP_NodeVerb*>;
  return *registered;
}
}  // namespace

void SOP_NodeVerb::registerVerb(SOP_NodeVerb* verb) {
  std::lock_guard<std::mutex> lock(verbs_lock);
  verbs()[verb->name().toStdString()] = verb;
}
const SOP_NodeVerb* SOP_NodeVerb::lookupVerb(const UT_StringRef& name) {
  std::lock_guard<std::mutex> lock(verbs_lock);
  const auto found = verbs().find(name.toStdString());
  return found == verbs().end() ? nullptr : found->second;
}
const GU_Detail* SOP_NodeVerb::CookParms::inputGeo(exint i) const {
  if (i == 0) throw std::logic_error("stand-in: input 0 is gone in an in-place cook; read gdh()");
  return hasInput(i) ? inputs_[std::size_t(i)].gdp() : nullptr;
}

void SOP_NodeCacheOptions::doCook(const SOP_NodeVerb*, const SOP_NodeVerb::CookParms& parms) {
  parms_ = &parms;
  gdp = parms.gdh().gdpNC();
  OP_Context context(parms.getContext());
  cook(context);
  gdp = nullptr;  // nothing of it may be kept between cooks
  parms_ = nullptr;
}
const StandinValues& SOP_NodeCacheOptions::values() const {
  return static_cast<const SOP_NodeParmsOptions&>(parms_->standin_parms()).values;
}

namespace {
// In place: input 0 becomes the output, stolen when nobody else has it, else copied.
GU_DetailHandle begin_in_place(const std::vector<GU_DetailHandle>& inputs, bool steal) {
  if (inputs.empty() || inputs[0].isNull()) throw std::logic_error("stand-in: no input");
  if (steal && inputs[0].standin_unique()) return inputs[0];
  GU_DetailHandle copy;
  copy.allocateAndSet(new GU_Detail(*inputs[0].gdp()));
  return copy;
}
}  // namespace

OP_ERROR SOP_Node::cookMyselfAsVerb(OP_Context& context) {
  const SOP_NodeVerb* verb = cookVerb();
  std::unique_ptr<SOP_NodeParms> parms(verb->allocParms());
  static_cast<SOP_NodeParmsOptions&>(*parms).values = values_;
  if (verb->cookMode(parms.get()) != SOP_NodeVerb::COOK_INPLACE)
    throw std::logic_error("stand-in: only in-place verbs");
  result_ = begin_in_place(standin_inputs, standin_steal_input);
  if (standin_steal_input) standin_inputs[0].clear();
  if (!cache_) cache_.reset(verb->allocCache());
  verb->cook({result_, standin_inputs, *parms, cache_.get(), &dep_, context, messages_, this});
  return messages_.severity();
}

const GU_DetailHandle& SOP_Node::standin_cook(OP_Context& context) {
  messages_ = {};
  dep_.setTimeDependent(false);
  if (standin_inputs.size() < type_->getMinSources())
    messages_.errors.push_back("Not enough sources specified.");
  else
    cookMySop(context);
  if (!messages_.errors.empty()) result_.clear();  // geometry() of a node in error is None
  return result_;
}

namespace standin {

OP_OperatorTable& load_plugin(const std::string& path) {
  static std::mutex lock;
  static std::map<std::string, std::unique_ptr<OP_OperatorTable>> loaded;
  std::lock_guard<std::mutex> guard(lock);
  std::unique_ptr<OP_OperatorTable>& table = loaded[path];
  if (table) return *table;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw std::runtime_error(std::string("stand-in: ") + dlerror());
  if (!dlsym(library, "hdk_standin_dso_tag"))
    throw std::runtime_error("stand-in: " + path + " has no version tag");
  // With or without C linkage: Houdini's own header declares it, and callers differ.
  void* entry = dlsym(library, "newSopOperator");
  if (!entry) entry = dlsym(library, "_Z14newSopOperatorP16OP_OperatorTable");
  if (!entry) throw std::runtime_error("stand-in: " + path + " has no newSopOperator");
  table = std::make_unique<OP_OperatorTable>();
  reinterpret_cast<void (*)(OP_OperatorTable*)>(entry)(table.get());
  return *table;
}

std::unique_ptr<SOP_Node> create_node(OP_OperatorTable& table, const std::string& type) {
  OP_Operator* op = table.getOperator(type.c_str());
  if (!op) throw std::runtime_error("stand-in: there is no node type " + type);
  static OP_Network network;
  return std::unique_ptr<SOP_Node>(static_cast<SOP_Node*>(op->construct(&network, "node1")));
}

std::vector<std::pair<std::string, std::string>> menu_of(SOP_Node& node, const std::string& parameter) {
  const PRM_Template* row = node.standin_values().find(parameter);
  std::vector<std::pair<std::string, std::string>> items;
  std::vector<PRM_Name> names(1000);
  if (row->choices)
    row->choices->getChoiceGenerator()(&node, names.data(), int(names.size()), nullptr, nullptr);
  else
    std::copy(row->menu.begin(), row->menu.end(), names.begin());
  for (const PRM_Name& name : names) {
    if (!name.getToken()) break;
    items.push_back({name.getToken(), name.getLabel()});
  }
  return items;
}

void press(SOP_Node& node, const std::string& parameter) {
  const PRM_Template* row = node.standin_values().find(parameter);
  if (!row->callback) throw std::runtime_error("stand-in: " + parameter + " has no callback");
  row->callback(static_cast<OP_Node*>(&node), 0, 0, row);
}

// Rules such as { scheme != rill } { animate == 0 }: any of them disables.
bool is_disabled(SOP_Node& node, const std::string& parameter) {
  std::istringstream rule(node.standin_values().find(parameter)->disable_when);
  std::string brace, name, sign, value;
  while (rule >> brace >> name >> sign >> value >> brace) {
    const PRM_Template* row = node.standin_values().find(name);
    std::string now = node.standin_values().text(name);
    if (!row->menu.empty()) now = row->menu.at(std::size_t(node.standin_values().integer(name))).getToken();
    const bool numbers = row->type == "float" || row->type == "integer";
    const bool same = numbers ? std::stod(now) == std::stod(value) : now == value;
    if ((sign == "==") == same) return true;
  }
  return false;
}

std::vector<std::pair<std::string, std::string>> info_of(SOP_Node& node) {
  UT_InfoTree tree;
  node.fillInfoTreeNodeSpecific(tree, OP_NodeInfoTreeParms());
  std::vector<std::pair<std::string, std::string>> rows;
  for (const auto& branch : tree.standin_children())
    for (const auto& row : branch->standin_rows())
      rows.push_back({branch->standin_name() + "/" + row[0], row[1]});
  return rows;
}
std::string info_text_of(SOP_Node& node) {
  OP_Context context;
  OP_NodeInfoParms parms;
  node.getNodeSpecificInfoText(context, parms);
  return parms.standin_text();
}

Verb::Verb(const std::string& name) : verb_(SOP_NodeVerb::lookupVerb(name)) {
  if (!verb_) throw std::runtime_error("stand-in: there is no verb " + name);
  parms_.reset(verb_->allocParms());
  cache_.reset(verb_->allocCache());
}
StandinValues& Verb::values() { return static_cast<SOP_NodeParmsOptions&>(*parms_).values; }
GU_DetailHandle Verb::execute(const std::vector<GU_DetailHandle>& inputs, double time) {
  messages_ = {};
  GU_DetailHandle result = begin_in_place(inputs, false);
  OP_Context context(time);
  // Python's inputs stay whole, so the verb gets a copy; no dependency node outside the graph.
  verb_->cook({result, inputs, *parms_, cache_.get(), nullptr, context, messages_, nullptr});
  return result;
}

}  // namespace standin
