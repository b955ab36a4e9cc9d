#include <zstd.h>

#include <cstdlib>
#include <string>

#include "history/logistello/opening_book.h"
#include "util/sealed.h"

// Any bytes are read or refused; what was read is written, and reads as the same again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using emilia::logistello::OpeningBook;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    // Checksum and packing keep most inputs from the parser behind them: give it some without.
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 1));
    for (const std::string& file : {bytes, emilia::seal("Emilia logistello book 1", bytes),
                                    emilia::seal("Emilia logistello book 1", packed)}) {
        const auto book = OpeningBook::parse(file);
        if (!book) {
            if (book.error().message.empty()) std::abort();
            continue;
        }
        const auto again = OpeningBook::parse(book->bytes());
        if (!again || !(*again == *book)) std::abort();
    }
    return 0;
}
