#include "game/pgn_scanner.h"

#include <fmt/format.h>

#include "game/reading.h"
#include "util/text.h"

namespace emilia {

namespace {

bool is_blank(char c) {
    return trimmed({&c, 1}).empty();
}

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

void PgnScanner::advance() {
    if (here() == '\n') ++line_;
    ++at_;
}

void PgnScanner::skip_line() {
    while (!at_end() && here() != '\n') advance();
}

// [Name "value"], where \ makes the next character an ordinary one.
PgnToken PgnScanner::read_tag() {
    PgnToken token{PgnToken::Kind::tag, {}, {}, line_};
    const auto broken = [&](std::string_view what) {
        skip_line();
        token.kind = PgnToken::Kind::bad_tag;
        token.value = fmt::format("{}, expected a tag such as [Black \"name\"]", what);
        return token;
    };
    advance();
    while (!at_end() && here() != '\n' && is_blank(here())) advance();
    while (!at_end() && is_name_character(here())) {
        token.name += here();
        advance();
    }
    if (token.name.empty()) return broken("a [ without the name of a tag");
    while (!at_end() && here() != '\n' && is_blank(here())) advance();
    if (at_end() || here() != '"') {
        return broken(fmt::format("the tag {} has no value in quotes", in_quotes(token.name)));
    }
    for (advance(); !at_end() && here() != '"' && here() != '\n'; advance()) {
        if (here() == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') advance();
        token.value += here() == '\r' ? ' ' : here();
    }
    if (at_end() || here() != '"') {
        return broken(fmt::format("the value of the tag {} does not end", in_quotes(token.name)));
    }
    advance();
    while (!at_end() && here() != '\n' && is_blank(here())) advance();
    if (at_end() || here() != ']') {
        return broken(fmt::format("the tag {} does not end with ]", in_quotes(token.name)));
    }
    advance();
    return token;
}

PgnToken PgnScanner::read_brace_comment() {
    PgnToken token{PgnToken::Kind::comment, {}, {}, line_};
    advance();
    const std::size_t begin = at_;
    while (!at_end() && here() != '}') advance();
    if (at_end()) {
        return {PgnToken::Kind::bad,
                {},
                "the comment that begins here does not end with }",
                token.line};
    }
    token.value = text_.substr(begin, at_ - begin);
    advance();
    return token;
}

PgnToken PgnScanner::read_line_comment() {
    const std::size_t begin = at_ + 1;
    skip_line();
    return {PgnToken::Kind::comment, {}, std::string(text_.substr(begin, at_ - begin)), line_};
}

PgnToken PgnScanner::skip_variation() {
    const std::size_t first_line = line_;
    std::size_t depth = 0;
    while (!at_end()) {
        const char c = here();
        if (c == ';') {
            skip_line();
            continue;
        }
        if (c == '{') {
            while (!at_end() && here() != '}') advance();
            if (at_end()) break;
        }
        if (c == '(') ++depth;
        if (c == ')') --depth;
        advance();
        if (depth == 0) return {PgnToken::Kind::variation, {}, {}, first_line};
    }
    return {
        PgnToken::Kind::bad, {}, "the variation that begins here does not end with )", first_line};
}

PgnToken PgnScanner::next() {
    for (;;) {
        while (!at_end() && is_blank(here())) advance();
        // A % in the first column keeps the line from readers.
        if (at_end() || here() != '%' || (at_ > 0 && text_[at_ - 1] != '\n')) break;
        skip_line();
    }
    if (at_end()) return PgnToken{PgnToken::Kind::end, {}, {}, line_};
    switch (here()) {
        case '[':
            return read_tag();
        case '{':
            return read_brace_comment();
        case '(':
            return skip_variation();
        case ';':
            return read_line_comment();
        default:
            break;
    }
    PgnToken token{PgnToken::Kind::word, {}, {}, line_};
    constexpr std::string_view kEnders = "[{(;";
    while (!at_end() && !is_blank(here()) && kEnders.find(here()) == kEnders.npos) {
        token.value += here();
        advance();
    }
    return token;
}

}  // namespace emilia
