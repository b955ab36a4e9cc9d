#include <cstdlib>

#include "history/tournament96/opening_book.h"
#include "history/tournament96/squares.h"
#include "history/tournament96/training.h"
#include "util/sealed.h"

namespace {

// What was read is written, and reads as the same again.
template <typename State>
void check(const std::string& text) {
    const auto state = State::parse(text);
    if (!state) {
        if (state.error().message.empty()) std::abort();
        return;
    }
    const auto again = State::parse(state->text());
    if (!again || !(*again == *state)) std::abort();
}

}  // namespace

// Weights, openings and logs of games: any text is read or refused. The checksum is made to fit, or
// nothing would come past it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emilia;
    using namespace emilia::tournament96;
    const std::string text(reinterpret_cast<const char*>(data), size);
    check<Training>(seal("Emilia tournament-96 weights 1", text));
    check<OpeningBook>(seal("Emilia tournament-96 book 1", text));
    check<GameLog>(seal("Emilia tournament-96 games 1", text));
    check<Training>(text);
    return 0;
}
