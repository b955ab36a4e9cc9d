#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <utility>

#include "util/result.h"

// What host code of CUDA sources has in common.

namespace emilia::learn {

// Without fmt, whose formats are checked in a way that nvcc does not understand.
inline Error failed(const std::string& doing, cudaError_t error) {
    return Error{"the graphics processor failed at " + doing + ": " + cudaGetErrorString(error)};
}

// Memory of the graphics processor that is given back.
template <typename T>
class Buffer {
  public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(data_, other.data_);
        return *this;
    }
    ~Buffer() { cudaFree(data_); }

    T* get() const { return data_; }

    Result<Done> take(std::size_t count) {
        const cudaError_t error = cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T));
        if (error != cudaSuccess) {
            return failed("taking " + std::to_string(count * sizeof(T)) + " bytes of memory",
                          error);
        }
        const cudaError_t cleared = cudaMemset(data_, 0, count * sizeof(T));
        if (cleared != cudaSuccess) return failed("clearing memory", cleared);
        return Done{};
    }
    Result<Done> fill(const T* from, std::size_t count) {
        if (Result<Done> taken = take(count); !taken) return taken;
        const cudaError_t error =
            cudaMemcpy(data_, from, count * sizeof(T), cudaMemcpyHostToDevice);
        if (error != cudaSuccess) return failed("copying to it", error);
        return Done{};
    }

  private:
    T* data_ = nullptr;
};

}  // namespace emilia::learn
