#pragma once

#include <string>
#include <string_view>

namespace emilia {

// A piece of a PGN file.
struct PgnToken {
    enum class Kind {
        tag,        // name and value
        comment,    // value
        word,       // value: a move, a move number or a result
        variation,  // skipped
        bad_tag,    // value: what is wrong with it
        bad,        // value: what is wrong
        end,
    };
    Kind kind = Kind::end;
    std::string name;
    std::string value;
    std::size_t line = 0;
};

// Cuts a PGN file into its pieces.
class PgnScanner {
  public:
    explicit PgnScanner(std::string_view text) : text_(text) {}

    PgnToken next();

  private:
    bool at_end() const { return at_ >= text_.size(); }
    char here() const { return text_[at_]; }
    void advance();
    void skip_line();
    PgnToken read_tag();
    PgnToken read_line_comment();
    PgnToken read_brace_comment();
    PgnToken skip_variation();

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

}  // namespace emilia
