#include "history/logistello/opening_book.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <charconv>

#include "board/rules.h"
#include "board/symmetry.h"
#include "classic/search.h"
#include "history/logistello/parameters.h"
#include "util/sealed.h"
#include "util/text.h"

namespace emilia::logistello {

namespace {

constexpr std::string_view kFirstLine = "Emilia logistello book 1";
constexpr std::size_t kMostBytes = std::size_t{1} << 28;
constexpr int kLevel = 19;  // how hard zstd tries
// A deviation's value in a file: whatever a search may find.
constexpr int kMostValue = classic::kFinished + kSquares;
// In place of a deviation.
constexpr std::string_view kAllTried = "all";
constexpr std::string_view kResult = "result";

std::optional<Bitboard> parse_squares(std::string_view word) {
    Bitboard squares = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), squares, 16);
    if (word.size() != 16 || error != std::errc() || end != word.data() + word.size()) {
        return std::nullopt;
    }
    return squares;
}

std::optional<int> parse_within(std::string_view word, long long least, long long most) {
    const auto number = parse_integer(word);
    if (!number || *number < least || *number > most) return std::nullopt;
    return static_cast<int>(*number);
}

}  // namespace

double discs_of(const BookMove& known) {
    if (const auto score = classic::score_of_finished(known.value)) return *score;
    return static_cast<double>(known.value) / kUnitsOfADisc;
}

bool OpeningBook::is_last(Position position) {
    return position.empties() <= kLastEmpties || is_over(position);
}

const OpeningBook::Node* OpeningBook::find_canonical(Position position) const {
    const auto found = nodes_.find(position);
    return found == nodes_.end() ? nullptr : &found->second;
}

const OpeningBook::Node* OpeningBook::find(Position position) const {
    return find_canonical(canonical(position).position);
}

std::vector<OpeningBook::Successor> OpeningBook::successors_of(Position position) {
    std::vector<Successor> successors;
    for (const Square square : squares_of(legal_moves(position))) {
        const Position next = play(position, square);
        const bool passes = must_pass(next);
        successors.push_back({square, canonical(passes ? next.passed() : next).position, passes});
    }
    return successors;
}

int OpeningBook::value_through(const Successor& successor, const Node& next) {
    return successor.same_player ? next.value : -next.value;
}

int OpeningBook::value_of(const Node& node) const {
    if (node.result) return classic::finished_value(*node.result);
    int best = node.deviation ? node.deviation->value : -classic::kInfinity;
    for (const Successor& successor : node.successors) {
        if (const Node* const next = find_canonical(successor.to)) {
            best = std::max(best, value_through(successor, *next));
        }
    }
    return best;
}

std::vector<BookMove> OpeningBook::moves(Position position) const {
    const Canonical here = canonical(position);
    const Node* const node = find_canonical(here.position);
    std::vector<BookMove> moves;
    if (node == nullptr) return moves;
    for (const Successor& successor : node->successors) {
        if (const Node* const next = find_canonical(successor.to)) {
            moves.push_back({successor.move, value_through(successor, *next), true});
        }
    }
    if (node->deviation) moves.push_back({node->deviation->move, node->deviation->value, false});
    std::stable_sort(moves.begin(), moves.end(),
                     [](const BookMove& a, const BookMove& b) { return a.value > b.value; });
    for (BookMove& one : moves) one.move = transform(one.move, here.symmetry.inverse());
    return moves;
}

std::optional<BookMove> OpeningBook::choose(Position position) const {
    const auto known = moves(position);
    if (known.empty() || known.front().value < -classic::kFinished) return std::nullopt;
    return known.front();
}

std::vector<Move> OpeningBook::line(Position position) const {
    std::vector<Move> line;
    while (const auto best = choose(position)) {
        line.push_back(best->move);
        position = play(position, best->move);
        if (must_pass(position)) {
            line.push_back(Move::pass());
            position = position.passed();
        }
    }
    if (!line.empty() && line.back().is_pass()) line.pop_back();
    return line;
}

