# emilia_floor(NAME [USES target...])
#
# One static library a folder of src/: emilia_NAME from src/NAME. By name of file:
#   *_test.cpp    unit tests, linked into one program NAME_test; those with Parallel or Thread in their
#                 names get the label `parallel`
#   *_kernel.cpp  hot loops, compiled once for each instruction set (see src/board/simd/target.h)
#   *_fuzz.cpp    one libFuzzer target each
#   all others    the library

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(EMILIA_ISAS portable avx2 avx512)
else()
  set(EMILIA_ISAS portable)
endif()
# Nothing is contracted and square roots set no errno: loops over floats find the same on all, in registers.
set(EMILIA_FLAGS_portable -ffp-contract=off -fno-math-errno)
set(EMILIA_FLAGS_avx2 ${EMILIA_FLAGS_portable} -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt -mfma)
set(EMILIA_FLAGS_avx512 ${EMILIA_FLAGS_avx2} -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl
    -mavx512vpopcntdq -mavx512bitalg -mavx512vbmi -mavx512vbmi2 -mgfni -mtune=icelake-server)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12's own headers write "undefined" registers as self-initialised ones and then warn of them.
  list(APPEND EMILIA_FLAGS_avx512 -Wno-uninitialized)
endif()

function(emilia_floor NAME)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  string(REPLACE "/" "_" target ${NAME})
  file(GLOB_RECURSE all CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${NAME}/*.cpp)
  set(tests ${all})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  set(kernels ${all})
  list(FILTER kernels INCLUDE REGEX "_kernel\\.cpp$")
  set(fuzzers ${all})
  list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cpp$")
  set(sources ${all})
  list(FILTER sources EXCLUDE REGEX "_(test|kernel|fuzz)\\.cpp$")

  add_library(emilia_${target} STATIC ${sources})
  target_include_directories(emilia_${target} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(emilia_${target} PUBLIC ${ARG_USES})

  if(kernels)
    foreach(isa ${EMILIA_ISAS})
      string(TOUPPER ${isa} upper)
      set(objects emilia_${target}_${isa})
      add_library(${objects} OBJECT ${kernels})
      target_include_directories(${objects} PUBLIC ${CMAKE_SOURCE_DIR}/src)
      target_link_libraries(${objects} PUBLIC ${ARG_USES})
      target_compile_options(${objects} PRIVATE ${EMILIA_FLAGS_${isa}})
      target_compile_definitions(${objects} PRIVATE EMILIA_ISA_${upper})
      target_sources(emilia_${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
      set_property(GLOBAL APPEND PROPERTY EMILIA_KERNEL_OBJECTS $<TARGET_OBJECTS:${objects}>)
    endforeach()
  endif()

  if(EMILIA_TESTS AND tests)
    add_executable(${target}_test ${tests})
    target_link_libraries(${target}_test PRIVATE emilia_${target} GTest::gtest_main)
    # What runs threads says so in its name; ./test --sanitize runs that under the thread sanitizer.
    set(parallel "*Parallel*:*Thread*")
    set(properties TIMEOUT 900 SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]"
        ENVIRONMENT EMILIA_SOURCE_DIR=${CMAKE_SOURCE_DIR})
    gtest_discover_tests(${target}_test TEST_PREFIX ${target}/ DISCOVERY_TIMEOUT 60
                         TEST_FILTER "-${parallel}" TEST_LIST ${target}_plain PROPERTIES ${properties})
    gtest_discover_tests(${target}_test TEST_PREFIX ${target}/ DISCOVERY_TIMEOUT 60
                         TEST_FILTER "${parallel}" TEST_LIST ${target}_parallel
                         PROPERTIES ${properties} LABELS parallel)
  endif()

  if(EMILIA_FUZZ)
    foreach(fuzzer ${fuzzers})
      get_filename_component(name ${fuzzer} NAME_WE)
      add_executable(${name} ${fuzzer})
      target_link_libraries(${name} PRIVATE emilia_${target})
      target_link_options(${name} PRIVATE -fsanitize=fuzzer)
      set_property(GLOBAL APPEND PROPERTY EMILIA_FUZZERS ${name})
    endforeach()
  endif()
endfunction()

# emilia_carry(SOURCE PATTERN)
#
# SOURCE takes the one file that PATTERN fits into the program (see src/util/carried.h).
function(emilia_carry SOURCE PATTERN)
  file(GLOB carried CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${PATTERN})
  list(LENGTH carried count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${count} files fit ${PATTERN}; there needs to be one")
  endif()
  set_source_files_properties(${SOURCE} PROPERTIES OBJECT_DEPENDS ${carried}
                              COMPILE_DEFINITIONS "EMILIA_CARRIED_FILE=\"${carried}\"")
endfunction()
