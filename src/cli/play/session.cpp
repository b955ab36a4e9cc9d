#include "cli/play/session.h"

#include <fmt/format.h>

#include <cassert>
#include <ctime>
#include <filesystem>

#include "board/rules.h"
#include "cli/play/game_file.h"
#include "cli/play/sentences.h"
#include "util/text.h"

namespace emilia::cli {

namespace {

constexpr Color kColors[] = {Color::black, Color::white};

// Dealt seeds are short, since they are written into saved games.
constexpr std::uint64_t kDealtSeeds = 1'000'000;

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    return fmt::format("{:04}.{:02}.{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
}

std::string describe_move(Color color, Move move, Bitboard flipped) {
    const int count = popcount(flipped);
    return fmt::format("{} plays {} and turns over {}.", capitalized(name_of(color)),
                       to_string(move),
                       count <= 6 ? list_squares(flipped) : counted(count, "disc"));
}

}  // namespace

PlaySession::PlaySession(const PlayerRegistry& registry, const Settings& settings)
    : registry_(registry),
      seeds_(settings.seed),
      start_(settings.start),
      builder_(start_),
      asks_before_overwriting_(settings.asks_before_overwriting),
      tell_left_(settings.left) {
    for (const Color color : kColors) {
        seat(color).spec = settings.programs[static_cast<std::size_t>(color)];
        sit(seat(color));
    }
    adviser_.spec = settings.hint;
    sit(adviser_);
    settle();
}

PlaySession::Need PlaySession::need() const {
    if (ended_) return Need::end;
    if (wants_hint_) return Need::hint;
    const bool program_to_move = seat(diagram().to_move).spec.has_value();
    return program_to_move && !over() && !paused_ ? Need::move : Need::line;
}

Player& PlaySession::thinker() {
    return wants_hint_ ? *adviser_.player : *seat(diagram().to_move).player;
}

void PlaySession::play_choice(const Result<Choice>& choice, double seconds, bool was_stopped) {
    const std::string name(name_of(diagram().to_move));
    if (!choice && thinker().fault() == Fault::resignation) {
        give_up(diagram().to_move);
        return;
    }
    if (!choice) {
        paused_ = true;
        complain(fmt::format("{} cannot move: {}.", capitalized(name), choice.error().message));
        return;
    }
    if (was_stopped && count_programs() == 2) {
        paused_ = true;
        say("Stopped. 'go' goes on, 'undo' takes back, 'quit' leaves.");
        return;
    }
    if (was_stopped) {
        say(fmt::format("Stopped after {}: {} plays the best so far.",
                        counted(choice->depth, "ply", "plies"), name));
    }
    // Where nobody types nothing else would clear them.
    if (count_programs() == 2) clear_messages();
    PlayedMove move{choice->move, seconds};
    if (choice->value && choice->value->unit != Value::Unit::points) {
        move.evaluation = choice->value->amount;
    }
    taken_back_.clear();
    play_move(std::move(move));
}

void PlaySession::show_hint(const Result<Choice>& choice) {
    wants_hint_ = false;
    if (!choice) {
        complain(fmt::format("no hint: {}.", choice.error().message));
        return;
    }
    std::string text = fmt::format("Hint: {}.", to_string(choice->move));
    if (choice->value) {
        text += choice->from_book
                    ? fmt::format(" {} gives it {} in its book:", adviser_.spec->name,
                                  describe(*choice->value))
                    : fmt::format(" {} gives it {}, {} ahead:", adviser_.spec->name,
                                  describe(*choice->value), counted(choice->depth, "ply", "plies"));
        for (const Move move : choice->line) text += " " + to_string(move);
        text += ".";
    }
    say(std::move(text));
}

void PlaySession::play_square(Square square) {
    if (over()) {
        complain("The game is over. 'new' starts another, 'undo' takes moves back.");
        return;
    }
    if (seat(diagram().to_move).spec) {
        complain(fmt::format("It is the turn of {}, a program. 'go' lets it move.",
                             name_of(diagram().to_move)));
        return;
    }
    if (flips(diagram().position, square) == 0) {
        complain(why_illegal(diagram(), square));
        return;
    }
    taken_back_.clear();
    play_move({square});
}

void PlaySession::undo() {
    if (over() && !is_over(diagram().position)) {
        // A program that gave up would do so again at once.
        if (game().ending == Ending::resigned && seat(diagram().to_move).spec) paused_ = true;
        forget_result();
        say(fmt::format("The game goes on: {} to move.", name_of(diagram().to_move)));
        return;
    }
    std::size_t target = builder_.plies();
    do {
        if (target == 0) {
            if (!left_) {
                complain("There is nothing to take back.");
                return;
            }
            builder_ = std::move(left_->builder);
            taken_back_ = std::move(left_->taken_back);
            left_.reset();
            paused_ = count_programs() == 2;
            say("Back in the game before this one.");
            return;
        }
        --target;
    } while (!is_decision(target));
    forget_result();
    std::string squares;
    while (builder_.plies() > target) {
        const PlayedMove& last = game().moves.back();
        if (!last.move.is_pass()) squares = " " + to_string(last.move) + squares;
        taken_back_.push_back(last);
        builder_.undo();
    }
    // Two programs would at once make the same moves again.
    paused_ = count_programs() == 2;
    say(fmt::format("Took back{}.", squares));
}

void PlaySession::redo() {
    if (taken_back_.empty()) {
        complain("There is nothing to play again.");
        return;
    }
    std::string squares;
    do {
        PlayedMove next = std::move(taken_back_.back());
        taken_back_.pop_back();
        if (!next.move.is_pass()) squares += " " + to_string(next.move);
        [[maybe_unused]] const auto added = builder_.add(std::move(next));
        assert(added);
    } while (!taken_back_.empty() && !is_decision(builder_.plies()));
    say(fmt::format("Played{} again.", squares));
    settle();
}

void PlaySession::ask_hint() {
    if (over()) {
        complain("The game is over: there is no move to suggest.");
        return;
    }
    wants_hint_ = true;
}

void PlaySession::new_game() {
    leave_game();
    builder_ = GameBuilder(start_);
    for (const Color color : kColors) sit(seat(color));
    say(left_ ? "A new game. ('undo' goes back to the one before.)" : "A new game.");
    settle();
}

void PlaySession::resign() {
    if (over()) {
        complain("The game is over already.");
        return;
    }
    if (count_programs() == 2) {
        complain("Two programs play: there is nobody to resign.");
        return;
    }
    Color loser = diagram().to_move;
    if (seat(loser).spec) loser = opposite(loser);
    give_up(loser);
}

void PlaySession::give_up(Color loser) {
    builder_.record().result = DiscDifference(loser == Color::black ? -kSquares : kSquares);
    builder_.record().ending = Ending::resigned;
    settle();
}

void PlaySession::swap() {
    std::swap(seats_[0], seats_[1]);
    for (const Color color : kColors) {
        say(fmt::format("{} is {} now.", capitalized(name_of(color)), name_of_player(color)));
    }
}

void PlaySession::seat_player(Color color, const std::optional<PlayerSpec>& spec) {
    seat(color).spec = spec;
    sit(seat(color));
    say(fmt::format("{} is {} now.", capitalized(name_of(color)), name_of_player(color)));
}

void PlaySession::set_level(const std::string& depth) {
    if (count_programs() == 0) {
        complain("Two people play: there is no program whose level could be set.");
        return;
    }
    for (const Color color : kColors) {
        if (!seat(color).spec) continue;
        PlayerSpec spec = *seat(color).spec;
        const PlayerOption* const reach = registry_.find(spec.name)->reach();
        const auto done = registry_.set(spec, reach == nullptr ? "depth" : reach->name, depth);
        if (!done) {
            complain(as_sentence(done.error()));
            return;
        }
        seat_player(color, spec);
    }
}

void PlaySession::resume() {
    if (over()) {
        complain("The game is over. 'new' starts another, 'undo' takes moves back.");
    } else if (!seat(diagram().to_move).spec) {
        complain(fmt::format("It is the turn of {}, who is no program. 'hint' suggests a move.",
                             name_of(diagram().to_move)));
    } else {
        paused_ = false;
    }
}

void PlaySession::save(const std::string& name) {
    const std::string path = file_name_for_saving(name);
    if (asks_before_overwriting_ && path != may_overwrite_ && std::filesystem::exists(path)) {
        may_overwrite_ = path;
        complain(fmt::format("There is a file {} already. 'save {}' once more replaces it.",
                             printable(path), printable(name)));
        return;
    }
    GameRecord record = finished_record();
    if (record.date.empty()) record.date = today();
    const auto losses = save_game(path, record);
    if (!losses) {
        complain(as_sentence(losses.error()));
        return;
    }
    may_overwrite_ = path;
    say(losses->empty() ? fmt::format("Saved as {}.", printable(path))
                        : fmt::format("Saved as {}, without {}.", printable(path), *losses));
}

void PlaySession::load(const std::string& path) {
    const auto loaded = load_game(path);
    if (!loaded) {
        complain(as_sentence(loaded.error()));
        return;
    }
    leave_game();
    say(fmt::format(
        "Loaded {} of {}: {} played.",
        loaded->games == 1 ? "the game" : fmt::format("the first of {} games", loaded->games),
        printable(path), counted(static_cast<int>(loaded->game.moves.size()), "move")));
    adopt(loaded->game);
    // One may want to look at it before two programs go on.
    paused_ = count_programs() == 2;
}

void PlaySession::adopt(const GameRecord& game) {
    builder_ = GameBuilder(game.start);
    for (const PlayedMove& move : game.moves) {
        [[maybe_unused]] const auto added = builder_.add(move);
        assert(added);
    }
    builder_.record() = game;
    taken_back_.clear();
    settle();
}

GameRecord PlaySession::finished_record() const {
    GameBuilder copy = builder_;
    for (const Color color : kColors) {
        PlayerInfo& info = copy.record().player(color);
        if (!info.name.empty()) continue;
        info.name = seat(color).spec ? registry_.to_string(seat(color).playing) : "human";
    }
    return copy.finish();
}

bool PlaySession::over() const {
    return game().result || game().winner || is_over(diagram().position);
}

int PlaySession::count_programs() const {
    return (seats_[0].spec ? 1 : 0) + (seats_[1].spec ? 1 : 0);
}

std::string PlaySession::name_of_player(Color color) const {
    const Seat& here = seat(color);
    if (!here.spec) return count_programs() == 0 ? "a person" : "you";
    std::string text = here.spec->name;
    const PlayerOption* const reach = registry_.find(text)->reach();
    if (reach != nullptr) {
        const auto given = here.spec->given.find(reach->name);
        const long long value = given == here.spec->given.end() ? reach->preset : given->second;
        // Level 0 is none.
        if (value > 0) text += fmt::format(", {} {}", reach->name, value);
    }
    return text;
}

std::optional<Square> PlaySession::last_square() const {
    for (std::size_t i = game().moves.size(); i-- > 0;) {
        const Move move = game().moves[i].move;
        if (!move.is_pass()) return move.square();
    }
    return std::nullopt;
}

Bitboard PlaySession::last_flips() const {
    for (std::size_t i = game().moves.size(); i-- > 0;) {
        const Move move = game().moves[i].move;
        if (!move.is_pass()) return flips(game().diagram_after(i).position, move.square());
    }
    return 0;
}

void PlaySession::sit(Seat& here) {
    here.player.reset();
    if (!here.spec) return;
    here.playing = *here.spec;
    if (registry_.find(here.spec->name)->option("seed") != nullptr) {
        here.playing.given.emplace("seed", 1 + static_cast<long long>(seeds_.below(kDealtSeeds)));
    }
    here.player = registry_.make(here.playing);
}

void PlaySession::play_move(PlayedMove move) {
    const Color color = diagram().to_move;
    const Bitboard flipped = flips(diagram().position, move.move.square());
    say(describe_move(color, move.move, flipped));
    [[maybe_unused]] const auto added = builder_.add(std::move(move));
    assert(added);
    settle();
}

void PlaySession::settle() {
    while (!over() && must_pass(diagram().position)) {
        say(fmt::format("{} has no legal move and must pass: {} moves again.",
                        capitalized(name_of(diagram().to_move)),
                        name_of(opposite(diagram().to_move))));
        [[maybe_unused]] const auto added = builder_.add({Move::pass()});
        assert(added);
    }
    if (over()) say(describe_end(game()));
}

bool PlaySession::is_decision(std::size_t plies) const {
    const Diagram then = game().diagram_after(plies);
    if (legal_moves(then.position) == 0) return false;
    return count_programs() != 1 || !seat(then.to_move).spec;
}

void PlaySession::forget_result() {
    builder_.record().result.reset();
    builder_.record().winner.reset();
    builder_.record().ending = Ending::unknown;
}

void PlaySession::leave_game() {
    if (builder_.plies() > 0) {
        if (tell_left_) tell_left_(finished_record());
        left_ = LeftGame{builder_, taken_back_};
    }
    taken_back_.clear();
    paused_ = false;
}

}  // namespace emilia::cli
