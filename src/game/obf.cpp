#include "game/obf.h"

#include <fmt/format.h>

#include <algorithm>

#include "board/position_text.h"
#include "board/rules.h"
#include "util/text.h"

namespace emilia {

namespace {

constexpr std::string_view kPrefix = "obf:";

bool is_legal(Position position, Move move) {
    const Bitboard legal = legal_moves(position);
    return move.is_pass() ? legal == 0 : (legal & bit(move.square())) != 0;
}

std::optional<DiscDifference> parse_score(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::nullopt;
    }
    const auto score = parse_integer(text);
    if (!score || *score < -kSquares || *score > kSquares) return std::nullopt;
    return DiscDifference(static_cast<int>(*score));
}

Result<ObfProblem::Answer> parse_answer(std::string_view text, Position position) {
    const std::size_t colon = text.find(':');
    const std::string_view name = trimmed(text.substr(0, colon));
    const auto move = parse_move(name);
    if (!move) {
        return Error{
            fmt::format("{} is not a move, expected a square a1 to h8 and its score, such as e3:+5",
                        in_quotes(name))};
    }
    if (!is_legal(position, *move)) {
        return Error{fmt::format("{} cannot be played, the legal moves are {}", to_string(*move),
                                 list_squares(legal_moves(position)))};
    }
    ObfProblem::Answer answer{*move, std::nullopt};
    if (colon != text.npos) {
        const std::string_view score = trimmed(text.substr(colon + 1));
        answer.score = parse_score(score);
        if (!answer.score) {
            return Error{fmt::format("{} is not the score of {}, expected a number from -64 to +64",
                                     in_quotes(score), to_string(*move))};
        }
    }
    return answer;
}

void put_best_first(std::vector<ObfProblem::Answer>& answers) {
    using Answer = ObfProblem::Answer;
    const bool scored = std::all_of(answers.begin(), answers.end(),
                                    [](const Answer& answer) { return answer.score.has_value(); });
    if (!scored) return;
    std::stable_sort(answers.begin(), answers.end(),
                     [](const Answer& a, const Answer& b) { return *a.score > *b.score; });
}

std::string score_text(const ObfProblem::Answer& answer) {
    return answer.score ? fmt::format("{:+d}", answer.score->value()) : "";
}

}  // namespace

Result<ObfProblem> parse_obf_line(std::string_view line) {
    ObfProblem problem;
    const std::size_t percent = line.find('%');
    if (percent != line.npos) problem.comment = tidy_lines(line.substr(percent + 1));
    line = line.substr(0, percent);

    const std::size_t semicolon = line.find(';');
    const Result<Diagram> diagram = parse_position(line.substr(0, semicolon));
    if (!diagram) return diagram.error();
    problem.diagram = *diagram;
    line.remove_prefix(semicolon == line.npos ? line.size() : semicolon + 1);

    // A square may stand there twice, but a line has no more answers than that.
    constexpr std::size_t kMostAnswers = 128;
    while (!line.empty()) {
        const std::size_t end = line.find(';');
        const std::string_view part = trimmed(line.substr(0, end));
        line.remove_prefix(end == line.npos ? line.size() : end + 1);
        if (part.empty()) continue;
        const auto answer = parse_answer(part, problem.diagram.position);
        if (!answer) return answer.error();
        if (problem.answers.size() == kMostAnswers) {
            return Error{fmt::format("there are more than {} moves", kMostAnswers)};
        }
        problem.answers.push_back(*answer);
    }
    put_best_first(problem.answers);
    return problem;
}

ObfRead read_obf(std::string_view text) {
    ObfRead read;
    std::string comment;
    LineReader lines(text);
    for (std::string_view line; lines.next(line);) {
        line = trimmed(line);
        if (line.empty()) continue;
        if (line[0] == '%') {
            append_comment(comment, tidy_lines(line.substr(1)));
            continue;
        }
        auto problem = parse_obf_line(line);
        if (problem) {
            append_comment(comment, problem->comment);
            problem->comment = comment;
            read.problems.push_back(std::move(*problem));
        } else {
            read.bad.add(lines.number(), problem.error().message);
        }
        comment.clear();
    }
    if (!comment.empty()) {
        read.notes.add(lines.number(), "a comment after the last problem is left out");
    }
    return read;
}

std::string write_obf(const std::vector<ObfProblem>& problems) {
    std::string text;
    for (const ObfProblem& problem : problems) {
        std::string last;
        const std::string comment = tidy_lines(problem.comment);
        LineReader lines(comment);
        for (std::string_view line; lines.next(line);) {
            if (!last.empty()) text += fmt::format("% {}\n", last);
            last = line;
        }
        text += to_string(problem.diagram) + ';';
        auto answers = problem.answers;
        put_best_first(answers);
        for (const ObfProblem::Answer& answer : answers) {
            text += fmt::format(" {}{}{};", to_string(answer.move), answer.score ? ":" : "",
                                score_text(answer));
        }
        if (!last.empty()) text += fmt::format(" % {}", last);
        text += '\n';
    }
    return text;
}

GameRecord to_record(const ObfProblem& problem) {
    GameBuilder builder(problem.diagram);
    GameRecord game = builder.finish();
    game.comment = problem.comment;
    for (const ObfProblem::Answer& answer : problem.answers) {
        game.extra.emplace_back(std::string(kPrefix) + to_string(answer.move), score_text(answer));
    }
    return game;
}

ObfProblem to_obf(const GameRecord& game) {
    ObfProblem problem;
    problem.diagram = game.final_diagram();
    problem.comment = game.comment;
    if (!game.moves.empty()) return problem;
    for (const auto& [name, value] : game.extra) {
        if (!name.starts_with(kPrefix)) continue;
        const auto move = parse_move(std::string_view(name).substr(kPrefix.size()));
        if (!move || !is_legal(problem.diagram.position, *move)) continue;
        problem.answers.push_back({*move, parse_score(value)});
    }
    return problem;
}

}  // namespace emilia
