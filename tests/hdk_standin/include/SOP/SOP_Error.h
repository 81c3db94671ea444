// Stand-in. Source: HDK page of SOP_Error.h.
#pragma once
#include <UT/UT_Error.h>
enum SOP_ErrorCodes { SOP_MESSAGE = 0 };
