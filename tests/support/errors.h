// The sentence that a refused call throws, and whether it says what the user needs to know.
#pragma once

#include <rill/error.h>

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace rill::test {

// Empty when the call is not refused.
template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline testing::AssertionResult mentions(const std::string& sentence,
                                         std::initializer_list<std::string> words) {
  if (sentence.empty()) return testing::AssertionFailure() << "there is no sentence at all";
  for (const std::string& word : words)
    if (sentence.find(word) == std::string::npos)
      return testing::AssertionFailure() << "\"" << sentence << "\" does not mention " << word;
  return testing::AssertionSuccess();
}

}  // namespace rill::test
