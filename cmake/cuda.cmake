# emilia-gpu-selfplay and emilia-gpu-network: self-play and training on an NVIDIA graphics processor (docs/gpu.md). nvcc is
# called by hand, since CMake 3.25 knows no C++20 for it. The programs are linked so that they run on another machine: only
# the C library is shared.
find_program(NVCC nvcc PATHS /usr/local/cuda/bin REQUIRED)
set(EMILIA_CUDA_ARCHITECTURE sm_90 CACHE STRING "the graphics processor that the programs for one are built for")
get_filename_component(cuda_root ${NVCC} DIRECTORY)
get_filename_component(cuda_root ${cuda_root} DIRECTORY)
find_library(CUDART cudart_static PATHS ${cuda_root}/lib64 ${cuda_root}/lib REQUIRED)
find_library(ZSTD_STATIC libzstd.a REQUIRED)
find_library(XXHASH_STATIC libxxhash.a REQUIRED)

foreach(name gpu network_gpu)
  set(object ${CMAKE_BINARY_DIR}/cuda/${name}.o)
  set(source ${CMAKE_SOURCE_DIR}/src/learn/cuda/${name}.cu)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/cuda
    COMMAND ${NVCC} -c -o ${object} ${source} -MD -MF ${object}.d -ccbin g++ -std=c++20 -O3 -lineinfo
            -arch=${EMILIA_CUDA_ARCHITECTURE} --expt-relaxed-constexpr -DNDEBUG
            -I${CMAKE_SOURCE_DIR}/src -Xcompiler -Wall,-Wextra
            -Xcompiler -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=
    DEPENDS ${source} DEPFILE ${object}.d COMMENT "Building CUDA object ${name}.cu" VERBATIM)
  list(APPEND objects ${object})
endforeach()

foreach(name selfplay network)
  add_executable(emilia-gpu-${name} ${CMAKE_SOURCE_DIR}/src/cli/gpu_${name}/main.cpp ${objects})
  set_target_properties(emilia-gpu-${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_options(emilia-gpu-${name} PRIVATE -static-libstdc++ -static-libgcc)
  # The archives before the targets that name the shared libraries: what is found is not looked for again.
  target_link_libraries(emilia-gpu-${name} PRIVATE emilia_learn CLI11::CLI11 ${ZSTD_STATIC} ${XXHASH_STATIC} ${CUDART}
                        Threads::Threads dl rt -Wl,--as-needed)
endforeach()
