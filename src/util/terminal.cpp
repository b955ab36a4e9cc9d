#include "util/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "util/text.h"

namespace emilia {

namespace {

// What stands at the front of a text: a style, or a character.
struct Piece {
    std::size_t bytes;
    int width;
};

Piece first_piece(std::string_view text) {
    if (text.starts_with("\x1b[")) {
        const std::size_t end = text.find('m');
        return {end == text.npos ? text.size() : end + 1, 0};
    }
    std::size_t bytes = 1;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) ++bytes;
    return {bytes, static_cast<int>(columns_of(text.substr(0, bytes)))};
}

}  // namespace

Terminal standard_output() {
    Terminal terminal;
    terminal.is_terminal = ::isatty(STDOUT_FILENO) == 1;
    const char* const term = std::getenv("TERM");
    const char* const no_color = std::getenv("NO_COLOR");
    terminal.is_dumb = term == nullptr || std::string_view(term) == "dumb";
    terminal.color =
        terminal.is_terminal && !terminal.is_dumb && (no_color == nullptr || *no_color == '\0');
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* const value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        const std::string_view locale = value;
        terminal.unicode =
            locale.find("UTF-8") != locale.npos || locale.find("utf8") != locale.npos;
        break;
    }
    winsize size{};
    if (terminal.is_terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        terminal.columns = size.ws_col;
        terminal.rows = size.ws_row;
    }
    return terminal;
}

std::string styled(bool color, std::string_view sgr, std::string_view text) {
    return color ? fmt::format("\x1b[{}m{}\x1b[0m", sgr, text) : std::string(text);
}

int visible_width(std::string_view text) {
    int width = 0;
    while (!text.empty()) {
        const Piece piece = first_piece(text);
        width += piece.width;
        text.remove_prefix(piece.bytes);
    }
    return width;
}

std::string clipped(std::string_view text, int width) {
    std::string result;
    while (!text.empty()) {
        const Piece piece = first_piece(text);
        if (piece.width <= width) {
            result += text.substr(0, piece.bytes);
            width -= piece.width;
        }
        text.remove_prefix(piece.bytes);
    }
    return result;
}

}  // namespace emilia
