#include <fmt/format.h>

#include <memory>
#include <thread>

#include "board/simd/isa.h"
#include "cli/program.h"
#include "emilia_build_info.h"

namespace emilia::cli {

void add_version(Program& program) {
    struct Options {
        bool verbose = false;
        bool json = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        {"version", "About", "the version; with --verbose how it was built and what it chose",
         R"(Examples:
  emilia version
  emilia version --verbose
)"},
        [options] {
            std::vector<std::string> usable;
            for (const Isa isa : usable_isas()) usable.emplace_back(name_of(isa));
            const unsigned processors = std::thread::hardware_concurrency();
            if (options->json) {
                print_json({{"version", EMILIA_VERSION},
                            {"commit", EMILIA_COMMIT},
                            {"compiler", EMILIA_COMPILER},
                            {"build", EMILIA_BUILD_TYPE},
                            {"instruction_set", name_of(active_isa())},
                            {"usable_instruction_sets", usable},
                            {"processors", processors}});
                return kSuccess;
            }
            fmt::print("emilia {}\n", EMILIA_VERSION);
            if (options->verbose) {
                fmt::print("commit           {}\n", EMILIA_COMMIT);
                fmt::print("compiler         {}, {}\n", EMILIA_COMPILER, EMILIA_BUILD_TYPE);
                fmt::print("instruction set  {} (this machine can run {})\n", name_of(active_isa()),
                           fmt::join(usable, ", "));
                fmt::print("processors       {}\n", processors);
            }
            return kSuccess;
        });
    command.add_flag("-v,--verbose", options->verbose,
                     "commit, compiler, instruction set chosen at run time, processors");
    command.add_flag("--json", options->json, "all of it as one JSON object");
}

}  // namespace emilia::cli
