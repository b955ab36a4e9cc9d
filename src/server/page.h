#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace emilia::server {

// A file of the page, as it is inside the program.
struct PageFile {
    std::string_view path;
    std::string_view type;
    std::string_view content;
    std::string tag;  // changes with the content
};

const std::vector<PageFile>& page_files();
// False where the build had nothing to make the page with; "/" then says why.
bool page_was_built();
// Null if there is none; "/" is the page itself.
const PageFile* find_page_file(std::string_view path);

}  // namespace emilia::server
