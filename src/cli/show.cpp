#include <fmt/format.h>

#include <memory>

#include "board/position_text.h"
#include "board/rules.h"
#include "cli/board_view.h"
#include "cli/game_input.h"
#include "cli/game_json.h"
#include "game/openings.h"
#include "util/terminal.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

struct Options {
    std::vector<std::string> what;
    std::string from;
    std::optional<std::size_t> ply;
    std::size_t game = 1;
    bool all = false;
    bool json = false;
};

// A moment of a game.
struct View {
    const GameRecord& game;
    std::size_t ply;
    Diagram diagram;

    std::optional<Square> last() const {
        for (std::size_t i = ply; i > 0; --i) {
            const Move move = game.moves[i - 1].move;
            if (!move.is_pass()) return move.square();
        }
        return std::nullopt;
    }
};

std::optional<OpeningName> opening_of(const View& view) {
    GameRecord so_far;
    so_far.start = view.game.start;
    so_far.moves.assign(view.game.moves.begin(),
                        view.game.moves.begin() + static_cast<std::ptrdiff_t>(view.ply));
    return emilia::opening_of(so_far);
}

// "Rose Brian (1850)", in colour with the discs counted in front.
std::string player_line(const View& view, Color color, const BoardStyle& style) {
    const PlayerInfo& player = view.game.player(color);
    std::string line = fmt::format("{} {:>2}  {}", draw_disc(color, style),
                                   popcount(view.diagram.discs(color)), name_of(color));
    if (!player.name.empty()) line += fmt::format("  {}", printable(player.name));
    if (player.rating) line += fmt::format(" ({})", decimal(*player.rating));
    return line;
}

std::string result_sentence(const GameRecord& game) {
    std::string how;
    if (game.ending != Ending::unknown && game.ending != Ending::finished) {
        how = fmt::format(" ({})", name_of(game.ending));
    }
    if (game.result) {
        const int discs = game.result->value();
        if (discs == 0) return "a draw" + how;
        return fmt::format("{} wins by {}{}", name_of(discs > 0 ? Color::black : Color::white),
                           std::abs(discs), how);
    }
    if (game.winner) return fmt::format("{} wins{}", name_of(*game.winner), how);
    return "";
}

// Who moves and where, or that nobody does.
std::vector<std::string> state_lines(const View& view) {
    const Position position = view.diagram.position;
    std::vector<std::string> lines;
    if (is_over(position)) {
        const DiscDifference result = *black_result(view.diagram);
        lines.push_back("the game is over");
        const int discs = result.value();
        lines.push_back(discs == 0
                            ? "a draw, 32-32"
                            : fmt::format("{} wins {}-{}",
                                          name_of(discs > 0 ? Color::black : Color::white),
                                          32 + std::abs(discs) / 2, 32 - std::abs(discs) / 2));
        return lines;
    }
    if (must_pass(position)) {
        lines.push_back(fmt::format("{} must pass", name_of(view.diagram.to_move)));
        return lines;
    }
    lines.push_back(fmt::format("{} to move:", name_of(view.diagram.to_move)));
    lines.push_back(list_squares(legal_moves(position)));
    return lines;
}

// What is said of a problem's moves.
std::string scores_text(const GameRecord& game) {
    constexpr std::string_view kPrefix = "obf:";
    std::string text;
    for (const auto& [name, value] : game.extra) {
        if (!name.starts_with(kPrefix)) continue;
        if (!text.empty()) text += ", ";
        text += name.substr(kPrefix.size());
        if (!value.empty()) text += ' ' + value;
    }
    return text;
}

// The right-hand side.
std::vector<std::string> info_lines(const View& view, const BoardStyle& style, std::size_t width) {
    const GameRecord& game = view.game;
    std::vector<std::string> lines;
    const auto add = [&](std::string_view text) {
        for (std::string& line : wrapped(text, width)) lines.push_back(std::move(line));
    };
    lines.push_back(player_line(view, Color::black, style));
    lines.push_back(player_line(view, Color::white, style));
    lines.emplace_back();
    if (!game.moves.empty()) {
        lines.push_back(
            fmt::format("ply {} of {}: {}", view.ply, game.moves.size(),
                        view.ply == 0 ? "the start" : to_string(game.moves[view.ply - 1].move)));
    }
    for (const std::string& line : state_lines(view)) add(line);
    const bool over = is_over(view.diagram.position);
    const std::string result = result_sentence(game);
    if (!result.empty() && (!over || game.result != black_result(view.diagram))) {
        add("result: " + result);
    }
    if (const auto opening = opening_of(view)) add(fmt::format("opening: {}", opening->name));
    if (const std::string scores = scores_text(game); !scores.empty()) add("scores: " + scores);
    std::string where;
    for (const std::string& part :
         {game.event, game.round.empty() ? "" : "round " + game.round, game.place, game.date}) {
        if (part.empty()) continue;
        if (!where.empty()) where += ", ";
        where += part;
    }
    add(where);
    return lines;
}

// A line without blanks at its end.
void print_line(std::string_view line) {
    while (line.ends_with(' ')) line.remove_suffix(1);
    fmt::print("{}\n", line);
}