void OpeningBook::add_last(Position position, int score) {
    position = canonical(position).position;
    const bool is_new = !nodes_.contains(position);
    nodes_[position].result = score;
    if (is_new) entered(position);
    settle(position);
}

void OpeningBook::add(Position position) {
    position = canonical(position).position;
    if (nodes_.contains(position)) return;
    Node& node = nodes_[position];
    node.successors = successors_of(position);
    for (const Successor& successor : node.successors) {
        auto& before = before_[successor.to];
        // Several moves may lead to images of the same position.
        if (before.empty() || before.back() != position) before.push_back(position);
    }
    if (untried(node) != 0) unvalued_.insert(key_of(position));
    entered(position);
    settle(position);
}

// What was somebody's best deviation has been played now.
void OpeningBook::entered(Position position) {
    const auto found = before_.find(position);
    if (found == before_.end()) return;
    for (const Position& parent : found->second) {
        Node& node = nodes_.at(parent);
        const auto leads_here = [&](const Successor& successor) {
            return successor.to == position && node.deviation &&
                   successor.move == node.deviation->move;
        };
        if (std::any_of(node.successors.begin(), node.successors.end(), leads_here)) {
            node.deviation.reset();
            unvalued_.insert(key_of(parent));
        }
        if (untried(node) == 0) unvalued_.erase(key_of(parent));
    }
}

// A position's value, and of all those before it that it changes.
void OpeningBook::settle(Position position) {
    const auto note = [](std::set<Key>& waiting, const std::vector<Position>& positions) {
        for (const Position& one : positions) waiting.insert(key_of(one));
    };
    std::set<Key> waiting;
    Node& first = nodes_.at(position);
    first.value = value_of(first);
    if (const auto found = before_.find(position); found != before_.end()) {
        note(waiting, found->second);
    }
    while (!waiting.empty()) {
        const Position next = waiting.extract(waiting.begin()).value().second;
        Node& node = nodes_.at(next);
        const int value = value_of(node);
        if (value == node.value) continue;
        node.value = value;
        if (const auto found = before_.find(next); found != before_.end()) {
            note(waiting, found->second);
        }
    }
}

Bitboard OpeningBook::untried(const Node& node) const {
    Bitboard squares = 0;
    for (const Successor& successor : node.successors) {
        if (!nodes_.contains(successor.to)) squares |= bit(successor.move);
    }
    return squares;
}

Bitboard OpeningBook::untried(Position position) const {
    const Canonical here = canonical(position);
    return transform(untried(nodes_.at(here.position)), here.symmetry.inverse());
}

std::optional<Position> OpeningBook::next_unvalued() const {
    if (unvalued_.empty()) return std::nullopt;
    return unvalued_.begin()->second;
}

void OpeningBook::set_deviation(Position position, Square move, int value) {
    const Canonical here = canonical(position);
    nodes_.at(here.position).deviation = {transform(move, here.symmetry), value};
    unvalued_.erase(key_of(here.position));
    settle(here.position);
}

// A line for all, then one a position, what follows before what it follows from.
std::string OpeningBook::text() const {
    std::vector<Key> keys;
    keys.reserve(nodes_.size());
    for (const auto& [position, node] : nodes_) keys.push_back(key_of(position));
    std::sort(keys.begin(), keys.end());
    std::string text = fmt::format("depth {} seed {} games {} to {} empty squares\n", origin_.depth,
                                   origin_.seed, origin_.games, kLastEmpties);
    for (const auto& [empties, position] : keys) {
        const Node& node = *find_canonical(position);
        text += fmt::format("{:016x} {:016x} ", position.own, position.opponent);
        if (node.result) {
            text += fmt::format("{} {}\n", kResult, *node.result);
        } else if (node.deviation) {
            text += fmt::format("{} {}\n", to_string(node.deviation->move), node.deviation->value);
        } else {
            text += fmt::format("{}\n", kAllTried);
        }
    }
    return text;
}

