# Sourced by ./run and ./test: brings in the Debian packages a job needs.
#
# need PACKAGE WHY [COMMAND]   notes a package that is missing; with COMMAND, having that command on the
#                              path is as good as having the package.
# wish PACKAGE WHY COMMAND     the same for what is only a comfort: installed along with what is needed.
# install_needed               installs what was noted, or refuses and says so under --no-install.

missing_packages=()
missing_reasons=()
wished_packages=()
wished_reasons=()
install_allowed=1

need() {
    local package=$1 why=$2 command=${3:-}
    if [ -n "$command" ] && command -v "$command" >/dev/null 2>&1; then return; fi
    if ! command -v dpkg-query >/dev/null 2>&1; then return; fi  # not Debian: the build itself will tell
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ]; then return; fi
    missing_packages+=("$package")
    missing_reasons+=("$why")
}

wish() {
    if command -v "$3" >/dev/null 2>&1; then return; fi
    wished_packages+=("$1")
    wished_reasons+=("$2")
}

need_for_building() {
    need g++ "the compiler" g++
    need cmake "the build" cmake
    need ninja-build "the build" ninja
    need pkg-config "finds libraries" pkg-config
    need libfmt-dev "text formatting"
    need libcli11-dev "the command line"
    need nlohmann-json3-dev "JSON output"
    need libedit-dev "line editing in the terminal game"
    need git "names the commit in 'emilia version'" git
    wish ccache "makes a build after a clean one quick" ccache
}

install_needed() {
    if [ ${#missing_packages[@]} -eq 0 ]; then return 0; fi
    echo "These Debian packages are needed and not installed:" >&2
    local i
    for i in "${!missing_packages[@]}"; do
        printf '  %-24s %s\n' "${missing_packages[$i]}" "${missing_reasons[$i]}" >&2
    done
    if [ "$install_allowed" = 0 ]; then
        echo "--no-install was given, so nothing was installed. To install them yourself:" >&2
        echo "  apt-get install --no-install-recommends ${missing_packages[*]}" >&2
        return 1
    fi
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "Installing needs root, and there is no sudo here. As root, run:" >&2
            echo "  apt-get install --no-install-recommends ${missing_packages[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    if [ ${#wished_packages[@]} -gt 0 ]; then
        echo "and these are useful:" >&2
        for i in "${!wished_packages[@]}"; do
            printf '  %-24s %s\n' "${wished_packages[$i]}" "${wished_reasons[$i]}" >&2
        done
        missing_packages+=("${wished_packages[@]}")
    fi
    echo "Installing them now (--no-install refuses)." >&2
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing_packages[@]}"; } >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        echo "apt-get failed; its whole output is in $log" >&2
        return 1
    fi
    rm -f "$log"
}
