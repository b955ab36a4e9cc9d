#include <cstdlib>

#include "history/logistello/opening_book.h"
#include "util/carried.h"

EMILIA_CARRIED(emilia_logistello_book, EMILIA_CARRIED_FILE);

namespace emilia::logistello {

std::shared_ptr<const OpeningBook> carried_book() {
    static const auto book = [] {
        auto parsed =
            OpeningBook::parse({emilia_logistello_book_begin, emilia_logistello_book_end});
        // Only if the format was changed without making the book anew; a test sees that.
        if (!parsed) std::abort();
        return std::make_shared<const OpeningBook>(std::move(*parsed));
    }();
    return book;
}

}  // namespace emilia::logistello
