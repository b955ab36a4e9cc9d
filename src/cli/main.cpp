#include "cli/program.h"

int main(int argc, char** argv) {
    return emilia::cli::Program().run(argc, argv);
}
