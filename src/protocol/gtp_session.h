#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "player/registry.h"
#include "protocol/gtp_clock.h"
#include "protocol/gtp_game.h"
#include "protocol/session.h"

namespace emilia {

// A player behind GTP, version 2, as programs for Othello use it. docs/protocols.md describes it.
class GtpSession : public Session {
  public:
    struct Settings {
        std::string version;
        bool reads_files = true;  // loadsgf
    };

    // `spec` is one that the registry made; the registry has to outlive the session.
    GtpSession(const PlayerRegistry& registry, const PlayerSpec& spec, Settings settings,
               Output output);

  private:
    using Words = std::vector<std::string_view>;
    using Handler = Result<std::string> (GtpSession::*)(const Words&);
    struct Command {
        std::string_view name;
        Handler handler;
    };
    static const std::vector<Command>& commands();
    static const Command* find(std::string_view name);

    void arrived(std::string_view line) override;
    bool obey(std::string_view line) override;

    Result<std::string> protocol_version(const Words& words);
    Result<std::string> name(const Words& words);
    Result<std::string> version(const Words& words);
    Result<std::string> known_command(const Words& words);
    Result<std::string> list_commands(const Words& words);
    Result<std::string> quit(const Words& words);
    Result<std::string> stop(const Words& words);
    Result<std::string> boardsize(const Words& words);
    Result<std::string> clear_board(const Words& words);
    Result<std::string> komi(const Words& words);
    Result<std::string> play(const Words& words);
    Result<std::string> play_sequence(const Words& words);
    Result<std::string> genmove(const Words& words);
    Result<std::string> reg_genmove(const Words& words);
    Result<std::string> undo(const Words& words);
    Result<std::string> showboard(const Words& words);
    Result<std::string> final_score(const Words& words);
    Result<std::string> time_settings(const Words& words);
    Result<std::string> time_left(const Words& words);
    Result<std::string> loadsgf(const Words& words);
    Result<std::string> printsgf(const Words& words);
    Result<std::string> list_games(const Words& words);
    Result<std::string> set_game(const Words& words);
    Result<std::string> cputime(const Words& words);
    Result<std::string> rules_board(const Words& words);
    Result<std::string> rules_board_size(const Words& words);
    Result<std::string> rules_legal_moves(const Words& words);
    Result<std::string> rules_side_to_move(const Words& words);
    Result<std::string> rules_final_result(const Words& words);
    Result<std::string> analyze(const Words& words);

    // What the player would do, checked; a pass that is forced does not bother it. No move: it
    // resigns.
    Result<std::optional<Move>> choose(const GameRecord& game, Color color);
    // What is known of the best moves, in one line.
    void show(const ValuedMoves& valued);
    void show(const Choice& choice);

    const PlayerRegistry& registry_;
    PlayerSpec spec_;
    std::unique_ptr<Player> player_;
    Settings settings_;
    Output output_;

    GtpGame game_;
    GtpClock clock_;
    std::string id_;         // of the command that is being obeyed
    bool streamed_ = false;  // it has written its answer already
    bool over_ = false;
    bool has_moved_ = false;  // the player has, in answer to the command that is being obeyed
    // quit and stop that have come so far: one more while the player thinks ends that.
    std::atomic<std::uint64_t> urgent_{0};
};

}  // namespace emilia
