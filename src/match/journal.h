#pragma once

#include <string>
#include <utility>
#include <vector>

#include "match/runner.h"
#include "util/result.h"

namespace emilia::match {

// What games were played under, as names and values for a person.
using Terms = std::vector<std::pair<std::string, std::string>>;

// The games of a match in a file, a line each behind one with the terms. Each is on the disk before
// the next is counted, so that a match can be killed at any time and goes on with what is there.
class Journal {
  public:
    // Begins the file, or reads it: a last line that was not finished is cut off. Refused is a file
    // that is something else, has games under other terms, or is in use.
    static Result<Journal> open(const std::string& path, const Terms& terms, std::size_t players);

    Journal(Journal&& other) noexcept;
    Journal& operator=(Journal&&) = delete;
    ~Journal();

    // The games found when it was opened.
    const std::vector<Outcome>& found() const { return found_; }

    Result<Done> append(const Outcome& outcome);

  private:
    Journal(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

    Result<Done> read(const Terms& terms, std::size_t players);
    Result<Done> write_line(std::string line);

    std::string path_;
    int descriptor_;
    std::vector<Outcome> found_;
};

}  // namespace emilia::match
