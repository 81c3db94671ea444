// Stand-in. Source of the macros: openvdb_houdini Utils.h, ZibraVDBForHoudini.
#pragma once
#define SYS_VERSION_MAJOR_INT 21
#define SYS_VERSION_MINOR_INT 0
