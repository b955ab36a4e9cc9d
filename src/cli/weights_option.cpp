#include "cli/weights_option.h"

#include "eval/default_weights.h"
#include "eval/thumb_weights.h"

namespace emilia::cli {

void add_weights_option(CLI::App& command, std::string& name) {
    command
        .add_option("--weights", name,
                    "weights of the evaluation (default: those in the program; thumb: rules of "
                    "thumb, nothing learned; none: every position is worth 0)")
        ->type_name("FILE");
}

Result<std::shared_ptr<const Weights>> chosen_weights(const std::string& name) {
    if (name.empty()) return default_weights();
    if (name == "thumb") return std::make_shared<const Weights>(thumb_weights());
    if (name == "none") return std::make_shared<const Weights>(zero_weights());
    auto weights = read_weights(name);
    if (!weights) return weights.error();
    return std::make_shared<const Weights>(std::move(*weights));
}

}  // namespace emilia::cli
