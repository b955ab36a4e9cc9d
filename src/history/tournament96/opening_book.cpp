#include "history/tournament96/opening_book.h"

#include <fmt/format.h>

#include <functional>

#include "history/tournament96/board_search.h"
#include "util/sealed.h"
#include "util/text.h"

namespace emilia::tournament96 {

namespace {

constexpr const char* kFirstLine = "Emilia tournament-96 book 1";
constexpr std::size_t kTableEntries = std::size_t{1} << 18;

// Builds the part of one player.
class Builder {
  public:
    Builder(OpeningBook& book, const Weights& weights, const std::function<bool(std::size_t)>& more,
            const std::function<bool()>& stopped, const BitGridShape& shape, Color player)
        : book_(book),
          more_(more),
          stopped_(stopped),
          extractor_(shape),
          evaluation_(extractor_, weights, player),
          player_(player),
          table_(kTableEntries) {}

    // False: no more.
    bool visit(const BitGridBoard& board, bool to_move) {
        if (board.discs() > book_.discs() || board.is_over()) return true;
        if (board.moves().empty()) return visit(board.passed(), !to_move);
        if (!to_move) {
            for (const int answer : board.moves()) {
                if (!visit(board.after(answer), true)) return false;
            }
            return true;
        }
        auto move = book_.find(board, player_);
        if (!move) {
            Method method;
            method.table = &table_;
            if (stopped_) method.stopped = [this](std::uint64_t) { return stopped_(); };
            // What was searched before must not matter: a book that was left and gone on with is
            // the same.
            table_.clear();
            const auto found = search_board(board, book_.depth(), evaluation_, method);
            if (!found) return false;
            move = found->line.front();
            book_.add(board, player_, *move);
            if (more_ && !more_(book_.size())) return false;
        }
        return visit(board.after(*move), false);
    }

  private:
    OpeningBook& book_;
    const std::function<bool(std::size_t)>& more_;
    const std::function<bool()>& stopped_;
    FeatureExtractor extractor_;
    Evaluation evaluation_;
    Color player_;
    Table table_;
};

}  // namespace

OpeningBook::Key OpeningBook::key_of(const BitGridBoard& board, Color player) {
    std::string rows = board.to_string();
    for (char& c : rows) {
        if (c == '\n') c = '/';
    }
    rows.pop_back();
    return {static_cast<int>(player), rows};
}

std::optional<int> OpeningBook::find(const BitGridBoard& board, Color player) const {
    if (board.discs() > discs_) return std::nullopt;
    const auto found = moves_.find(key_of(board, player));
    if (found == moves_.end()) return std::nullopt;
    return board.shape->parse_place(found->second);
}

void OpeningBook::add(const BitGridBoard& board, Color player, int move) {
    moves_[key_of(board, player)] = board.shape->name_of(move);
}

std::string OpeningBook::text() const {
    std::string text =
        fmt::format("board {} depth {} discs {}\n", classic::to_string(shape_), depth_, discs_);
    for (const auto& [key, move] : moves_) {
        text += fmt::format("{} {} {}\n", key.first == 0 ? "black" : "white", key.second, move);
    }
    return seal(kFirstLine, text);
}

Result<OpeningBook> OpeningBook::parse(std::string_view text) {
    const auto content = unseal(kFirstLine, text, "tournament-96's openings");
    if (!content) return content.error();
    std::optional<OpeningBook> book;
    std::size_t line_number = 2;
    for (std::string_view rest = *content; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        const auto words = split_words(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++line_number;
        const Error wrong{fmt::format("line {} of the openings cannot be read", line_number)};
        if (!book) {
            if (words.size() != 6 || words[0] != "board" || words[2] != "depth" ||
                words[4] != "discs") {
                return wrong;
            }
            const auto shape = classic::parse_shape(words[1]);
            const auto depth = parse_integer(words[3]);
            const auto discs = parse_integer(words[5]);
            if (!shape || !depth || !discs || *depth < 1 || *depth > 60 || *discs < 4 ||
                *discs > 100) {
                return wrong;
            }
            book.emplace(*shape, static_cast<int>(*depth), static_cast<int>(*discs));
            continue;
        }
        const auto rows = static_cast<std::size_t>(book->shape_.size());
        if (words.size() != 3 || (words[0] != "black" && words[0] != "white") ||
            words[1].size() != rows * (rows + 1) - 1 || !book->shape_.parse_cell(words[2])) {
            return wrong;
        }
        book->moves_[{words[0] == "black" ? 0 : 1, std::string(words[1])}] = words[2];
    }
    if (!book) return Error{"the openings have no first line that says which board they are for"};
    return *book;
}

bool build_book(OpeningBook& book, const Weights& weights,
                const std::function<bool(std::size_t)>& more,
                const std::function<bool()>& stopped) {
    const BitGridShape shape(book.shape());
    const BitGridBoard start = BitGridBoard::initial(shape);
    return Builder(book, weights, more, stopped, shape, Color::black).visit(start, true) &&
           Builder(book, weights, more, stopped, shape, Color::white).visit(start, false);
}

}  // namespace emilia::tournament96
