#include <fmt/format.h>

#include <memory>

#include "board/position_text.h"
#include "board/rules.h"
#include "cli/all_players.h"
#include "cli/board_view.h"
#include "cli/eval_player.h"
#include "cli/game_input.h"
#include "cli/weights_option.h"
#include "eval/breakdown.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    std::vector<std::string> what;
    std::string from;
    std::string weights;
    std::string player;
    bool json = false;
};

double in_discs(int units) {
    return static_cast<double>(units) / kUnitsOfADisc;
}

// A shape in one of its places: what stands there and what that is worth.
struct Part {
    const Placed* placed;
    std::string discs;  // in the order of the shape's squares
    int units = 0;

    std::string squares() const {
        std::string text;
        for (int i = 0; i < kShapes[placed->shape].size; ++i) {
            text += to_string(placed->squares[static_cast<std::size_t>(i)]);
        }
        return text;
    }
};

// The value of a position with everything that it is the sum of.
struct Evaluation {
    Diagram diagram;
    Breakdown sums;
    std::vector<std::vector<Part>> by_shape{kShapeCount};

    static int sum(const std::vector<Part>& parts) {
        int units = 0;
        for (const Part& part : parts) units += part.units;
        return units;
    }
};

char disc_on(const Diagram& diagram, Square square) {
    if ((diagram.black() & bit(square)) != 0) return 'X';
    return (diagram.white() & bit(square)) != 0 ? 'O' : '-';
}

Evaluation evaluate(const Diagram& diagram, const Weights& weights) {
    Evaluation evaluation;
    evaluation.diagram = diagram;
    evaluation.sums = break_down(diagram.position, weights);
    for (std::size_t place = 0; place < kPlaced.count; ++place) {
        const Placed& placed = kPlaced.list[place];
        Part part{&placed, "", evaluation.sums.places[place]};
        for (int i = 0; i < kShapes[placed.shape].size; ++i) {
            part.discs += disc_on(diagram, placed.squares[static_cast<std::size_t>(i)]);
        }
        evaluation.by_shape[placed.shape].push_back(std::move(part));
    }
    return evaluation;
}

// Row `row` of the board with the squares of a shape marked.
std::string picture_row(const Shape& shape, int row) {
    std::string text;
    for (int column = 0; column < 8; ++column) {
        bool inside = false;
        for (const Square square : shape.list()) inside |= square == square_at(column, row);
        text += fmt::format("{}{}", column == 0 ? "" : " ", inside ? '#' : '.');
    }
    return text;
}

std::string value_line(const Evaluation& evaluation) {
    const Position position = evaluation.diagram.position;
    std::string text =
        fmt::format("{:+.2f} discs for {}, {} empty, stage {}", in_discs(evaluation.sums.total()),
                    name_of(evaluation.diagram.to_move), position.empties(), evaluation.sums.stage);
    if (is_over(position)) {
        text +=
            fmt::format("; the game is over, the score is {:+d}", final_score(position).value());
    } else if (must_pass(position)) {
        text += fmt::format("; {} must pass", name_of(evaluation.diagram.to_move));
    }
    return text;
}

void print_whole(const Evaluation& evaluation) {
    const Terminal terminal = standard_output();
    BoardStyle style;
    style.color = terminal.color;
    style.unicode = terminal.unicode;
    for (const std::string& line : draw_board(evaluation.diagram, style)) fmt::print("{}\n", line);
    fmt::print("\n{}\n\n", value_line(evaluation));
    fmt::print("{:<24} {:>+7.2f}\n",
               fmt::format("moves: {} against {}", evaluation.sums.own_moves,
                           evaluation.sums.opponent_moves),
               in_discs(evaluation.sums.mobility));
    if (evaluation.sums.stage_itself != 0) {
        fmt::print("{:<24} {:>+7.2f}\n", "stage by itself", in_discs(evaluation.sums.stage_itself));
    }
    for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
        fmt::print("{:<24} {:>+7.2f}\n", kShapes[shape].name,
                   in_discs(Evaluation::sum(evaluation.by_shape[shape])));
    }
    fmt::print("{:<24} {:>+7.2f}\n", "in all", in_discs(evaluation.sums.total()));
    for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
        const auto& parts = evaluation.by_shape[shape];
        fmt::print("\n{}: {:+.2f}\n", kShapes[shape].name, in_discs(Evaluation::sum(parts)));
        for (int row = 0; row < 8; ++row) {
            std::string line = "  " + picture_row(kShapes[shape], row);
            if (const auto i = static_cast<std::size_t>(row); i < parts.size()) {
                line += fmt::format("   {:<20}  {:<10} {:>+7.2f}", parts[i].squares(),
                                    parts[i].discs, in_discs(parts[i].units));
            }
            fmt::print("{}\n", line);
        }
    }
}

