# Builds and installs the package as somebody with Houdini does, against a made-up HFS folder whose
# build files lead to the stand-in.
#   cmake -DSOURCE=... -DBUILD=... -DSTANDIN=libhdk_standin.so -DSTANDIN_BUILD=... -DTBB=libtbb.so
#     -DOPENCL=libOpenCL.so -DLAUNCHER=... -P houdini_build.cmake

function(run expected)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(expected STREQUAL "fails" AND code EQUAL 0)
    message(FATAL_ERROR "should fail: ${ARGN}")
  elseif(expected STREQUAL "works" AND NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${BUILD}/hfs ${BUILD}/installed ${BUILD}/standin_installed)
file(MAKE_DIRECTORY ${BUILD}/hfs/toolkit/include ${BUILD}/hfs/dsolib)
foreach(folder tbb oneapi CL)
  file(CREATE_LINK /usr/include/${folder} ${BUILD}/hfs/toolkit/include/${folder} SYMBOLIC)
endforeach()
file(CREATE_LINK ${TBB} ${BUILD}/hfs/dsolib/libtbb.so SYMBOLIC)
if(OPENCL)
  file(CREATE_LINK ${OPENCL} ${BUILD}/hfs/dsolib/libOpenCL.so.1 SYMBOLIC)
endif()
file(WRITE ${BUILD}/hfs/toolkit/cmake/HoudiniConfig.cmake "
set(Houdini_VERSION 21.0.999)
set(Houdini_VERSION_MAJOR 21)
set(Houdini_VERSION_MINOR 0)
add_library(Houdini INTERFACE IMPORTED GLOBAL)
target_include_directories(Houdini INTERFACE ${SOURCE}/tests/hdk_standin/include)
target_compile_options(Houdini INTERFACE -D_GLIBCXX_USE_CXX11_ABI=1)
target_link_libraries(Houdini INTERFACE ${STANDIN})
function(houdini_configure_target target)
  cmake_parse_arguments(arg \"\" \"INSTDIR;PREFIX;TAGINFO\" \"\" \${ARGN})
  set_target_properties(\${target} PROPERTIES PREFIX \"\${arg_PREFIX}\" LIBRARY_OUTPUT_DIRECTORY \${arg_INSTDIR})
endfunction()
")

set(configure ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${BUILD}/build -DRILL_TESTS=OFF
  -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
run(fails ${configure} -DHFS=${BUILD}/hfs -DRILL_HDK_STANDIN=ON)
if(NOT output MATCHES "exclude")
  message(FATAL_ERROR "the refusal does not say why:\n${output}")
endif()
run(fails ${configure} -DHFS=${BUILD}/nowhere -DRILL_HDK_STANDIN=OFF)
run(works ${configure} -DHFS=${BUILD}/hfs -DRILL_HDK_STANDIN=OFF)
# Houdini's own libraries are taken, not the system's.
file(STRINGS ${BUILD}/build/CMakeCache.txt cache REGEX "^(RILL_HOUDINI_TBB|OpenCL_LIBRARY):")
set(own "${BUILD}/hfs/dsolib/libtbb.so")
if(OPENCL)
  list(APPEND own ${BUILD}/hfs/dsolib/libOpenCL.so.1)
endif()
foreach(library IN LISTS own)
  if(NOT cache MATCHES "${library}")
    message(FATAL_ERROR "${library} was not taken: ${cache}")
  endif()
endforeach()
run(works ${CMAKE_COMMAND} --build ${BUILD}/build --target rill_dso)
run(works ${CMAKE_COMMAND} --install ${BUILD}/build --component houdini --prefix ${BUILD}/installed)
run(works ${CMAKE_COMMAND} --install ${STANDIN_BUILD} --component houdini --prefix ${BUILD}/standin_installed)

foreach(file rill.json rill/OPcustomize rill/linux_21.0/dso/rill.so rill/toolbar/rill.shelf
    rill/help/nodes/sop/rill--heightfield_erode-1.0.txt rill/help/images/rill/heightfield_erode.png
    rill/config/Icons/SOP_rill_heightfield_erode.svg rill/scripts/verify_in_houdini.py
    rill/scripts/rill_names.json rill/otls/rill_erode.hda/INDEX__SECTION rill/ocl/include/rill/params.def
    rill/houdini_21/otls/rill_erode_sop.hda/INDEX__SECTION)
  if(NOT EXISTS ${BUILD}/installed/houdini/${file})
    message(FATAL_ERROR "the package lacks ${file}")
  endif()
endforeach()
file(GLOB_RECURSE libraries ${BUILD}/standin_installed/*.so)
if(libraries)
  message(FATAL_ERROR "what was built with the stand-in got installed: ${libraries}")
endif()

# The installed plugin is whole: the check of whoever has Houdini passes on it.
execute_process(COMMAND ${CMAKE_COMMAND} -E env RILL_STANDIN=${STANDIN} PYTHONDONTWRITEBYTECODE=1
  PYTHONPATH=${SOURCE}/tests/hdk_standin/python ${PYTHON}
  ${BUILD}/installed/houdini/rill/scripts/verify_in_houdini.py
  --dso ${BUILD}/installed/houdini/rill/linux_21.0/dso/rill.so
  RESULT_VARIABLE code OUTPUT_VARIABLE output)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${output}")
endif()
