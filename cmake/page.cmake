# The page of web/, built by npm into one folder for all presets and put into the program.
#
# emilia_embed_page(TARGET SOURCE)   SOURCE, of TARGET, embeds the files by their names.
set(EMILIA_PAGE ${CMAKE_SOURCE_DIR}/build/page CACHE PATH "where the page is built")

function(emilia_embed_page TARGET SOURCE)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/*)
  set(results ${CMAKE_SOURCE_DIR}/docs/reproductions.md)
  set(built ${EMILIA_PAGE}/dist/index.html ${EMILIA_PAGE}/dist/app.js ${EMILIA_PAGE}/dist/app.css
      ${EMILIA_PAGE}/dist/icon.svg)
  add_custom_command(OUTPUT ${built}
    COMMAND ${CMAKE_SOURCE_DIR}/tools/build_page.sh ${CMAKE_SOURCE_DIR}/web ${results} ${EMILIA_PAGE}
    DEPENDS ${sources} ${results} ${CMAKE_SOURCE_DIR}/tools/build_page.sh
    COMMENT "Building the page" VERBATIM)
  set_source_files_properties(${SOURCE} PROPERTIES
    OBJECT_DEPENDS "${built}" COMPILE_DEFINITIONS EMILIA_PAGE_FOLDER="${EMILIA_PAGE}/dist")
endfunction()
