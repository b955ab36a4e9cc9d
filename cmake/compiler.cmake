# Flags that hold for every target of the tree.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "build type" FORCE)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Sloppiness: what ccache asks for with precompiled headers. Base directory: two checkouts share a cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports -Wmaybe-uninitialized and friends inside std::variant and std::string under -O2; clang checks ours.
  add_compile_options(-Wno-maybe-uninitialized -Wno-restrict)
  add_compile_options($<$<CONFIG:Release>:-fdiagnostics-color=auto>)
else()
  # libstdc++ 12's stable_sort uses what C++17 deprecated, and clang blames whoever calls it.
  add_compile_options(-fcolor-diagnostics -Wno-deprecated-declarations)
endif()
# Paths of the machine that built it have no place in the binary.
add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)

if(EMILIA_SANITIZE)
  add_compile_options(-fsanitize=${EMILIA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${EMILIA_SANITIZE})
endif()
if(EMILIA_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "the fuzz targets need clang: use the preset 'fuzz'")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
endif()
