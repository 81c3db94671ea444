// Stand-in: the real one emits the version tag that Houdini looks for, once per DSO (HDK guide,
// "Creating plugins"). This one emits a symbol that the tests look for, with the same rule.
#pragma once
extern "C" __attribute__((visibility("default"))) const char* hdk_standin_dso_tag();
const char* hdk_standin_dso_tag() { return "stand-in"; }
