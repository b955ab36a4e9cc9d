#pragma once

#include <memory>

#include "history/greene/database.h"

namespace emilia::greene {

// The databases in the program, read when first asked for: those of the article's two best results,
// 60,000 games from nothing and 10,000 games from heuristics weighted beforehand.
std::shared_ptr<const Database> database_from_zero();
std::shared_ptr<const Database> database_from_weights();

}  // namespace emilia::greene
