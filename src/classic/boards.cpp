#include "classic/boards.h"

namespace emilia::classic {

GridBoard GridBoard::after(int cell) const {
    return {cell == pass() ? position.passed() : position.after(cell)};
}

}  // namespace emilia::classic
