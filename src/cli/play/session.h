#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/record.h"
#include "player/registry.h"
#include "util/random.h"

namespace emilia::cli {

struct Message {
    enum class Kind {
        said,
        error,    // something was refused
        listing,  // a line of a longer text
    };
    std::string text;
    Kind kind = Kind::said;
};

// A game at the terminal: the position, who plays, and what can be done. It neither reads nor
// draws: a front end does what need() says until that is `end`, and shows what it finds here. What
// the functions did, or why they could not, they leave in messages().
class PlaySession {
  public:
    struct Settings {
        std::array<std::optional<PlayerSpec>, 2> programs;  // by Color; nothing: a person
        PlayerSpec hint;                                    // who gives hints
        Diagram start;
        std::uint64_t seed = 1;  // for programs whose spec names none
        bool asks_before_overwriting = false;
        // Told each game that another takes the place of, as finished_record() gives it. May be
        // empty.
        std::function<void(const GameRecord&)> left = {};
    };

    // `registry` outlives the session.
    PlaySession(const PlayerRegistry& registry, const Settings& settings);

    enum class Need {
        line,  // something typed by a person
        move,  // thinker()'s choice, for play_choice()
        hint,  // thinker()'s choice, for show_hint()
        end,   // nothing any more
    };
    Need need() const;

    Player& thinker();
    // The choice is the best so far if thinker() was asked to stop. Where two programs play that
    // pauses the game instead, and the move is not made.
    void play_choice(const Result<Choice>& choice, double seconds, bool was_stopped);
    void show_hint(const Result<Choice>& choice);

    void play_square(Square square);
    // Back to the last turn at which a person could decide; at the beginning, back to the game that
    // new_game() or load() left.
    void undo();
    void redo();
    void ask_hint();
    void new_game();
    void resign();
    void swap();
    // Nothing: a person.
    void seat_player(Color color, const std::optional<PlayerSpec>& spec);
    void set_level(const std::string& depth);
    void resume();
    void save(const std::string& path);
    void load(const std::string& path);
    void quit() { ended_ = true; }

    // Goes on with this game in place of the one on the board.
    void adopt(const GameRecord& game);

    const PlayerRegistry& registry() const { return registry_; }
    const GameRecord& game() const { return builder_.record(); }
    // With the players' names and the result, as it is saved.
    GameRecord finished_record() const;
    const Diagram& diagram() const { return builder_.diagram(); }
    bool over() const;
    bool is_paused() const { return paused_; }
    // The program that plays a colour; nothing if a person does.
    const std::optional<PlayerSpec>& program(Color color) const { return seat(color).spec; }
    int count_programs() const;
    // "you", or "weighted-squares, depth 4".
    std::string name_of_player(Color color) const;
    // Where the last disc was put, and what it turned over.
    std::optional<Square> last_square() const;
    Bitboard last_flips() const;

    void say(std::string text) { messages_.push_back({std::move(text)}); }
    void complain(std::string text) {
        messages_.push_back({std::move(text), Message::Kind::error});
    }
    void list(std::string text) { messages_.push_back({std::move(text), Message::Kind::listing}); }
    const std::vector<Message>& messages() const { return messages_; }
    void clear_messages() { messages_.clear(); }

  private:
    struct Seat {
        std::optional<PlayerSpec> spec;  // as it was asked for
        PlayerSpec playing;              // the same with a seed
        std::unique_ptr<Player> player;
    };
    struct LeftGame {
        GameBuilder builder;
        std::vector<PlayedMove> taken_back;
    };

    Seat& seat(Color color) { return seats_[static_cast<std::size_t>(color)]; }
    const Seat& seat(Color color) const { return seats_[static_cast<std::size_t>(color)]; }
    void sit(Seat& seat);
    void play_move(PlayedMove move);
    // Makes the passes that are the only move, and says how the game ended if it did.
    void settle();
    void give_up(Color loser);
    // Whether a person decided, or was to decide, on the move after that many plies.
    bool is_decision(std::size_t plies) const;
    void forget_result();
    void leave_game();

    const PlayerRegistry& registry_;
    Random seeds_;
    Diagram start_;
    std::array<Seat, 2> seats_;
    Seat adviser_;
    GameBuilder builder_;
    std::vector<PlayedMove> taken_back_;  // for redo(), the next one last
    std::optional<LeftGame> left_;
    std::vector<Message> messages_;
    bool asks_before_overwriting_;
    std::function<void(const GameRecord&)> tell_left_;
    std::string may_overwrite_;  // the file that save() was told about twice, or wrote itself
    bool wants_hint_ = false;
    bool paused_ = false;
    bool ended_ = false;
};

}  // namespace emilia::cli
