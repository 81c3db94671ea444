// Stand-in. Source of the macros: openvdb_houdini Utils.h, ZibraVDBForHoudini. HDK_STANDIN_MAJOR=20 plays
// 20.5.
#pragma once
#ifndef HDK_STANDIN_MAJOR
#define HDK_STANDIN_MAJOR 21
#endif
#define SYS_VERSION_MAJOR_INT HDK_STANDIN_MAJOR
