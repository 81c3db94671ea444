# Runs a program under oclgrind. Without EXPECTED its errors must be none and the program succeed;
# with it, every pattern of the list must be reported.
#   cmake -DOCLGRIND=... -DPROGRAM=... [-DARGUMENT=...] [-DEXPECTED=pattern;...] [-DVECTORS=ON]
#         -P run_oclgrind.cmake
# VECTORS: the kernels use vector types, on which oclgrind 21.10 dies when it looks for values that
# nobody set; so it does not.
# Errors are taken from stderr: a log file is emptied again by each new context.

cmake_minimum_required(VERSION 3.22)

set(watch --data-races --check-api)
if(NOT VECTORS)
  list(APPEND watch --uninitialized)
endif()
execute_process(
  COMMAND ${OCLGRIND} ${watch} ${PROGRAM} ${ARGUMENT}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
message("${output}")
if(EXPECTED)
  foreach(pattern IN LISTS EXPECTED)
    if(NOT errors MATCHES "${pattern}")
      message(FATAL_ERROR "oclgrind did not report '${pattern}':\n${errors}")
    endif()
  endforeach()
  return()
endif()
string(STRIP "${errors}" errors)
if(errors)
  string(SUBSTRING "${errors}" 0 8000 start)
  message(FATAL_ERROR "oclgrind reports:\n${start}")
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}")
endif()
