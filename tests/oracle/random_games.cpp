// Plays seeded random games and strews seeded random discs, and prints what our rules make of them,
// for other libraries of the rules to check (see compare.js):
//   game
//   ply PLAYER LEGAL-MOVES MOVE BOARD-AFTER     (LEGAL-MOVES is "-" for none)
//   end BLACK-RESULT BLACK-DISCS WHITE-DISCS
//   strewn BOARD PLAYER MOVE:BOARD-AFTER...     (one for each legal move)
#include <fmt/format.h>

#include "board/position_text.h"
#include "board/random_positions.h"
#include "board/rules.h"
#include "game/record.h"
#include "util/text.h"

namespace emilia {
namespace {

std::string squares_text(const Diagram& diagram) {
    return to_string(diagram).substr(0, kSquares);
}

char letter(Color color) {
    return color == Color::black ? 'X' : 'O';
}

void print_game(Random& random) {
    fmt::print("game\n");
    GameBuilder game;
    for (;;) {
        const Diagram before = game.diagram();
        const Bitboard moves = legal_moves(before.position);
        if (is_over(before.position)) break;
        const Move move =
            must_pass(before.position) ? Move::pass() : Move(random_square(random, moves));
        if (const Result<Done> added = game.add({move, {}, {}, {}}); !added) {
            fmt::print("refused {}\n", added.error().message);
            return;
        }
        std::string legal;
        for (const Square square : squares_of(moves)) legal += to_string(square);
        fmt::print("ply {} {} {} {}\n", letter(before.to_move), legal.empty() ? "-" : legal,
                   to_string(move), squares_text(game.diagram()));
    }
    const GameRecord record = game.finish();
    const Diagram last = record.final_diagram();
    fmt::print("end {} {} {}\n", record.result->value(), popcount(last.black()),
               popcount(last.white()));
}

void print_strewn(Random& random) {
    const Diagram diagram{random_discs(random), random.below(2) == 0 ? Color::black : Color::white};
    fmt::print("strewn {} {}", squares_text(diagram), letter(diagram.to_move));
    for (const Square square : squares_of(legal_moves(diagram.position))) {
        fmt::print(" {}:{}", to_string(square), squares_text(play(diagram, square)));
    }
    fmt::print("\n");
}

}  // namespace
}  // namespace emilia

int main(int argc, char** argv) {
    const auto number = [&](int i) {
        return argc > i ? emilia::parse_integer(argv[i]).value_or(-1) : -1;
    };
    if (argc != 4 || number(1) < 0 || number(2) < 0 || number(3) < 0) {
        fmt::print(stderr, "random_games SEED GAMES STREWN\n");
        return 2;
    }
    emilia::Random random(static_cast<std::uint64_t>(number(1)));
    for (long long i = 0; i < number(2); ++i) emilia::print_game(random);
    for (long long i = 0; i < number(3); ++i) emilia::print_strewn(random);
}
