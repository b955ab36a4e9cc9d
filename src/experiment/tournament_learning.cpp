#include <fmt/format.h>

#include <array>

#include "experiment/catalogue.h"
#include "experiment/chart.h"
#include "game/statistics.h"
#include "history/tournament96/board_search.h"
#include "history/tournament96/squares.h"
#include "history/tournament96/training.h"
#include "util/random.h"
#include "util/seeds.h"

namespace emilia::experiment {

namespace {

using classic::BitGridBoard;
using classic::BitGridShape;
using tournament96::Evaluation;
using tournament96::Feature;
using tournament96::FeatureSet;
using tournament96::Training;
using tournament96::TrainingSettings;
using tournament96::Weights;

constexpr int kPaperGames = 704;

std::optional<Weights> train(const Setting& setting, TrainingSettings settings, const char* what) {
    settings.seed = setting.seed;
    Training training(settings);
    while (!training.finished()) {
        if (!training.step([&] { return setting.is_stopped(); })) return std::nullopt;
        if (training.done() % 100 == 0) {
            setting.tell(what, static_cast<std::size_t>(training.done()),
                         static_cast<std::size_t>(training.all()));
        }
    }
    return training.weights();
}

// The first one's score in per cent, and its error, over pairs of games from the same opening.
struct Score {
    Summary pairs;
    std::string text() const {
        const double error = pairs.count() < 2 ? 0
                                               : pairs.standard_deviation() /
                                                     std::sqrt(static_cast<double>(pairs.count()));
        return fmt::format("{:.0f} % +- {:.0f}", pairs.mean(), error);
    }
};

std::optional<Score> match(const Setting& setting, const BitGridShape& shape, const Weights& one,
                           const Weights& other, int pairs, int depth) {
    constexpr int kRandomMoves = 8;
    const tournament96::FeatureExtractor extractor(shape);
    Score score;
    for (int pair = 0; pair < pairs; ++pair) {
        double points = 0;
        for (const Color color_of_one : {Color::black, Color::white}) {
            Random random(mixed(setting.seed, static_cast<std::uint64_t>(pair)));
            BitGridBoard board = BitGridBoard::initial(shape);
            Color player = Color::black;
            for (int ply = 0; !board.is_over(); ++ply) {
                if (setting.is_stopped()) return std::nullopt;
                int move = BitGridBoard::pass();
                const auto count =
                    static_cast<std::uint64_t>(classic::popcount(board.legal_moves()));
                if (count > 0 && ply < kRandomMoves) {
                    auto at = board.moves().begin();
                    for (std::uint64_t skip = random.below(count); skip > 0; --skip) ++at;
                    move = *at;
                } else if (count > 0) {
                    const Weights& weights = player == color_of_one ? one : other;
                    move = tournament96::search_board(board, depth,
                                                      Evaluation(extractor, weights, player), {})
                               ->line.front();
                }
                board = board.after(move);
                player = opposite(player);
            }
            const int result = player == color_of_one ? board.final_score() : -board.final_score();
            points += result > 0 ? 50 : result == 0 ? 25 : 0;
        }
        score.pairs.add(points);
    }
    return score;
}

double mean_over(const tournament96::SquareLearner& learner, const std::vector<int>& parameters,
                 int first, int last) {
    double sum = 0;
    for (const int parameter : parameters) sum += learner.mean_gain(parameter, first, last);
    return sum / static_cast<double>(parameters.size());
}

Figure weights_figure(const Weights& weights, Color player) {
    const bool black = player == Color::black;
    Chart chart{fmt::format("Weights of {} by discs on the board, times the feature's usual size",
                            black ? "black" : "white"),
                "discs",
                "discs of value",
                {}};
    for (std::size_t i = 0; i < tournament96::kFeatures; ++i) {
        const auto feature = static_cast<Feature>(i);
        if (!weights.set().has(feature)) continue;
        Series series{std::string(name_of(feature)), {}};
        for (int stage = 0; stage < weights.stages(); ++stage) {
            series.points.emplace_back(
                4 + 2 * stage, weights.of(player, stage)[i] * tournament96::scale_of(feature));
        }
        chart.series.push_back(std::move(series));
    }
    return {black ? "tournament-weights-black" : "tournament-weights-white",
            fmt::format("Learned weights of {} by stage", black ? "black" : "white"), chart.svg()};
}

double mean_weight(const Weights& weights, Feature feature, int first, int last) {
    double sum = 0;
    for (int stage = first; stage < last; ++stage) {
        for (const Color player : {Color::black, Color::white}) {
            sum += weights.of(player, stage)[static_cast<std::size_t>(feature)];
        }
    }
    return sum / (2 * (last - first));
}

Result<Report> run(const Setting& setting) {
    const auto grid = classic::parse_shape("96");
    const BitGridShape shape(*grid);
    Report report;

    // The square learner.
    const int games = setting.quick ? 200 : kPaperGames;
    tournament96::GameLog log(*grid, setting.seed);
    while (log.size() < static_cast<std::size_t>(games)) {
        if (setting.is_stopped()) return stopped_error();
        log.play();
        setting.tell("watching games", log.size(), static_cast<std::size_t>(games));
    }
    const tournament96::SquareLearner learner(log, {});
    std::vector<int> edges;
    std::vector<int> x_squares = {10, 17};
    std::vector<int> others;
    for (int parameter = 0; parameter < learner.parameters(); ++parameter) {
        if (learner.squares().squares(parameter) == 0) continue;
        if (parameter < 10) {
            edges.push_back(parameter);
        } else if (parameter != 10 && parameter != 17) {
            others.push_back(parameter);
        }
    }
    // Of the second half of the game: before it edges are empty.
    const int first = shape.squares() / 2;
    const int last = shape.squares() - 1;
    const double edge_gain = mean_over(learner, edges, first, last);
    const double x_gain = mean_over(learner, x_squares, first, last);
    const double other_gain = mean_over(learner, others, first, last);
    const double corner_0 = learner.mean_gain(0, first, last);
    const double corner_9 = learner.mean_gain(9, first, last);
    experiment::Table squares{"Squares, by the games that were watched", {"", "paper", "ours"}};
    squares.rows = {
        {"games", std::to_string(kPaperGames), std::to_string(games)},
        {"won by the player who moves first", "254", std::to_string(learner.wins_of(Color::black))},
        {"won by the other", "445", std::to_string(learner.wins_of(Color::white))},
        {"ties", "5", std::to_string(learner.draws())},
        {"gain of edge squares (0-9), bits", "high", fmt::format("{:.4f}", edge_gain)},
        {"gain of x-squares (10, 17), bits", "high", fmt::format("{:.4f}", x_gain)},
        {"gain of other squares, bits", "lower", fmt::format("{:.4f}", other_gain)},
        {"gain of corners 0 and 9, bits", "different",
         fmt::format("{:.4f} and {:.4f}", corner_0, corner_9)},
    };
    report.tables.push_back(std::move(squares));
    double least = 0;
    double most = 0;
    for (int stage = 0; stage < learner.stages(); ++stage) {
        for (int parameter = 0; parameter < learner.parameters(); ++parameter) {
            least = std::min(least, learner.reward(stage, parameter));
            most = std::max(most, learner.reward(stage, parameter));
        }
    }
    Chart gains{"Information gain of squares by discs on the board", "discs", "bits", {}};
    for (const auto& [name, members] :
         {std::pair{"corners 0", std::vector<int>{0}}, std::pair{"corners 9", std::vector<int>{9}},
          std::pair{"edges 1-8", std::vector<int>(edges.begin() + 1, edges.end() - 1)},
          std::pair{"x-squares", x_squares}, std::pair{"others", others}}) {
        Series series{name, {}};
        for (int discs = 6; discs + 1 <= last; discs += 2) {
            series.points.emplace_back(discs, mean_over(learner, members, discs, discs + 1));
        }
        gains.series.push_back(std::move(series));
    }
    report.figures.push_back({"tournament-squares", "Information gain of squares", gains.svg()});

    // The weights by stage.
    const auto learned_on = setting.quick ? classic::parse_shape("6") : grid;
    const BitGridShape learned_shape(*learned_on);
    TrainingSettings settings;
    settings.shape = *learned_on;
    settings.plies = setting.quick ? 2 : 4;
    settings.end = setting.quick ? 4 : 10;
    settings.games = setting.quick ? 60 : 500;
    const int depth = setting.quick ? 1 : 3;
    const int pairs = setting.quick ? 40 : 150;
    const auto weights = train(setting, settings, "learning weights");
    if (!weights) return stopped_error();
    TrainingSettings with_decay = settings;
    with_decay.decay = 0.1;
    const auto decayed = train(setting, with_decay, "learning with decay");
    TrainingSettings with_squares = settings;
    with_squares.set = FeatureSet::squares();
    const auto extended = train(setting, with_squares, "learning with squares");
    if (!decayed || !extended) return stopped_error();

    experiment::Table matches{"Score of the tournament's weights against others",
                              {"against", "paper", "ours"}};
    struct Rival {
        const char* name;
        const char* paper;
        Weights weights;
    };
    const std::vector<Rival> rivals = {
        {"uniform weights", "", Weights::uniform(*learned_on, FeatureSet::tournament())},
        {"the mean of both players' weights", "better", weights->averaged()},
        {"weights after a low-pass filter", "better", weights->smoothed()},
        {"weights learned with a decay to 0.1", "better", *decayed},
        {"weights with corners told apart, x-squares and edges", "won, not conclusive", *extended},
    };
    std::vector<double> scores;
    for (const Rival& rival : rivals) {
        setting.tell("playing", scores.size(), rivals.size());
        const auto score = match(setting, learned_shape, *weights, rival.weights, pairs, depth);
        if (!score) return stopped_error();
        scores.push_back(score->pairs.mean());
        matches.rows.push_back({rival.name, rival.paper, score->text()});
    }
    report.tables.push_back(std::move(matches));
    const int stages = weights->stages();
    const double early_score = mean_weight(*weights, Feature::score, 0, stages / 2);
    const double late_score = mean_weight(*weights, Feature::score, stages - 3, stages);
    const double corner_weight = mean_weight(*weights, Feature::corners, stages / 2, stages);
    experiment::Table means{"Mean weight, discs", {"feature and stages", "paper", "ours"}};
    means.rows = {
        {"score, first half of the game", "a piece deficit often wins",
         fmt::format("{:+.3f}", early_score)},
        {"score, last six plies", "what counts in the end", fmt::format("{:+.3f}", late_score)},
        {"corners, second half", "", fmt::format("{:+.2f}", corner_weight)},
        {"mobility, first half", "",
         fmt::format("{:+.3f}", mean_weight(*weights, Feature::mobility, 0, stages / 2))},
        {"frontier, first half", "",
         fmt::format("{:+.3f}", mean_weight(*weights, Feature::frontier, 0, stages / 2))},
    };
    report.tables.push_back(std::move(means));
    report.figures.push_back(weights_figure(*weights, Color::black));
    report.figures.push_back(weights_figure(*weights, Color::white));

    const bool edges_matter = edge_gain > other_gain && x_gain > other_gain;
    const bool second_wins = learner.wins_of(Color::white) > learner.wins_of(Color::black);
    const bool learned = scores[0] > 50;
    const bool score_rises = late_score > early_score && late_score > 0;
    const bool as_matches =
        scores[1] >= 50 && scores[2] >= 50 && scores[3] >= 50 && scores[4] >= 50;
    const int right = edges_matter + second_wins + learned + score_rises + as_matches;
    report.verdict = right == 5                ? Verdict::agrees
                     : edges_matter && learned ? Verdict::in_part
                                               : Verdict::disagrees;
    const auto yes = [](bool is) { return is ? "yes" : "no"; };
    report.reason = fmt::format(
        "Edges and x-squares tell more about who wins than other squares: {}; the second player "
        "wins more games: {}; learned weights beat uniform ones: {}; discs come to count towards "
        "the end: {}; averaging, smoothing, decay and further squares make nothing better: {}.",
        yes(edges_matter), yes(second_wins), yes(learned), yes(score_rises), yes(as_matches));
    report.notes.push_back(fmt::format(
        "The older rule, by rewards, makes values from 10^{:.0f} to 10^{:.0f} of these games, "
        "which is the report's \"very high range\". Weights were learned with {} plies a phase, "
        "the first of {}, and {} games a phase (the report: 8, 14 and 500); matches are {} pairs "
        "of games after eight random moves, searching {} plies, with the error of the mean.",
        least, most, settings.plies, settings.end, settings.games, pairs, depth));
    if (setting.quick) report.notes.push_back("The quick version learns weights on 6x6.");
    return report;
}

}  // namespace

Experiment tournament_learning() {
    return {.name = "tournament-learning",
            .source = "the 96-square tournament report, section 5",
            .hypothesis =
                "Knowing who has the edges and the x-squares tells most about who wins, and the "
                "two kinds of corners differ. Weights learned backwards from the end, for each "
                "stage and each player, play better than their mean, than smoothed ones and than "
                "those learned with a decaying rate; features for squares did not help. The side "
                "with fewer discs in the first half often wins.",
            .run = run};
}

}  // namespace emilia::experiment
