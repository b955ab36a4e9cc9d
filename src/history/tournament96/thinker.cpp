#include "history/tournament96/thinker.h"

#include <algorithm>
#include <map>

#include "util/elapsed.h"

namespace emilia::tournament96 {

namespace {

// A search that takes so many times its allocation is given up and begun anew, which the table
// makes short.
constexpr double kMostOfAllocation = 2;
constexpr int kMostTriesOfADepth = 2;

}  // namespace

// One choice of a move.
class Thinker::Choice {
  public:
    Choice(Thinker& program, const BitGridBoard& board, const Evaluation& evaluation,
           const Effort& effort)
        : program_(program), board_(board), evaluation_(evaluation), effort_(effort) {
        thought_.move = *board.moves().begin();
        thought_.line = {thought_.move};
    }

    Thought run() {
        if (solves()) {
            for (int tries = 0; tries < kMostTriesOfADepth; ++tries) {
                if (search(true, board_.empties()) || must_answer_) return thought_;
                // What the end is worth and what a search is worth must not meet in the table.
            }
        }
        begin_table(false);
        std::map<int, int> tries;
        for (int depth = first_depth(); !must_answer_;) {
            if (search(false, depth)) break;
            ++tries[depth];
            depth = std::min(depth, next_depth());
            while (depth > AdaptiveDepth::kLeast && tries[depth] >= kMostTriesOfADepth) depth -= 2;
        }
        return thought_;
    }

  private:
    int most_depth() const {
        // Looking beyond the end is no use; the passes of an end are few.
        return effort_.depth ? std::max(1, *effort_.depth) : 2 * board_.empties();
    }
    bool solves() const {
        const int limit = program_.settings_.solve;
        return board_.empties() <= (effort_.depth ? std::min(limit, *effort_.depth) : limit);
    }
    int first_depth() const {
        int depth = program_.settings_.depth;
        if (depth == 0) depth = effort_.seconds ? next_depth() : Settings::kUsualDepth;
        return std::min(depth, most_depth());
    }
    int next_depth() const {
        return std::min(most_depth(), program_.adaptive_.depth(*effort_.seconds));
    }

    void begin_table(bool solving) {
        if (program_.solving_ != solving) program_.clear_table();
        program_.table_used_ = true;
        program_.solving_ = solving;
    }

    // False if it was given up.
    bool search(bool to_end, int depth) {
        begin_table(to_end);
        const auto begin = std::chrono::steady_clock::now();
        std::uint64_t nodes = 0;
        Method method;
        method.algorithm = program_.settings_.algorithm;
        method.table = program_.table_.get();
        method.guess = program_.last_value_;
        method.stopped = [&](std::uint64_t so_far) {
            nodes = so_far;
            if (effort_.stopped && effort_.stopped(thought_.nodes + so_far)) must_answer_ = true;
            if (!effort_.seconds) return must_answer_;
            if (seconds_since(start_) > effort_.most_seconds) must_answer_ = true;
            return must_answer_ || seconds_since(begin) > kMostOfAllocation * *effort_.seconds;
        };
        std::optional<Found> partial;
        method.so_far = [&](const Found& found) { partial = found; };
        const auto found =
            to_end ? solve_board(board_, method) : search_board(board_, depth, evaluation_, method);
        if (!found) {
            thought_.nodes += nodes;
            ++thought_.aborted;
            // The best of the moves that were searched before it had to answer.
            if (partial && must_answer_) take(*partial, to_end, 0);
            return false;
        }
        thought_.nodes += found->counts.nodes;
        take(*found, to_end, depth);
        program_.last_value_ = found->value;
        if (!to_end) program_.adaptive_.learn(depth, found->counts.nodes, seconds_since(begin));
        if (effort_.progress) effort_.progress(thought_);
        return true;
    }

    void take(const Found& found, bool to_end, int depth) {
        if (found.line.empty()) return;
        const auto score = classic::score_of_finished(found.value);
        thought_.move = found.line.front();
        thought_.line = found.line;
        thought_.depth = depth;
        thought_.kind = to_end && depth > 0 ? Thought::Kind::exact : Thought::Kind::estimate;
        thought_.value = score    ? *score
                         : to_end ? 0
                                  : static_cast<double>(found.value) / Evaluation::kUnit;
    }

    Thinker& program_;
    const BitGridBoard& board_;
    const Evaluation& evaluation_;
    const Effort& effort_;
    Thought thought_;
    bool must_answer_ = false;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Thinker::Thinker(const BitGridShape& shape, std::shared_ptr<const Weights> weights,
                 Settings settings)
    : extractor_(shape), weights_(std::move(weights)), settings_(std::move(settings)) {}

void Thinker::clear_table() {
    // It is large, and most games begin with a new one.
    if (table_ != nullptr && table_used_) table_->clear();
    table_used_ = false;
}

void Thinker::new_game() {
    adaptive_.forget();
    last_value_ = 0;
    clear_table();
}

Thought Thinker::think(const BitGridBoard& board, Color player, const Effort& effort) {
    if (settings_.book != nullptr) {
        const auto move = settings_.book->find(board, player);
        if (move && board.flips(*move) != 0) {
            return {.move = *move, .kind = Thought::Kind::book, .line = {*move}};
        }
    }
    if (table_ == nullptr && settings_.table_bits > 0) {
        table_ = std::make_unique<Table>(std::size_t{1} << settings_.table_bits);
    }
    if (player_ && *player_ != player) new_game();
    player_ = player;
    const Evaluation evaluation(extractor_, *weights_, player);
    return Choice(*this, board, evaluation, effort).run();
}

}  // namespace emilia::tournament96
