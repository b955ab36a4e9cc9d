#include <fmt/format.h>

#include <memory>

#include "cli/program.h"

namespace emilia::cli {

void add_help(Program& program) {
    auto name = std::make_shared<std::vector<std::string>>();
    CLI::App& command = program.add(
        {"help", "About", "what the subcommands do, or one of them in full", R"(Examples:
  emilia help          the list of subcommands
  emilia help perft    everything about one of them
  emilia help train fit
)"},
        [&program, name] {
            const Result<std::string> text =
                name->empty() ? program.overview() : program.explain(*name);
            if (!text) return fail(text.error());
            fmt::print("{}", *text);
            return kSuccess;
        });
    command.add_option("subcommand", *name, "the subcommand to explain")
        ->type_name("SUBCOMMAND")
        ->expected(1, 2);
}

}  // namespace emilia::cli
