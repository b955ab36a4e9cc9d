#include "history/tournament96/carried.h"
#include "util/carried.h"

EMILIA_CARRIED(emilia_tournament96_weights_96, EMILIA_CARRIED_FILE);

namespace emilia::tournament96 {

std::string_view carried_weights_96() {
    return {emilia_tournament96_weights_96_begin, emilia_tournament96_weights_96_end};
}

}  // namespace emilia::tournament96
