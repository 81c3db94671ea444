# Finds Houdini where HFS names it, and sets RILL_HOUDINI. Runs before anything else is looked for, so
# that the solver is built with Houdini's own TBB and with its C++ library's ABI.

set(RILL_HOUDINI OFF)
if(NOT HFS)
  return()
endif()
if(RILL_HDK_STANDIN)
  message(FATAL_ERROR "HFS and RILL_HDK_STANDIN exclude each other: the stand-in is for machines "
    "without Houdini. Unset HFS (-DHFS=) or switch RILL_HDK_STANDIN off.")
endif()

find_package(Houdini REQUIRED NO_DEFAULT_PATH HINTS
  ${HFS}/toolkit/cmake
  ${HFS}/Resources/toolkit/cmake
  ${HFS}/Frameworks/Houdini.framework/Versions/Current/Resources/toolkit/cmake)
set(RILL_HOUDINI ON)
message(STATUS "Building the plugin for Houdini ${Houdini_VERSION} in ${HFS}")

# Two TBBs in one process would each bring their own threads, so Houdini's is taken.
find_library(RILL_HOUDINI_TBB NAMES tbb tbb12 NO_DEFAULT_PATH PATHS
  ${HFS}/dsolib
  ${HFS}/custom/houdini/dsolib
  ${HFS}/Libraries
  ${HFS}/../Libraries
  ${HFS}/Frameworks/Houdini.framework/Versions/Current/Libraries)
if(NOT RILL_HOUDINI_TBB)
  message(FATAL_ERROR "There is no libtbb below ${HFS}; check that HFS is Houdini's install folder.")
endif()
find_path(RILL_HOUDINI_TBB_HEADERS tbb/blocked_range.h NO_DEFAULT_PATH PATHS
  ${HFS}/toolkit/include
  ${HFS}/Resources/toolkit/include
  ${HFS}/Frameworks/Houdini.framework/Versions/Current/Resources/toolkit/include)
add_library(TBB::tbb UNKNOWN IMPORTED GLOBAL)
set_target_properties(TBB::tbb PROPERTIES IMPORTED_LOCATION ${RILL_HOUDINI_TBB}
  INTERFACE_INCLUDE_DIRECTORIES ${RILL_HOUDINI_TBB_HEADERS})

# Its OpenCL headers and loader too, where it has them: no second loader comes along, and machines without
# them can build OpenCL in. Else FindOpenCL looks elsewhere.
find_path(OpenCL_INCLUDE_DIR CL/cl.h NO_DEFAULT_PATH PATHS ${HFS}/toolkit/include)
find_library(OpenCL_LIBRARY NAMES OpenCL libOpenCL.so.1 NO_DEFAULT_PATH PATHS
  ${HFS}/dsolib
  ${HFS}/custom/houdini/dsolib)
foreach(variable OpenCL_INCLUDE_DIR OpenCL_LIBRARY)
  if(NOT ${variable})
    unset(${variable} CACHE)
  endif()
endforeach()

# Strings of the solver and of Houdini must be of one kind.
foreach(property INTERFACE_COMPILE_OPTIONS INTERFACE_COMPILE_DEFINITIONS)
  get_target_property(values Houdini ${property})
  foreach(value IN LISTS values)
    if(value MATCHES "_GLIBCXX_USE_CXX11_ABI=([01])")
      add_compile_definitions(_GLIBCXX_USE_CXX11_ABI=${CMAKE_MATCH_1})
    endif()
  endforeach()
endforeach()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_MSVC_RUNTIME_LIBRARY MultiThreadedDLL)  # also in Debug: Houdini's own
