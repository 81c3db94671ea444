# Compiles kernels for a GPU that need not be there, prints registers and spills of each, and fails
# when one spills.
#   cmake -DGPU=nvidia|amd -DCLANG=... -DLIBCLC=file.bc [-DPTXAS=...] -DSOURCE=... -DINCLUDE=folder
#         -DDEFINES=... -DLEAST_KERNELS=n [-DSCALAR_SPILLS=ON] -DOUTPUT=file -P compile_for_gpu.cmake
# SCALAR_SPILLS lets AMD's scalar registers spill: they go into lanes of a vector register, not into
# memory, and are printed.
# NVIDIA: clang makes PTX, and ptxas, where there is one, the machine code of sm_75. AMD: gfx900.

cmake_minimum_required(VERSION 3.22)

if(GPU STREQUAL "nvidia")
  set(target -target nvptx64--nvidiacl)
else()
  set(target -target amdgcn--amdhsa -mcpu=gfx900 -nogpulib)
endif()
execute_process(
  COMMAND ${CLANG} -x cl -cl-std=CL1.2 -Xclang -finclude-default-header ${target}
    -Xclang -mlink-bitcode-file -Xclang ${LIBCLC} -O2 -S ${DEFINES} -I${INCLUDE} ${SOURCE}
    -o ${OUTPUT}.s
  RESULT_VARIABLE status ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "clang refuses ${SOURCE} for ${GPU}:\n${errors}")
endif()

file(READ ${OUTPUT}.s assembly)
set(kernels 0)
set(spilling "")

# Prints one row and counts it.
macro(report name registers spills more)
  string(LENGTH "${name}" length)
  math(EXPR padding "30 - ${length}")
  string(REPEAT " " ${padding} spaces)
  message("${name}${spaces} ${registers} registers, ${spills} spilled${more}")
  math(EXPR kernels "${kernels} + 1")
  if(NOT "${spills}" STREQUAL "0")
    list(APPEND spilling ${name})
  endif()
endmacro()

if(GPU STREQUAL "nvidia" AND NOT PTXAS)
  string(REGEX MATCHALL "\\.entry [a-z_0-9]+" entries "${assembly}")
  list(LENGTH entries kernels)
  message("${kernels} kernels compile to PTX (there is no ptxas to count registers)")
elseif(GPU STREQUAL "nvidia")
  string(REGEX REPLACE "\n\\.version [^\n]*" "\n.version 7.5" assembly "${assembly}")
  string(REGEX REPLACE "\n\\.target [^\n]*" "\n.target sm_75" assembly "${assembly}")
  file(WRITE ${OUTPUT}.ptx "${assembly}")
  execute_process(COMMAND ${PTXAS} -arch=sm_75 -v ${OUTPUT}.ptx -o ${OUTPUT}.cubin
    RESULT_VARIABLE status ERROR_VARIABLE log)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "ptxas refuses ${SOURCE}:\n${log}")
  endif()
  string(REGEX MATCHALL "Function properties for [a-z_0-9]+\n[^\n]*\n[^\n]*" blocks "${log}")
  foreach(block IN LISTS blocks)
    string(REGEX MATCH "for ([a-z_0-9]+)" found "${block}")
    set(name ${CMAKE_MATCH_1})
    string(REGEX MATCH "([0-9]+) bytes spill stores, ([0-9]+) bytes spill loads" found "${block}")
    math(EXPR spills "${CMAKE_MATCH_1} + ${CMAKE_MATCH_2}")
    string(REGEX MATCH "Used ([0-9]+) registers" found "${block}")
    report(${name} ${CMAKE_MATCH_1} ${spills} "")
  endforeach()
else()
  string(REGEX MATCHALL
    "amdhsa_kernel [a-z_0-9]+|NumVgprs: [0-9]+|ScratchSize: [0-9]+|Occupancy: [0-9]+"
    facts "${assembly}")
  foreach(fact IN LISTS facts)
    string(REGEX MATCH "([A-Za-z_]+):? (.*)" found "${fact}")
    set(${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    if(CMAKE_MATCH_1 STREQUAL "Occupancy")
      report(${amdhsa_kernel} ${NumVgprs} ${ScratchSize} ", ${Occupancy} waves")
    endif()
  endforeach()
  foreach(count IN ITEMS sgpr_spill_count vgpr_spill_count)
    string(REGEX MATCH "\\.${count}: +([1-9][0-9]*)" found "${assembly}")
    if(found AND SCALAR_SPILLS AND count STREQUAL "sgpr_spill_count")
      message("${CMAKE_MATCH_1} scalar registers in lanes of a vector register")
    elseif(found)
      list(APPEND spilling "some kernel (${count})")
    endif()
  endforeach()
endif()

if(kernels LESS LEAST_KERNELS)
  message(FATAL_ERROR "only ${kernels} kernels were found, not ${LEAST_KERNELS}")
endif()
if(spilling)
  message(FATAL_ERROR "registers are spilled by: ${spilling}")
endif()
