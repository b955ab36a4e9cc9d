#include "game/openings.h"

#include <algorithm>
#include <array>
#include <vector>

#include "board/rules.h"
#include "board/symmetry.h"

namespace emilia {

namespace {

// Western players name openings after players and programs, Japanese ones mostly after animals.
// The names are those of the catalogues that circulate among players in both parts of the world;
// where these disagree on how many moves a name takes, the shorter line that both know is given.
constexpr auto kOpenings = std::to_array<OpeningName>({
    // Parallel
    {"Parallel", "", "f5f4"},
    {"Mouse", "Nezumi", "f5f4e3"},
    {"Cart", "Niguruma", "f5f4f3"},

    // Diagonal
    {"Diagonal", "", "f5f6"},
    {"Wing", "", "f5f6d3f4"},
    {"Semi-Wing", "", "f5f6c4f4"},
    {"X-square", "", "f5f6e6f4g7"},
    {"Raccoon Dog", "Tanuki", "f5f6e6f4g4"},
    {"Reverse Raccoon Dog", "Ura-Tanuki", "f5f6e6f4f3"},
    {"Rocket", "", "f5f6e6f4g3"},
    {"Hamilton", "", "f5f6e6f4g3f3g4"},
    {"Lollipop", "", "f5f6e6f4g3d6"},

    {"Snake", "Peasant, Hebi", "f5f6e6f4g6"},
    {"Lysons", "Cobra", "f5f6e6f4g6c6"},
    {"Sand Snake", "Sunahebi", "f5f6e6f4g6c5f3"},
    {"Viper", "Mamushi", "f5f6e6f4g6c5g4g5h4"},
    {"Basilisk", "", "f5f6e6f4g6c5g4g5f3e3"},
    {"Pyramid", "Checkerboarding Peasant", "f5f6e6f4g6c5g4g5f3e3c4"},
    {"Tsuchinoko", "", "f5f6e6f4g6d6"},
    {"Reverse Snake", "Ura-Hebi", "f5f6e6f4d3"},

    {"Heath", "Tobidashi", "f5f6e6f4g5"},
    {"Heath-Bat", "Ura-Komori", "f5f6e6f4g5e7e3"},
    {"Heath-Chimney", "Mass-Turning", "f5f6e6f4g5d6"},
    {"Iwasaki", "", "f5f6e6f4g5e7d7"},
    {"Mimura II", "", "f5f6e6f4g5e7f7c5e3f3c4d3c2"},

    {"Cow", "Ushi", "f5f6e6f4e3"},
    {"Chimney", "", "f5f6e6f4e3d6"},
    {"Tank", "Sensha", "f5f6e6f4e3c5c6"},
    {"Cow Bat", "Bat, Cambridge, Komori", "f5f6e6f4e3c5g5"},
    {"Melnikov", "Bat (Piau Continuation 1)", "f5f6e6f4e3c5g5g3g4f3c4"},
    {"Bat (Piau Continuation 2)", "", "f5f6e6f4e3c5g5g3g4f3g6"},
    {"Bat (Kling Continuation)", "", "f5f6e6f4e3c5g5f3g4g6g3d6f7h5h4h3e7"},
    {"Bat (Kling Alternative)", "", "f5f6e6f4e3c5g5d6g6"},
    {"Rose-v-Toth", "", "f5f6e6f4e3c5c4"},
    {"Tanida", "", "f5f6e6f4e3c5c4e7"},
    {"Aircraft", "Feldborg", "f5f6e6f4e3c5c4e7g4"},
    {"Sailboat", "Yacht", "f5f6e6f4e3c5c4e7b5e2"},
    {"Clipper", "Kaisokusen", "f5f6e6f4e3c5c4e7c6e2f3f2"},
    {"Maruoka", "", "f5f6e6f4e3c5c4d3f3e2"},
    {"Landau", "", "f5f6e6f4e3c5c4d3c3"},

    {"Buffalo", "Kenichi Variation", "f5f6e6f4c3"},
    {"Maruoka Buffalo", "", "f5f6e6f4c3d7"},
    {"Tanida Buffalo", "", "f5f6e6f4c3d6f3"},
    {"Hokuriku Buffalo", "", "f5f6e6f4c3c4"},

    // Perpendicular: the rabbits, the Rose among them
    {"Perpendicular", "", "f5d6"},
    {"Horse", "Uma", "f5d6c5f4d3"},
    {"Crane", "Tsuru", "f5d6c5f4d7"},
    {"Rabbit", "Usagi", "f5d6c5f4e3"},
    {"Mimura", "", "f5d6c5f4e3d3"},
    {"Shaman", "Danish", "f5d6c5f4e3c6f3"},
    {"Inoue", "", "f5d6c5f4e3c6e6"},
    {"Iago", "Snow Rabbit, Yuki-Usagi", "f5d6c5f4e3c6e6f6"},
    {"Bhagat", "", "f5d6c5f4e3c6d7"},
    {"Ralle", "", "f5d6c5f4e3c6d3f3"},
    {"Side Rabbit", "Yoko-Usagi", "f5d6c5f4e3c6d3g5"},
    {"Rose", "", "f5d6c5f4e3c6d3f6e6d7"},
    {"Greenberg", "Dawg", "f5d6c5f4e3c6d3f6e6d7e7"},
    {"Flat", "Flat Rose", "f5d6c5f4e3c6d3f6e6d7g4"},
    {"Rotating Flat", "", "f5d6c5f4e3c6d3f6e6d7g4c4"},
    {"Murakami Variation", "", "f5d6c5f4e3c6d3f6e6d7g4c4g6"},
    {"Rotating Flat (Kling Continuation)", "", "f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2e7f2"},
    {"Rose-Birth", "", "f5d6c5f4e3c6d3f6e6d7g3c4"},
    {"Brightstein", "", "f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4e2"},
    {"Rose-Birdie", "Rose-Tamenori", "f5d6c5f4e3c6d3f6e6d7g3c4b4"},
    {"Rose-Tamenori-Kling", "", "f5d6c5f4e3c6d3f6e6d7g3c4b4c3"},
    {"Wild Rabbit", "No-Usagi", "f5d6c6f4e6"},

    // Perpendicular: the cats
    {"Cat", "Neko", "f5d6c4d3c5"},
    {"Sakaguchi", "", "f5d6c4d3c5f4e3f3c2c6"},
    {"Berner", "", "f5d6c4d3c5f4e3f3c2b4b3"},
    {"Italian", "Sheep, Hitsuji", "f5d6c4d3e6"},
    {"Ganglion", "No-Cat", "f5d6c4g5"},
    {"Swallow", "Tsubame", "f5d6c4g5c6"},
    {"No-Cat (Continuation)", "", "f5d6c4g5c6c5d7d3b4c3e3f3"},
    {"Sea Otter", "Rakko", "f5d6c4g5f6"},

    // Perpendicular: the tigers
    {"Bent Ganglion", "", "f5d6c3g5"},
    {"Missile", "", "f5d6c3g5c6"},
    {"Dragon", "Ryu", "f5d6c3f4f6"},
    {"Crayfish", "Zarigani", "f5d6c3d3c5"},
    {"Prawn", "Ebi", "f5d6c3d3c6"},
    {"Tiger", "Tora", "f5d6c3d3c4"},
    {"Aubrey", "Tanaka", "f5d6c3d3c4b3"},
    {"Aubrey (Feldborg Continuation)", "", "f5d6c3d3c4b3d2f4"},
    {"Berg Tiger", "", "f5d6c3d3c4b5"},
    {"Brightwell", "", "f5d6c3d3c4f4e3"},
    {"Leader's Tiger", "", "f5d6c3d3c4f4e6"},
    {"Stephenson", "", "f5d6c3d3c4f4f6"},
    {"Kung", "", "f5d6c3d3c4f4f6b4"},
    {"No-Kung", "", "f5d6c3d3c4f4f6g5"},
    {"No-Kung (Continuation)", "", "f5d6c3d3c4f4f6g5e3f3g4h3g3f2"},
    {"Comp'Oth", "", "f5d6c3d3c4f4f6f3"},
    {"Lightning Bolt", "", "f5d6c3d3c4f4f6f3e3"},
    {"Logistello", "", "f5d6c3d3c4f4f6f3e6e7c6"},
    {"Tama-Plaza", "", "f5d6c3d3c4f4f6f3e6e7f7"},
    {"F.A.T. Draw", "", "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7"},
    {"Rose-Bill", "", "f5d6c3d3c4f4c5b3c2"},
    {"Tamenori", "", "f5d6c3d3c4f4c5b3c2e6"},
    {"Central Rose-Bill", "Dead Draw", "f5d6c3d3c4f4c5b3c2b4"},
    {"Rooster", "Tori", "f5d6c3d3c4f4c5b3c2e3"},
    {"Banana", "", "f5d6c3d3c4f4c5b4"},
    {"Ishii", "", "f5d6c3d3c4f4c5b4b5c6f3e6e3"},
    {"Mainline Tiger", "", "f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3"},
    {"Mako Tiger", "Mako-Tora", "f5d6c3d3c4f4c5b5"},
});

// The names by position: the canonical image, so that the eight ways to hold the board are one.
class Index {
  public:
    Index() {
        for (std::size_t i = 0; i < kOpenings.size(); ++i) {
            const std::string_view line = kOpenings[i].line;
            Position position = Position::initial();
            for (std::size_t at = 0; at < line.size(); at += 2) {
                position = play(position, *parse_square(line.substr(at, 2)));
            }
            entries_.push_back({canonical(position).position, i});
            most_discs_ = std::max(most_discs_, popcount(position.occupied()));
        }
        std::sort(entries_.begin(), entries_.end());
    }

