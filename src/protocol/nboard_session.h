#pragma once

#include <memory>
#include <string>

#include "player/registry.h"
#include "protocol/move_values.h"
#include "protocol/session.h"

namespace emilia {

// A player behind the protocol of NBoard, version 2. docs/protocols.md describes it.
class NBoardSession : public Session {
  public:
    // `spec` is one that the registry made; the registry has to outlive the session.
    NBoardSession(const PlayerRegistry& registry, const PlayerSpec& spec, Output output,
                  int solved_empties = MoveValues::kSolvedEmpties);

  private:
    void arrived(std::string_view line) override;
    bool obey(std::string_view line) override;

    void set(std::string_view rest);
    void set_depth(std::string_view text);
    void set_game(std::string_view ggf);
    void set_contempt(std::string_view text);
    void move(std::string_view text);
    void hint(std::string_view text);
    void go();
    void analyze();

    void make_player();
    bool do_as_told(std::string_view line);
    void say(std::string_view line);
    void say_name();
    void say_nodes(std::uint64_t nodes, double seconds);
    void say_search(const Valued& valued);
    // For a person to read; nothing is meant to stop the client.
    void complain(std::string_view sentence);

    Limits limits() const;
    // Stops what begins now: a ping that waits, or a quit that comes.
    std::function<bool()> stop_from_now() const;

    const PlayerRegistry& registry_;
    PlayerSpec spec_;
    bool own_depth_;  // the spec names its depth or level
    std::unique_ptr<Player> player_;
    std::unique_ptr<MoveValues> values_;
    Output output_;
    int solved_empties_;
    GameBuilder game_;
    std::optional<int> depth_;
    int draw_to_black_ = 0;                // discs that a draw is as good as
    std::optional<GameRecord> after_go_;   // the game if the client makes the move that was told
    std::atomic<std::uint64_t> pings_{0};  // that wait
    std::atomic<std::uint64_t> quits_{0};  // that have come
};

}  // namespace emilia
