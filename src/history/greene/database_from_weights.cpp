#include <cstdlib>

#include "history/greene/carried_databases.h"
#include "util/carried.h"

EMILIA_CARRIED(emilia_greene_weighted, EMILIA_CARRIED_FILE);

namespace emilia::greene {

std::shared_ptr<const Database> database_from_weights() {
    static const auto database = [] {
        auto parsed = Database::parse({emilia_greene_weighted_begin, emilia_greene_weighted_end});
        // Only if the file was changed by hand; a test sees that.
        if (!parsed) std::abort();
        return std::make_shared<const Database>(std::move(*parsed));
    }();
    return database;
}

}  // namespace emilia::greene
