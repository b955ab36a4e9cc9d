#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "history/bill/evaluation.h"
#include "history/bill/samples.h"

namespace emilia::bill {

// What BILL learned: the constants of its features, a model for each move of the game, and in words
// what they were learned from.
struct Parameters {
    std::string origin;  // one line
    Constants constants{};
    Models models{};

    bool operator==(const Parameters&) const = default;
};

// As a sealed text, and back. Refused is what has other lines or a matrix that is no covariance.
std::string to_text(const Parameters& parameters);
Result<Parameters> parse_parameters(std::string_view bytes);

// A short name for their content.
std::string name_of(const Parameters& parameters);

// As a search needs them; an error names the move where a matrix is no covariance.
Result<Discriminants> discriminants_of(const Parameters& parameters);
Result<std::shared_ptr<const Knowledge>> knowledge_of(const Parameters& parameters);

// Those that the program carries.
const Parameters& default_parameters();
std::shared_ptr<const Knowledge> default_knowledge();

}  // namespace emilia::bill
