// Stand-in for a node: its type, parameter values and messages. Sources: HDK pages of OP_Node and
// OP_Parameters, openvdb_houdini (setInt, setFloat, setString; evalInt, evalFloat, evalString).
#pragma once
#include <map>
#include <string>
#include <vector>
#include <OP/OP_Context.h>
#include <OP/OP_DataTypes.h>
#include <OP/OP_Operator.h>
#include <UT/UT_Error.h>

class OP_Network {};
class OP_NodeInfoParms;
class OP_NodeInfoTreeParms;
class UT_InfoTree;

// Parameter values by name, begun with the templates' defaults. An unknown name throws.
class StandinValues {
 public:
  explicit StandinValues(const PRM_Template* templates);
  const std::string& text(const std::string& name) const;
  void set(const std::string& name, const std::string& text);
  double number(const std::string& name) const;
  exint integer(const std::string& name) const;
  const PRM_Template* find(const std::string& name) const;
  const PRM_Template* templates() const { return templates_; }

 private:
  const PRM_Template* templates_;
  std::map<std::string, std::string> values_;
};

struct StandinMessages {
  std::vector<std::string> errors, warnings, messages;
  UT_ErrorSeverity severity() const {
    return !errors.empty() ? UT_ERROR_ABORT
                           : !warnings.empty() ? UT_ERROR_WARNING
                                               : !messages.empty() ? UT_ERROR_MESSAGE : UT_ERROR_NONE;
  }
};

class OP_Node {
 public:
  OP_Node(OP_Network* network, const char* name, OP_Operator* type);
  virtual ~OP_Node() = default;
  OP_Operator* getOperator() const { return type_; }
  const std::string& getName() const { return name_; }
  exint evalInt(const char* name, int, fpreal) const { return values_.integer(name); }
  fpreal evalFloat(const char* name, int, fpreal) const { return values_.number(name); }
  void evalString(UT_String& text, const char* name, int, fpreal) const {
    text = values_.text(name);
  }
  void setInt(const char* name, int, fpreal, exint value);
  void setFloat(const char* name, int, fpreal, fpreal value);
  void setString(const UT_StringHolder& value, CH_StringMeaning, const char* name, int, fpreal) {
    values_.set(name, value.toStdString());
  }
#if SYS_VERSION_MAJOR_INT >= 21
  virtual const char* inputLabel(OP_InputIdx) const { return ""; }
#else
  virtual const char* inputLabel(unsigned) const { return ""; }
#endif
  virtual void fillInfoTreeNodeSpecific(UT_InfoTree&, const OP_NodeInfoTreeParms&) {}
  virtual void getNodeSpecificInfoText(OP_Context&, OP_NodeInfoParms&) {}
  StandinValues& standin_values() { return values_; }
  const StandinMessages& standin_messages() const { return messages_; }

 protected:
  std::string name_;
  OP_Operator* type_;
  StandinValues values_;
  StandinMessages messages_;
};
