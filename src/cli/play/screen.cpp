#include "cli/play/screen.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/rules.h"
#include "cli/board_view.h"
#include "cli/play/sentences.h"
#include "game/openings.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

using Lines = std::vector<std::string>;

constexpr int kGap = 3;            // columns between board and panel
constexpr int kLeastPanel = 20;    // a narrower panel is left out
constexpr int kComfortPanel = 26;  // what a large board leaves for it at least
constexpr int kMessageRows = 3;
constexpr int kMoveWidth = 8;
constexpr std::string_view kKeys = "f5 plays there   undo   hint   save FILE   new   help   quit";
constexpr std::string_view kKeysAfterwards = "new   undo   save FILE   swap   help   quit";

enum class BoardSize { none, small, large };

struct Layout {
    BoardSize board = BoardSize::none;
    int board_width = 0;
    int board_height = 0;
    int panel = 0;          // its width; 0: none
    bool keys = false;      // a row below the prompt that says what can be typed
    std::size_t above = 0;  // rows above the prompt
};

Layout lay_out(const Terminal& terminal) {
    Layout layout;
    if (terminal.columns >= kLargeBoardWidth + kGap + kComfortPanel &&
        terminal.rows >= kLargeBoardHeight + kMessageRows) {
        layout.board = BoardSize::large;
        layout.board_width = kLargeBoardWidth;
        layout.board_height = kLargeBoardHeight;
    } else if (terminal.columns >= kBoardWidth && terminal.rows >= kBoardHeight + kMessageRows) {
        layout.board = BoardSize::small;
        layout.board_width = kBoardWidth;
        layout.board_height = kBoardHeight;
    }
    const int beside = terminal.columns - layout.board_width - kGap;
    if (layout.board != BoardSize::none && beside >= kLeastPanel) layout.panel = beside;
    // The prompt takes a row, and without a panel so does what it would say.
    const int rows = terminal.rows - layout.board_height - 1 - (layout.panel == 0 ? 1 : 0);
    layout.keys = rows > 1;
    layout.above = static_cast<std::size_t>(std::max(1, terminal.rows - 1 - (layout.keys ? 1 : 0)));
    return layout;
}

std::string disc_of(Color color, const Terminal& terminal) {
    const bool black = color == Color::black;
    if (!terminal.color) return black ? "X" : "O";
    const std::string_view disc = terminal.unicode ? "●" : black ? "X" : "O";
    return styled(true, fmt::format("38;5;{};48;5;29", black ? 16 : 231),
                  fmt::format(" {} ", disc));
}

// One line for a terminal that has no room for the panel.
std::string summary(const PlaySession& session) {
    const Diagram& diagram = session.diagram();
    return fmt::format(
        "black {} white {}, {}", popcount(diagram.black()), popcount(diagram.white()),
        session.over() ? "game over" : fmt::format("{} to move", name_of(diagram.to_move)));
}

Lines players(const PlaySession& session, const Terminal& terminal) {
    Lines lines;
    const Diagram& diagram = session.diagram();
    for (const Color color : {Color::black, Color::white}) {
        const bool to_move = !session.over() && diagram.to_move == color;
        lines.push_back(fmt::format("{} {} {:<5} {:>2} {}", to_move ? ">" : " ",
                                    disc_of(color, terminal), name_of(color),
                                    popcount(diagram.discs(color)), session.name_of_player(color)));
    }
    return lines;
}

Lines headline(const PlaySession& session, int width) {
    if (session.over())
        return wrapped(describe_end(session.game()), static_cast<std::size_t>(width));
    std::string text = fmt::format("{} to move", capitalized(name_of(session.diagram().to_move)));
    if (session.is_paused()) text += " (stopped)";
    return {text};
}

// The moves, numbered by discs, in as many columns as fit.
Lines move_list(const GameRecord& game, int width) {
    Lines lines;
    const int columns = std::max(1, width / kMoveWidth);
    int column = columns;
    int number = 0;
    for (const PlayedMove& played : game.moves) {
        if (column == columns) {
            lines.emplace_back();
            column = 0;
        }
        const std::string label =
            played.move.is_pass() ? std::string() : fmt::format("{}", ++number);
        lines.back() += fmt::format("{:>3} {:<4}", label, to_string(played.move));
        ++column;
    }
    return lines;
}

