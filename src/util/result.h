#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace emilia {

// What went wrong, as a sentence for the person who caused it: it names the file, line, ply or
// argument and what was expected there.
struct Error {
    std::string message;
};

// Either a value or the Error that kept us from it. Exceptions do not cross a floor; this does.
template <typename T>
class [[nodiscard]] Result {
  public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() {
        assert(ok());
        return *std::get_if<0>(&content_);
    }
    const T& value() const {
        assert(ok());
        return *std::get_if<0>(&content_);
    }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const {
        assert(!ok());
        return *std::get_if<1>(&content_);
    }

  private:
    std::variant<T, Error> content_;
};

// For work that yields nothing but may fail: Result<Done>, ended by `return Done{};`.
struct Done {};

}  // namespace emilia
