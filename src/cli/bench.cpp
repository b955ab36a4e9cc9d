#include <fmt/format.h>

#include <array>
#include <chrono>
#include <memory>

#include "board/perft.h"
#include "board/position_text.h"
#include "board/simd/isa.h"
#include "classic/alpha_beta.h"
#include "cli/program.h"
#include "history/strategies/evaluations.h"
#include "search/solver.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

// Positions of random games at so many plies. They and their depths never change: the sum of the
// nodes is the program's signature.
struct BenchPosition {
    std::string_view name;
    std::string_view squares;
    int perft_depth;
    int search_depth;
};

constexpr std::array kPositions = {
    BenchPosition{"start", "---------------------------OX------XO--------------------------- X", 9,
                  8},
    BenchPosition{"opening 4", "-----------------XXX-------OOO-----XO--------------------------- X",
                  8, 7},
    BenchPosition{"opening 8", "-----------------O--------OXX------XX-----XXOO-----O------O----- X",
                  7, 7},
    BenchPosition{"opening 12",
                  "-----XXX--XOOO----OOO------OO------XXO------X------------------- X", 6, 7},
    BenchPosition{"middle 18", "-------------X------X-----XXXX----OXO-------XOOO----OOOO---OOO-X X",
                  7, 7},
    BenchPosition{"middle 24", "------------------OO------XOOXXO-X-XOOOO-XXXXOOO-X-XXXXX------X- X",
                  6, 6},
    BenchPosition{"middle 30", "--OXO-----XX----XXXXO---OOXOOO---OXOO-O--XXXOXX--OO-O---OO--OX-- X",
                  6, 6},
    BenchPosition{"middle 36", "-OOOO-X-XO--OX---X-OXOO-XXXXOOOOOOXOOO-X-XOOOOO-X-O-X------O-X-- X",
                  6, 7},
    BenchPosition{"late 42", "--XXXXXO-O-XXX-O--OXXXXO--OXOXXO-OOXXOOO--OXOO-OOOOOOOO-----OOXX X",
                  7, 9},
    BenchPosition{"late 48", "OXXXXXX-OXXOOOOO-XXXOOOOXXOXOO-OXO-OO---XXOOXXX-XOXOXX--OOOOX-O- X",
                  9, 16},
    BenchPosition{"late 52", "OO-XXXX-XOOOOXO-XOOOXOOOXOOXOOO-XOXOXO--OOOXOOOO-OOOXXXXOOOOOOO- X",
                  12, 12},
    BenchPosition{"late 56", "XXXXXXXXXXXOOOXXX-OXXXXXOOOOOOXX-OOOXOXXOOOOOOXOOOOXOOO--OOOOOOO X",
                  8, 8},
    // With a pass to make or just made, and of a game that ends before the board is full.
    BenchPosition{"pass at 18",
                  "O-O-O---OOXXX---O-O-----OOXXX---O--XX---O---X---O--------------- X", 8, 8},
    BenchPosition{"pass at 45",
                  "O-------XOOOO---X-OO-OOXXOOOOOO-XOOOOOOOXOXOOOOOOOOOOOOO--OOXXXX O", 8, 11},
    BenchPosition{"pass at 50",
                  "----OOOOX----OOOX-XXXXOOXXXXXOXOXOOXXOOOXXXXOXOXXXXXOOXX-XXXXXXX X", 10, 14},
    BenchPosition{"passed 45", "O-------XOOOO---X-OO-OOXXOOOOOO-XOOOOOOOXOXOOOOOOOOOOOOO--OOXXXX X",
                  8, 10},
    BenchPosition{"wipe-out", "--------------------X------OXX-----OOOX----OXX------X----------- X",
                  6, 7},
    BenchPosition{"over", "--------------------X------XXX----XXXXX----XXX------X----------- O", 4,
                  4},
};

// What the endgame solver can do in moments, and with how much memory.
constexpr int kSolvedEmpties = 18;
constexpr std::size_t kTableBytes = std::size_t{16} << 20;

struct Measurement {
    std::uint64_t leaves = 0;        // of one perft where a pass is a ply
    std::uint64_t leaves_free = 0;   // and of one where it is none
    std::uint64_t search_nodes = 0;  // of alpha-beta with weighted squares
    int search_value = 0;            // and what it found
    std::uint64_t solver_nodes = 0;  // of the endgame solver, where the end is near
    std::uint64_t nodes = 0;         // all that was counted, bulk and not
    double seconds = 0;
};

