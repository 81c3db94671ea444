// Stand-in for the severities. Source: HDK page of UT_Error.h, openvdb_houdini.
#pragma once
enum UT_ErrorSeverity {
  UT_ERROR_NONE,
  UT_ERROR_MESSAGE,
  UT_ERROR_PROMPT,
  UT_ERROR_WARNING,
  UT_ERROR_ABORT,
  UT_ERROR_FATAL
};
using OP_ERROR = UT_ErrorSeverity;