// Ten moves a line, the one just played marked.
void print_moves(const View& view, const Terminal& terminal) {
    constexpr std::size_t kMovesALine = 10;
    for (std::size_t i = 0; i < view.game.moves.size(); i += kMovesALine) {
        std::string line = styled(terminal.color, "2", fmt::format("{:>3} ", i + 1));
        for (std::size_t j = i; j < std::min(i + kMovesALine, view.game.moves.size()); ++j) {
            const Move move = view.game.moves[j].move;
            const std::string text = move.is_pass() ? "--" : to_string(move);
            if (j + 1 != view.ply) {
                line += fmt::format("  {} ", text);
            } else if (terminal.color) {
                line += ' ' + styled(true, "7", fmt::format(" {} ", text));
            } else {
                line += fmt::format(" [{}]", text);
            }
        }
        print_line(line);
    }
}

void print_view(const View& view) {
    const Terminal terminal = standard_output();
    BoardStyle style;
    style.color = terminal.color;
    style.unicode = terminal.unicode;
    style.last = view.last();
    style.marked = legal_moves(view.diagram.position);
    const std::vector<std::string> board = draw_board(view.diagram, style);
    constexpr std::size_t kGap = 3;
    const std::size_t width =
        static_cast<std::size_t>(std::max(terminal.columns, 72) - kBoardWidth) - kGap;
    const std::vector<std::string> info = info_lines(view, style, width);
    for (std::size_t i = 0; i < std::max(board.size(), info.size()); ++i) {
        const std::string left = i < board.size() ? board[i] : std::string(kBoardWidth, ' ');
        print_line(left + std::string(kGap, ' ') + (i < info.size() ? info[i] : ""));
    }
    if (!view.game.moves.empty()) {
        fmt::print("\n");
        print_moves(view, terminal);
    }
    const auto print_comment = [&](const std::string& comment) {
        if (comment.empty()) return;
        fmt::print("\n");
        const auto columns = static_cast<std::size_t>(std::max(terminal.columns, 20));
        for (const std::string& line : wrapped(comment, std::min<std::size_t>(columns, 100))) {
            fmt::print("{}\n", line);
        }
    };
    print_comment(view.game.comment);
    if (view.ply > 0) print_comment(view.game.moves[view.ply - 1].comment);
}

void print_view_json(const View& view, std::size_t number) {
    Json legal = Json::array();
    for (const Square square : squares_of(legal_moves(view.diagram.position))) {
        legal.push_back(to_string(square));
    }
    const bool over = is_over(view.diagram.position);
    const auto last = view.last();
    const auto opening = opening_of(view);
    print_json({{"number", number},
                {"ply", view.ply},
                {"position", to_string(view.diagram)},
                {"to_move", over ? Json(nullptr) : Json(name_of(view.diagram.to_move))},
                {"legal_moves", std::move(legal)},
                {"must_pass", must_pass(view.diagram.position)},
                {"over", over},
                {"black_discs", popcount(view.diagram.black())},
                {"white_discs", popcount(view.diagram.white())},
                {"empties", view.diagram.position.empties()},
                {"last_disc", last ? Json(to_string(*last)) : Json(nullptr)},
                {"opening", opening ? Json(opening->name) : Json(nullptr)},
                {"game", game_json(view.game)}});
}

int run_show(const Options& options) {
    const auto source = given_games(options.what, from_option(options.from));
    if (!source) return fail(source.error());
    report_issues(source->name, source->games);
    const std::vector<GameRecord>& games = source->games.games;
    const int code = source->games.bad.empty() ? kSuccess : kBadInput;
    if (games.empty()) return code;
    if (!options.all && options.game > games.size()) {
        return fail(
            fmt::format("there is no game {}, the last is game {}", options.game, games.size()));
    }
    const std::size_t first = options.all ? 0 : options.game - 1;
    const std::size_t end = options.all ? games.size() : first + 1;
    for (std::size_t i = first; i < end; ++i) {
        const GameRecord& game = games[i];
        if (options.ply && *options.ply > game.moves.size() && !options.all) {
            return fail(fmt::format("there is no ply {}, the game has {}", *options.ply,
                                    game.moves.size()));
        }
        const std::size_t ply =
            std::min(options.ply.value_or(game.moves.size()), game.moves.size());
        const View view{game, ply, game.diagram_after(ply)};
        if (options.json) {
            print_view_json(view, i + 1);
            continue;
        }
        if (i > first) fmt::print("\n");
        if (games.size() > 1) {
            fmt::print("game {} of {} in {}\n\n", i + 1, games.size(),
                       source->name == "-" ? "standard input" : printable(source->name));
        }
        print_view(view);
    }
    return code;
}

}  // namespace

void add_show(Program& program) {
    auto options = std::make_shared<Options>();
    CLI::App& command =
        program.add({"show", "Games", "draw a position or a game on the terminal", R"help(Examples:
  emilia show                          the start
  emilia show f5d6c3d3c4               after these moves
  emilia show f5 d6 c3 --ply 2         after the first two of them
  emilia show game.sgf                 the end of a game
  emilia show WTH_1980.wtb --game 12   of a file with many
  emilia show "$(cat position.txt)"    64 squares and the player to move

Without colour black is X and white is O, + marks where the player to move may
play and [ ] the last disc played.
)help"},
                    [options] { return run_show(*options); });
    command
        .add_option("what", options->what,
                    "a file of games (- is standard input), moves, or a position (the start)")
        ->type_name("FILE");
    command.add_option("--ply", options->ply, "after this many plies (default: all)")
        ->type_name("N");
    command.add_option("--game", options->game, "which game of the file (1)")
        ->type_name("N")
        ->check(at_least_one());
    command.add_flag("--all", options->all, "every game of the file");
    add_from_option(command, options->from);
    command.add_flag("--json", options->json, "one JSON object a game");
}

}  // namespace emilia::cli
