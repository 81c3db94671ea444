// Stand-in. Sources: HDK page of OP_DataTypes.h (21: both are int); openvdb_houdini Utils.h (before 21
// there are no such names, and indices are unsigned).
#pragma once
#include <SYS/SYS_Version.h>
#if SYS_VERSION_MAJOR_INT >= 21
using OP_InputIdx = int;
using OP_OutputIdx = int;
#endif