void print_whole_json(const Evaluation& evaluation, std::size_t number, const Weights& weights) {
    Json shapes = Json::array();
    for (std::size_t shape = 0; shape < kShapeCount; ++shape) {
        Json places = Json::array();
        for (const Part& part : evaluation.by_shape[shape]) {
            places.push_back({{"squares", part.squares()},
                              {"discs", part.discs},
                              {"value", in_discs(part.units)}});
        }
        shapes.push_back({{"shape", kShapes[shape].name},
                          {"value", in_discs(Evaluation::sum(evaluation.by_shape[shape]))},
                          {"places", std::move(places)}});
    }
    print_json({{"number", number},
                {"position", to_string(evaluation.diagram)},
                {"empties", evaluation.diagram.position.empties()},
                {"stage", evaluation.sums.stage},
                {"value", in_discs(evaluation.sums.total())},
                {"moves", {evaluation.sums.own_moves, evaluation.sums.opponent_moves}},
                {"mobility", in_discs(evaluation.sums.mobility)},
                {"stage_value", in_discs(evaluation.sums.stage_itself)},
                {"shapes", std::move(shapes)},
                {"weights", weights.id()}});
}

// How another player values the positions.
int run_player_eval(const Options& options) {
    const auto given = given_games(options.what, from_option(options.from));
    if (!given) return fail(given.error());
    report_issues(given->name, given->games);
    if (!given->games.bad.empty()) return kBadInput;
    const PlayerRegistry players = all_players();
    for (const GameRecord& game : given->games.games) {
        const auto shown =
            show_player_evaluation(players, options.player, game.final_diagram(), options.json);
        if (!shown) return fail(shown.error());
    }
    return kSuccess;
}

int run_eval(const Options& options) {
    if (!options.player.empty()) return run_player_eval(options);
    const auto weights = chosen_weights(options.weights);
    if (!weights) return fail(weights.error());
    const auto given = given_games(options.what, from_option(options.from));
    if (!given) return fail(given.error());
    report_issues(given->name, given->games);
    const std::vector<GameRecord>& games = given->games.games;
    if (!options.json && games.size() > 1) fmt::print("{:>5} {:>6} {:>8}\n", "#", "empty", "value");
    for (std::size_t i = 0; i < games.size(); ++i) {
        const Evaluation evaluation = evaluate(games[i].final_diagram(), **weights);
        if (options.json) {
            print_whole_json(evaluation, i + 1, **weights);
        } else if (games.size() == 1) {
            print_whole(evaluation);
        } else {
            fmt::print("{:>5} {:>6} {:>+8.2f}\n", i + 1, evaluation.diagram.position.empties(),
                       in_discs(evaluation.sums.total()));
        }
    }
    return given->games.bad.empty() ? kSuccess : kBadInput;
}

}  // namespace

void add_eval(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command = program.add(
        {"eval", "Analyse", "what a position is worth at a glance, and why", R"help(Examples:
  emilia eval                          the start
  emilia eval f5d6c3d3c4               after these moves
  emilia eval "$(cat position.txt)"    64 squares and the player to move
  emilia eval problems.obf             the value of each, one row each
  emilia eval f5d6 --weights new.weights
  emilia eval f5d6c3d3c4 --player iago   as an old program saw it, part by part

The value is what the player to move is expected to win by, in discs, without any
search: a sum of weights, one for what stands on each shape in each of its places and
one for how many moves each side has. Of a single position each of them is shown, beside
a picture of its shape: the squares in the order of the shape, what stands there (X black,
O white), and its weight. Of a game it is the position at its end.

With --player the value is in that player's own points: each part's value is multiplied by
its coefficient, and the products are added up. 'iago' shows its parts: edges with corners
and x-squares, stable discs inside, moves, and squares where moves may come to be, each
from -1000 to 1000. 'logistello-97' shows what each family of patterns is worth in discs,
'logistello-94' the same in mean results, weighed to log-odds of winning. 'greene' shows
its ratings, which count for nothing by themselves, and then each heuristic at hand: a
move (and how many others share it), the levels of the six changes from v, very low, to
V, very high, the WinMeasure, and as coefficient the chance. 'bill' adds the means of his
features in won and lost positions, and the chance of winning.
)help"},
        [options] { return run_eval(*options); });
    command
        .add_option("what", options->what,
                    "a position, moves, or a file of positions, problems or games (- is standard "
                    "input)")
        ->type_name("FILE");
    add_weights_option(command, options->weights);
    command.add_option("--player", options->player, "whose evaluation (default: Emilia's own)")
        ->excludes(command.get_option("--weights"))
        ->type_name("NAME");
    add_from_option(command, options->from);
    command.add_flag("--json", options->json, "one JSON object a position");
}

}  // namespace emilia::cli