    // No named position has more discs.
    int most_discs() const { return most_discs_; }

    const OpeningName* find(Position position) const {
        const Position key = canonical(position).position;
        const auto found = std::lower_bound(entries_.begin(), entries_.end(), Entry{key, 0});
        return found != entries_.end() && found->position == key ? &kOpenings[found->opening]
                                                                 : nullptr;
    }

  private:
    struct Entry {
        Position position;
        std::size_t opening;
        auto operator<=>(const Entry&) const = default;
    };
    std::vector<Entry> entries_;
    int most_discs_ = 0;
};

const Index& index() {
    static const Index the_index;
    return the_index;
}

std::optional<OpeningName> found(const OpeningName* name) {
    return name ? std::optional(*name) : std::nullopt;
}

// Follows a game move by move.
class Walk {
  public:
    explicit Walk(const Diagram& start) : position_(start.position) {}

    // False when nothing more can be learned.
    bool step(Move move) {
        position_ = play(position_, move);
        if (popcount(position_.occupied()) > index().most_discs()) return false;
        name_ = index().find(position_);
        if (name_) last_name_ = name_;
        return true;
    }

    // Of the position after the last step, and the last there was.
    const OpeningName* name() const { return name_; }
    std::optional<OpeningName> last_name() const { return found(last_name_); }

  private:
    Position position_;
    const OpeningName* name_ = nullptr;
    const OpeningName* last_name_ = nullptr;
};

}  // namespace

std::span<const OpeningName> openings() {
    return kOpenings;
}

std::optional<OpeningName> opening_at(Position position) {
    return found(index().find(position));
}

std::optional<OpeningName> opening_of(const GameRecord& game) {
    Walk walk(game.start);
    for (const PlayedMove& move : game.moves) {
        if (!walk.step(move.move)) break;
    }
    return walk.last_name();
}

std::optional<OpeningName> opening_of(std::span<const Move> moves, const Diagram& start) {
    Walk walk(start);
    for (const Move move : moves) {
        if (!walk.step(move)) break;
    }
    return walk.last_name();
}

std::vector<OpeningName> openings_of(const GameRecord& game) {
    std::vector<OpeningName> names;
    Walk walk(game.start);
    for (const PlayedMove& move : game.moves) {
        if (!walk.step(move.move)) break;
        if (walk.name()) names.push_back(*walk.name());
    }
    return names;
}

}  // namespace emilia
