// Stand-in: takes operators over and finds them by name. Source: HDK page of OP_OperatorTable.
#pragma once
#include <map>
#include <memory>
#include <OP/OP_Operator.h>
class OP_OperatorTable {
 public:
  bool addOperator(OP_Operator* type) {
    return types_.emplace(type->getName().toStdString(), std::unique_ptr<OP_Operator>(type)).second;
  }
  OP_Operator* getOperator(const char* name) const {
    const auto found = types_.find(name);
    return found == types_.end() ? nullptr : found->second.get();
  }
  const std::map<std::string, std::unique_ptr<OP_Operator>>& types() const { return types_; }

 private:
  std::map<std::string, std::unique_ptr<OP_Operator>> types_;
};