// One position; those that follow from it are there.
std::optional<Error> OpeningBook::read_line(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() < 3 || words.size() > 4) return Error{"expected two boards and what follows"};
    const auto own = parse_squares(words[0]);
    const auto opponent = parse_squares(words[1]);
    if (!own || !opponent || (*own & *opponent) != 0) return Error{"this is no position"};
    const Position position{*own, *opponent};
    if (canonical(position).position != position || must_pass(position)) {
        return Error{"the book holds other images of this position"};
    }
    if (nodes_.contains(position)) return Error{"the position is there twice"};
    if (words[2] == kResult) {
        const auto score =
            words.size() == 4 ? parse_within(words[3], -kSquares, kSquares) : std::nullopt;
        if (!score || !is_last(position)) return Error{"this is no result of a game"};
        add_last(position, *score);
        return std::nullopt;
    }
    if (is_last(position)) return Error{"expected the result of a game"};
    add(position);
    const Bitboard untried_moves = untried(nodes_.at(position));
    if (words[2] == kAllTried) {
        if (words.size() != 3 || untried_moves != 0) return Error{"a deviation is missing"};
        return std::nullopt;
    }
    const auto move = parse_square(words[2]);
    const auto value =
        words.size() == 4 ? parse_within(words[3], -kMostValue, kMostValue) : std::nullopt;
    if (!move || !value || (bit(*move) & untried_moves) == 0) {
        return Error{"this is no deviation with its value"};
    }
    set_deviation(position, *move, *value);
    return std::nullopt;
}

std::string OpeningBook::bytes() const {
    const std::string raw = text();
    std::string packed(ZSTD_compressBound(raw.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), kLevel));
    return seal(kFirstLine, packed);
}

Result<OpeningBook> OpeningBook::parse(std::string_view bytes) {
    const auto packed = unseal(kFirstLine, bytes, "LOGISTELLO's openings");
    if (!packed) return packed.error();
    const Error unpackable{"these openings cannot be unpacked"};
    const auto size = ZSTD_getFrameContentSize(packed->data(), packed->size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kMostBytes) {
        return unpackable;
    }
    std::string raw(static_cast<std::size_t>(size), '\0');
    if (ZSTD_decompress(raw.data(), raw.size(), packed->data(), packed->size()) != raw.size()) {
        return unpackable;
    }
    std::optional<OpeningBook> book;
    std::size_t number = 0;
    for (std::string_view rest = raw; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++number;
        if (!book) {
            const auto words = split_words(line);
            const auto depth = words.size() == 10 ? parse_within(words[1], 1, 60) : std::nullopt;
            const auto seed = words.size() == 10 ? parse_integer(words[3]) : std::nullopt;
            const auto games = words.size() == 10 ? parse_integer(words[5]) : std::nullopt;
            if (!depth || !seed || !games || *seed < 0 || *games < 0) {
                return Error{"the openings do not begin with how they were made"};
            }
            if (words[7] != std::to_string(kLastEmpties)) {
                return Error{fmt::format("these openings go to {} empty squares, not {}",
                                         printable(words[7]), kLastEmpties)};
            }
            book.emplace(Origin{*depth, static_cast<std::uint64_t>(*seed),
                                static_cast<std::uint64_t>(*games)});
            continue;
        }
        if (const auto wrong = book->read_line(line)) {
            return Error{fmt::format("line {} of the openings: {}", number, wrong->message)};
        }
    }
    if (!book) return Error{"the openings do not begin with how they were made"};
    if (!book->unvalued_.empty()) {
        return Error{"the positions of the openings are not in their order"};
    }
    return std::move(*book);
}

bool OpeningBook::operator==(const OpeningBook& other) const {
    return origin_ == other.origin_ && nodes_ == other.nodes_ && unvalued_ == other.unvalued_;
}

}  // namespace emilia::logistello
