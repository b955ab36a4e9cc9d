#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace emilia::cli {

// "emilia train fit".
std::string full_name(const CLI::App* app);

// How help is laid out: what a subcommand is, its usage, its arguments and options in two columns,
// then its examples; nothing wider than 80 columns.
class HelpText : public CLI::Formatter {
  public:
    HelpText() {
        column_width(28);
        label("Positionals", "Arguments");
    }
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override;
    std::string make_option(const CLI::Option* option, bool is_positional) const override;
    std::string make_subcommand(const CLI::App* command) const override;
    std::string make_usage(const CLI::App* app, std::string name) const override;
    std::string make_description(const CLI::App* app) const override;

  private:
    std::string row(const std::string& left, const std::string& right) const;
};

}  // namespace emilia::cli
