#include "classic/boards.h"

namespace emilia::classic {

GridBoard GridBoard::after(int cell) const {
    return {cell == pass() ? position.passed() : position.after(cell)};
}

std::uint64_t GridBoard::hash() const {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (int cell = 0; cell < position.shape().cells(); ++cell) {
        hash = (hash ^ static_cast<std::uint64_t>(position.at(cell))) * 0x100000001b3;
    }
    return hash ^ (hash >> 32);
}

}  // namespace emilia::classic
