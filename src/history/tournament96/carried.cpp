#include "history/tournament96/carried.h"

#include <cstdlib>

#include "history/tournament96/opening_book.h"
#include "history/tournament96/training.h"

namespace emilia::tournament96 {

namespace {

// A file of the program's own that cannot be read is a bug; a test sees that.
std::shared_ptr<const Weights> weights_in(std::string_view text) {
    const auto training = Training::parse(text);
    if (!training) std::abort();
    return std::make_shared<const Weights>(training->weights());
}

}  // namespace

std::shared_ptr<const Weights> carried_weights(const GridShape& shape) {
    if (shape == *classic::parse_shape("8")) {
        static const auto weights = weights_in(carried_weights_8());
        return weights;
    }
    if (shape == *classic::parse_shape("96")) {
        static const auto weights = weights_in(carried_weights_96());
        return weights;
    }
    return nullptr;
}

std::shared_ptr<const OpeningBook> carried_book(const GridShape& shape) {
    if (!(shape == *classic::parse_shape("8"))) return nullptr;
    static const auto book = [] {
        auto parsed = OpeningBook::parse(carried_book_8());
        if (!parsed) std::abort();
        return std::make_shared<const OpeningBook>(std::move(*parsed));
    }();
    return book;
}

}  // namespace emilia::tournament96
