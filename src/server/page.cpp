#include "server/page.h"

#include <fmt/format.h>

#include <cstdint>

// The files are put into the program by the assembler; cmake/page.cmake makes them.
#define EMILIA_EMBED(name, file)                                                              \
    __asm__(".section .rodata\n.balign 16\n.global emilia_page_" #name "\nemilia_page_" #name \
            ":\n.incbin \"" EMILIA_PAGE_FOLDER "/" file "\"\n.global emilia_page_" #name      \
            "_end\nemilia_page_" #name "_end:\n.byte 0\n.previous\n");                        \
    extern "C" {                                                                              \
    extern const char emilia_page_##name[];                                                   \
    extern const char emilia_page_##name##_end[];                                             \
    }

EMILIA_EMBED(html, "index.html")
EMILIA_EMBED(script, "app.js")
EMILIA_EMBED(style, "app.css")
EMILIA_EMBED(icon, "icon.svg")

namespace emilia::server {

namespace {

std::string tag_of(std::string_view content) {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (const char c : content) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    return fmt::format("{:016x}", hash);
}

PageFile file(std::string_view path, std::string_view type, const char* begin, const char* end) {
    const std::string_view content(begin, static_cast<std::size_t>(end - begin));
    return {path, type, content, tag_of(content)};
}

}  // namespace

const std::vector<PageFile>& page_files() {
    static const std::vector<PageFile> files = {
        file("/", "text/html; charset=utf-8", emilia_page_html, emilia_page_html_end),
        file("/app.js", "text/javascript; charset=utf-8", emilia_page_script,
             emilia_page_script_end),
        file("/app.css", "text/css; charset=utf-8", emilia_page_style, emilia_page_style_end),
        file("/icon.svg", "image/svg+xml", emilia_page_icon, emilia_page_icon_end),
    };
    return files;
}

bool page_was_built() {
    return !find_page_file("/app.js")->content.empty();
}

const PageFile* find_page_file(std::string_view path) {
    for (const PageFile& candidate : page_files()) {
        if (candidate.path == path) return &candidate;
    }
    return nullptr;
}

}  // namespace emilia::server
