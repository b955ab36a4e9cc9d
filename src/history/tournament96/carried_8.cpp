#include "history/tournament96/carried.h"
#include "util/carried.h"

EMILIA_CARRIED(emilia_tournament96_weights_8, EMILIA_CARRIED_FILE);

namespace emilia::tournament96 {

std::string_view carried_weights_8() {
    return {emilia_tournament96_weights_8_begin, emilia_tournament96_weights_8_end};
}

}  // namespace emilia::tournament96
