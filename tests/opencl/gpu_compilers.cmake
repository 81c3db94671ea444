# The compilers of GPUs that need not be there: NVIDIA's (clang to PTX, then ptxas where CUDA's
# toolkit is installed) and AMD's. They take every stage (ocl/stages.cl) and the kernels as the back
# end writes them, with and without masks.

find_program(RILL_CLANG NAMES clang clang-14 clang-15 clang-16 clang-17 clang-18 clang-19)
find_program(RILL_PTXAS ptxas PATHS /usr/local/cuda/bin DOC "ptxas, to count registers on NVIDIA")
file(GLOB libclc_folders /usr/lib/clc /usr/share/clc /usr/lib/llvm-*/share/clc /usr/local/share/clc)
find_file(RILL_LIBCLC_NVIDIA nvptx64--nvidiacl.bc PATHS ${libclc_folders} NO_DEFAULT_PATH)
find_file(RILL_LIBCLC_AMD amdgcn--amdhsa.bc PATHS ${libclc_folders} NO_DEFAULT_PATH)
if(NOT RILL_CLANG OR NOT RILL_LIBCLC_NVIDIA OR NOT RILL_LIBCLC_AMD)
  message(FATAL_ERROR "The OpenCL tests need clang and libclc: run "
    "scripts/install_dependencies.sh, or configure with RILL_OPENCL or RILL_TESTS off.")
endif()

add_executable(rill_kernel_sources rill_kernel_sources.cpp)
target_include_directories(rill_kernel_sources PRIVATE
  ${PROJECT_SOURCE_DIR}/core ${OpenCL_INCLUDE_DIRS})
target_link_libraries(rill_kernel_sources PRIVATE rill::core rill_warnings)

# rill_add_gpu_tests(name least_kernels source defines...). A step on tiles keeps more than forty
# uniform floats at hand, more than AMD has scalar registers: RILL_GPU_SCALAR_SPILLS allows that.
function(rill_add_gpu_tests name least_kernels source)
  foreach(gpu nvidia amd)
    string(TOUPPER ${gpu} upper)
    set(with clang)
    if(gpu STREQUAL "nvidia" AND RILL_PTXAS)
      set(with clang_and_ptxas)
    endif()
    set(test gpu_compilers.${gpu}.${name}.${with})
    add_test(NAME ${test}
      COMMAND ${CMAKE_COMMAND} -DGPU=${gpu} -DCLANG=${RILL_CLANG} -DLIBCLC=${RILL_LIBCLC_${upper}}
        "-DPTXAS=$<$<BOOL:${RILL_PTXAS}>:${RILL_PTXAS}>" -DSOURCE=${source}
        -DINCLUDE=${PROJECT_SOURCE_DIR}/ocl/include "-DDEFINES=${ARGN}"
        -DLEAST_KERNELS=${least_kernels} "-DSCALAR_SPILLS=${RILL_GPU_SCALAR_SPILLS}" -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${gpu}_${name}
        -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/compile_for_gpu.cmake)
    set_tests_properties(${test} PROPERTIES LABELS opencl TIMEOUT 120)
  endforeach()
endfunction()

foreach(masks 0 1)
  rill_add_gpu_tests(stages_masks${masks} 20
    ${PROJECT_SOURCE_DIR}/ocl/stages.cl -DRILL_MASKS=${masks})
endforeach()

# The text that a driver gets, with the kernels that sum. A name of: scheme, node, masks, way, defines.
set(written "")
foreach(cook "rill combined 1 stages -DRILL_DOUBLES" "rill thermal 0 stages"
    "jako2011 combined 1 stages -DRILL_DOUBLES"
    "rill combined 0 tiles" "rill combined 1 tiles -DRILL_DOUBLES" "rill hydraulic 0 tiles"
    "rill thermal 0 tiles -DRILL_DOUBLES" "jako2011 combined 0 tiles -DRILL_DOUBLES"
    "jako2011 combined 1 tiles" "jako2011 hydraulic 0 tiles" "jako2011 thermal 0 tiles")
  string(REPLACE " " ";" words ${cook})
  list(GET words 0 scheme)
  list(GET words 1 node)
  list(GET words 2 masks)
  list(GET words 3 way)
  list(REMOVE_AT words 0 1 2 3)
  set(name ${scheme}_${node}_masks${masks}_${way})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cl)
  add_custom_command(OUTPUT ${source}
    COMMAND rill_kernel_sources ${scheme} ${node} ${masks} ${way} ${source}
    DEPENDS rill_kernel_sources
    COMMENT "Writing the kernels of ${scheme} ${node} in ${way} (masks: ${masks})")
  list(APPEND written ${source})
  if(way STREQUAL "tiles")
    set(RILL_GPU_SCALAR_SPILLS ON)
    rill_add_gpu_tests(${name} 1 ${source} ${words})
    unset(RILL_GPU_SCALAR_SPILLS)
  else()
    rill_add_gpu_tests(${name} 5 ${source} ${words})
  endif()
endforeach()
add_custom_target(rill_written_kernels ALL DEPENDS ${written})
