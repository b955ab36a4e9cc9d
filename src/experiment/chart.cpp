#include "experiment/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace emilia::experiment {

namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 400;
constexpr double kLeft = 80;
constexpr double kRight = 20;
constexpr double kTop = 56;
constexpr double kBottom = 48;
// With slanted names below.
constexpr double kNamesBottom = 112;
// Okabe and Ito's palette.
constexpr std::array kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                 "#e69f00", "#56b4e9", "#555555"};

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

// From `low` to `high` in round steps.
struct Axis {
    double low;
    double high;
    double step;

    Axis(double least, double most, double wanted) {
        if (most <= least) most = least + 1;
        const double rough = (most - least) / wanted;
        const double power = std::pow(10, std::floor(std::log10(rough)));
        const double ratio = rough / power;
        step = power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
        low = std::floor(least / step) * step;
        high = std::ceil(most / step) * step;
    }
    // For so many names at 1, 2, ...
    explicit Axis(std::size_t names) : low(0.5), high(static_cast<double>(names) + 0.5), step(1) {}
    double place(double value) const { return (value - low) / (high - low); }
    int steps() const { return static_cast<int>(std::lround((high - low) / step)); }
};

}  // namespace

std::string Chart::svg() const {
    double least_x = 1e300;
    double most_x = -1e300;
    double least_y = 0;
    double most_y = 0;
    for (const Series& one : series) {
        for (const auto& [x, y] : one.points) {
            least_x = std::min(least_x, x);
            most_x = std::max(most_x, x);
            least_y = std::min(least_y, y);
            most_y = std::max(most_y, y);
        }
    }
    if (least_x > most_x) least_x = most_x = 0;
    const Axis horizontal = x_names.empty() ? Axis(least_x, most_x, 10) : Axis(x_names.size());
    const Axis vertical(least_y, most_y, 6);
    const double inner_width = kWidth - kLeft - kRight;
    const double bottom = x_names.empty() ? kBottom : kNamesBottom;
    const double inner_height = kHeight - kTop - bottom;
    const auto x_at = [&](double x) { return kLeft + horizontal.place(x) * inner_width; };
    const auto y_at = [&](double y) { return kHeight - bottom - vertical.place(y) * inner_height; };

    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"12\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
        "<text x=\"{2}\" y=\"20\" font-size=\"14\">{3}</text>\n",
        kWidth, kHeight, kLeft, escaped(title));
    for (int i = 0; i <= vertical.steps(); ++i) {
        const double y = vertical.low + i * vertical.step;
        out += fmt::format(
            "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n"
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n",
            kLeft, y_at(y), kWidth - kRight, y_at(y), std::abs(y) < 1e-9 ? "#555555" : "#dddddd",
            kLeft - 6, y_at(y) + 4, y);
    }
    for (std::size_t i = 0; i < x_names.size(); ++i) {
        const double x = x_at(static_cast<double>(i + 1));
        const double y = kHeight - bottom + 16;
        out += fmt::format(
            "<text x=\"{0:.1f}\" y=\"{1:.1f}\" text-anchor=\"end\" "
            "transform=\"rotate(-35 {0:.1f} {1:.1f})\">{2}</text>\n",
            x, y, escaped(x_names[i]));
    }
    for (int i = 0; x_names.empty() && i <= horizontal.steps(); ++i) {
        const double x = horizontal.low + i * horizontal.step;
        out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:g}</text>\n",
                           x_at(x), kHeight - bottom + 18, x);
    }
    out += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n"
        "<text x=\"16\" y=\"{:.1f}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {:.1f})\">"
        "{}</text>\n",
        kLeft + inner_width / 2, kHeight - 10, escaped(x_label), kTop + inner_height / 2,
        kTop + inner_height / 2, escaped(y_label));
    double legend = kLeft;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const char* const colour = kColours[i % kColours.size()];
        if (bars && i == 0) {
            double gap = horizontal.high - horizontal.low;
            for (std::size_t k = 1; k < series[i].points.size(); ++k) {
                gap = std::min(gap, series[i].points[k].first - series[i].points[k - 1].first);
            }
            const double half = 0.4 * gap / (horizontal.high - horizontal.low) * inner_width;
            for (const auto& [x, y] : series[i].points) {
                out += fmt::format(
                    "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                    "fill=\"{}\"/>\n",
                    x_at(x) - half, y_at(std::max(y, 0.0)), 2 * half, std::abs(y_at(y) - y_at(0)),
                    colour);
            }
        } else {
            std::string points;
            for (const auto& [x, y] : series[i].points) {
                points +=
                    fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", x_at(x), y_at(y));
            }
            out += fmt::format(
                "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"{}\"/>\n",
                colour, points);
        }
        out += fmt::format(
            "<rect x=\"{:.1f}\" y=\"32\" width=\"12\" height=\"12\" fill=\"{}\"/>\n"
            "<text x=\"{:.1f}\" y=\"42\">{}</text>\n",
            legend, colour, legend + 17, escaped(series[i].name));
        legend += 34 + 7.2 * static_cast<double>(series[i].name.size());
    }
    return out + "</svg>\n";
}

}  // namespace emilia::experiment
