#pragma once

#include <string>
#include <string_view>

namespace emilia {

// What the terminal behind standard output can do.
struct Terminal {
    bool is_terminal = false;
    bool is_dumb = false;  // it knows no control sequences
    bool color = false;    // a terminal, not a dumb one, and NO_COLOR is not set
    bool unicode = false;
    int columns = 80;
    int rows = 24;
};
Terminal standard_output();

// `text` in an SGR style ("1", "38;5;34"), or as it is where there is no colour.
std::string styled(bool color, std::string_view sgr, std::string_view text);

// Columns that a text takes, its styles none.
int visible_width(std::string_view text);

// At most `width` columns of it; styles are kept.
std::string clipped(std::string_view text, int width);

}  // namespace emilia