Lines panel(const PlaySession& session, const Terminal& terminal, const Layout& layout) {
    Lines lines = players(session, terminal);
    for (std::string& line : headline(session, layout.panel)) lines.push_back(std::move(line));
    if (const auto opening = opening_of(session.game())) {
        lines.push_back(fmt::format("Opening: {}", opening->name));
    }
    lines.emplace_back();
    Lines moves = move_list(session.game(), layout.panel);
    const auto room = static_cast<std::size_t>(layout.board_height) -
                      std::min(lines.size(), static_cast<std::size_t>(layout.board_height));
    const std::size_t hidden = moves.size() > room ? moves.size() - room : 0;
    lines.insert(lines.end(), moves.begin() + static_cast<std::ptrdiff_t>(hidden), moves.end());
    return lines;
}

Lines board(const PlaySession& session, const Terminal& terminal, const Layout& layout) {
    BoardStyle style;
    style.color = terminal.color;
    style.unicode = terminal.unicode;
    style.last = session.last_square();
    style.flipped = session.last_flips();
    const Color to_move = session.diagram().to_move;
    if (!session.over() && !session.program(to_move)) {
        style.marked = legal_moves(session.diagram().position);
    }
    if (layout.board == BoardSize::none) return {};
    return layout.board == BoardSize::large ? draw_large_board(session.diagram(), style)
                                            : draw_board(session.diagram(), style);
}

// The messages that are one text, or those that are not.
Lines message_lines(const PlaySession& session, const Terminal& terminal, int width, bool listing) {
    Lines lines;
    for (const Message& message : session.messages()) {
        if ((message.kind == Message::Kind::listing) != listing) continue;
        const bool stands_out = terminal.color && message.kind == Message::Kind::error;
        for (const std::string& line : wrapped(message.text, static_cast<std::size_t>(width))) {
            lines.push_back(styled(stands_out, "1;33", line));
        }
    }
    return lines;
}

// Board and panel. A longer text takes the place of the panel, or where that is too small of both.
Lines picture(const PlaySession& session, const Terminal& terminal, const Layout& layout) {
    Lines lines = board(session, terminal, layout);
    if (layout.panel == 0) lines.push_back(clipped(summary(session), terminal.columns));
    Lines beside = panel(session, terminal, layout);
    if (Lines text = message_lines(session, terminal, layout.panel, true); !text.empty()) {
        if (layout.panel == 0 || text.size() > lines.size()) {
            text = message_lines(session, terminal, terminal.columns, true);
            text.resize(std::min(text.size(), layout.above));
            return text;
        }
        beside = std::move(text);
    }
    const std::size_t rows = layout.panel == 0 ? 0 : std::min(beside.size(), lines.size());
    for (std::size_t row = 0; row < rows; ++row) {
        lines[row] += std::string(kGap, ' ') + clipped(beside[row], layout.panel);
    }
    return lines;
}

}  // namespace

Screen compose(const PlaySession& session, const Terminal& terminal) {
    const Layout layout = lay_out(terminal);
    Screen screen;
    screen.above = picture(session, terminal, layout);
    // The latest messages, at the top of their rows.
    if (screen.above.size() + kMessageRows < layout.above) screen.above.emplace_back();
    Lines messages = message_lines(session, terminal, terminal.columns, false);
    const std::size_t room =
        std::min<std::size_t>(kMessageRows, layout.above - screen.above.size());
    const std::size_t hidden = messages.size() > room ? messages.size() - room : 0;
    messages.erase(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(hidden));
    messages.resize(room);
    for (std::string& line : messages) screen.above.push_back(std::move(line));
    if (layout.keys) {
        const std::string_view keys = session.over() ? kKeysAfterwards : kKeys;
        screen.below.push_back(styled(terminal.color, "2", clipped(keys, terminal.columns)));
    }
    return screen;
}

}  // namespace emilia::cli
