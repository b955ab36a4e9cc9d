# build/…/generated/emilia_build_info.h, written again only when the commit changes.
set(EMILIA_GENERATED ${CMAKE_BINARY_DIR}/generated)
add_custom_target(emilia_build_info
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DOUT=${EMILIA_GENERATED}/emilia_build_info.h
          -DVERSION=${PROJECT_VERSION} -DBUILD_TYPE=${CMAKE_BUILD_TYPE}
          "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
          -P ${CMAKE_SOURCE_DIR}/cmake/write_build_info.cmake
  BYPRODUCTS ${EMILIA_GENERATED}/emilia_build_info.h
  COMMENT "" VERBATIM)