// Nothing if it was interrupted; an error if two ways of counting differ.
Result<std::optional<Measurement>> measure(const BenchPosition& bench, Position position,
                                           Solver& solver) {
    const auto start = std::chrono::steady_clock::now();
    Measurement result;
    for (const bool passes_free : {false, true}) {
        std::array<std::uint64_t, 2> counted{};
        for (const bool bulk : {false, true}) {
            PerftOptions options;
            options.rules = {bulk, passes_free};
            options.stopped = interrupted;
            const auto leaves = perft(position, bench.perft_depth, options);
            if (!leaves) return std::optional<Measurement>{};
            counted[bulk ? 1 : 0] = *leaves;
            result.nodes += *leaves;
        }
        if (counted[0] != counted[1]) {
            return Error{fmt::format("perft of '{}' at depth {} is {} one by one and {} in bulk",
                                     bench.name, bench.perft_depth, counted[0], counted[1])};
        }
        (passes_free ? result.leaves_free : result.leaves) = counted[0];
    }
    const auto evaluate = [](const classic::StandardBoard& board) {
        return strategies::weighted_squares(board.position);
    };
    classic::AlphaBeta<classic::StandardBoard, decltype(evaluate)> search(
        evaluate, [](std::uint64_t) { return interrupted(); });
    const auto found = search.search({position}, bench.search_depth);
    if (!found) return std::optional<Measurement>{};
    result.search_nodes = found->counts.nodes;
    result.search_value = found->value;
    result.nodes += result.search_nodes;
    if (position.empties() <= kSolvedEmpties) {
        SearchLimits limits;
        limits.stopped = interrupted;
        const Solution solution = solver.solve(position, {}, limits);
        if (!solution.finished) return std::optional<Measurement>{};
        result.solver_nodes = solution.nodes;
        result.nodes += result.solver_nodes;
    }
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::optional(result);
}

void print_row(std::string_view name, std::uint64_t nodes, double seconds) {
    fmt::print("{:<12} {:>14} {:>9.3f} {:>15}\n", name, with_commas(nodes), seconds,
               with_commas(per_second(nodes, seconds)));
}

int run_bench(bool json) {
    const InterruptGuard guard;
    if (!json)
        fmt::print("{:<12} {:>14} {:>9} {:>15}\n", "position", "nodes", "seconds", "nodes/s");
    std::uint64_t nodes = 0;
    double seconds = 0;
    Solver solver({1, kTableBytes});
    for (const BenchPosition& bench : kPositions) {
        const Result<Diagram> diagram = parse_position(bench.squares);
        if (!diagram) return fail(diagram.error());
        const auto measured = measure(bench, diagram->position, solver);
        if (!measured) {
            fmt::print(stderr, "emilia: {}\n", measured.error().message);
            return kFailure;
        }
        if (!*measured) {
            fmt::print(stderr, "emilia: stopped at '{}'\n", bench.name);
            return kInterruptedExitCode;
        }
        const Measurement& m = **measured;
        nodes += m.nodes;
        seconds += m.seconds;
        if (json) {
            print_json({{"name", bench.name},
                        {"position", bench.squares},
                        {"perft_depth", bench.perft_depth},
                        {"leaves", m.leaves},
                        {"leaves_passes_free", m.leaves_free},
                        {"search_depth", bench.search_depth},
                        {"search_nodes", m.search_nodes},
                        {"search_value", m.search_value},
                        {"solver_nodes", m.solver_nodes},
                        {"nodes", m.nodes},
                        {"seconds", m.seconds}});
        } else {
            print_row(bench.name, m.nodes, m.seconds);
        }
        std::fflush(stdout);
    }
    if (json) {
        print_json({{"signature", nodes},
                    {"seconds", seconds},
                    {"nodes_per_second", per_second(nodes, seconds)},
                    {"instruction_set", name_of(active_isa())}});
    } else {
        print_row("all", nodes, seconds);
        fmt::print("signature {}\n", nodes);
    }
    return kSuccess;
}

}  // namespace

void add_bench(Program& program) {
    auto json = std::make_shared<bool>(false);
    CLI::App& command = program.add(
        {"bench", "Measure", "search a fixed list of positions; their node count is the signature",
         R"(Examples:
  emilia bench
  emilia --isa portable bench    the same signature, later

Each position is counted four times (perft, bulk and not, a pass being a ply and not)
and searched once (alpha-beta with the weighted squares, one thread, fixed depth);
those with 18 empty squares or fewer are solved too.
The signature is the sum of all nodes. It is the same on every machine, for every
instruction set and from every compiler; a change that alters it alters what the
program does.
)"},
        [json] { return run_bench(*json); });
    command.add_flag("--json", *json, "one JSON object a position, then one with the signature");
}

}  // namespace emilia::cli
