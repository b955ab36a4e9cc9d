execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
else()
  execute_process(COMMAND git -C ${SOURCE} status --porcelain OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND commit " with changes")
  endif()
endif()
set(text "#pragma once
#define EMILIA_VERSION \"${VERSION}\"
#define EMILIA_COMMIT \"${commit}\"
#define EMILIA_COMPILER \"${COMPILER}\"
#define EMILIA_BUILD_TYPE \"${BUILD_TYPE}\"
")
set(old "")
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUT}.tmp "${text}")
  file(RENAME ${OUT}.tmp ${OUT})
endif()
