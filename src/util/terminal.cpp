#include "util/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace emilia {

Terminal standard_output() {
    Terminal terminal;
    terminal.is_terminal = ::isatty(STDOUT_FILENO) == 1;
    const char* const term = std::getenv("TERM");
    const char* const no_color = std::getenv("NO_COLOR");
    const bool dumb = term == nullptr || std::string_view(term) == "dumb";
    terminal.color = terminal.is_terminal && !dumb && (no_color == nullptr || *no_color == '\0');
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

}  // namespace emilia
