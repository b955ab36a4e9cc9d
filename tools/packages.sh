# Sourced by ./run and ./test: brings in the Debian packages a job needs.
#
# need PACKAGE WHY [COMMAND]   notes a package; with COMMAND, having that command on the path is as good as
#                              having the package.
# wish PACKAGE WHY COMMAND     the same for what is only a comfort: installed along with what is needed.
# install_needed               installs those that are missing, or refuses and says so under --no-install.

needed_packages=()
wished_packages=()
declare -A reason_for
install_allowed=1

need() {
    if [ -n "${3:-}" ] && command -v "$3" >/dev/null 2>&1; then return; fi
    needed_packages+=("$1")
    reason_for[$1]=$2
}

wish() {
    if command -v "$3" >/dev/null 2>&1; then return; fi
    wished_packages+=("$1")
    reason_for[$1]=$2
}

list_reasons() {  # PACKAGE...
    local package
    for package in "$@"; do printf '  %-24s %s\n' "$package" "${reason_for[$package]}" >&2; done
}

need_for_building() {
    need clang-19 "the compiler" clang++-19
    need cmake "the build" cmake
    need ninja-build "the build" ninja
    need pkg-config "finds libraries" pkg-config
    need libfmt-dev "text formatting"
    need libcli11-dev "the command line"
    need nlohmann-json3-dev "JSON output"
    need libedit-dev "line editing in the terminal game"
    need libzstd-dev "packs weights and training games"
    need libxxhash-dev "checksums of weights and training games"
    need libboost1.81-dev "the web server"
    need libeigen3-dev "matrices: how the player bill learns"
    need libsqlite3-dev "keeps the games of the page"
    need nodejs "builds the page" node
    need npm "fetches what the page is built with" npm
    need git "names the commit in 'emilia version'" git
    wish ccache "makes a build after a clean one quick" ccache
}

install_needed() {
    if [ ${#needed_packages[@]} -eq 0 ]; then return 0; fi
    if ! command -v dpkg-query >/dev/null 2>&1; then return 0; fi  # not Debian: the build itself will tell
    # Asked once for all of them: this runs at every start.
    local installed package missing=()
    installed=$(dpkg-query -W -f ' ${Package}:${db:Status-Status} ' "${needed_packages[@]}" 2>/dev/null || true)
    for package in "${needed_packages[@]}"; do
        case $installed in *" $package:installed "*) ;; *) missing+=("$package") ;; esac
    done
    if [ ${#missing[@]} -eq 0 ]; then return 0; fi
    echo "These Debian packages are needed and not installed:" >&2
    list_reasons "${missing[@]}"
    if [ "$install_allowed" = 0 ]; then
        echo "--no-install was given, so nothing was installed. To install them yourself:" >&2
        echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
        return 1
    fi
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "Installing needs root, and there is no sudo here. As root, run:" >&2
            echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    if [ ${#wished_packages[@]} -gt 0 ]; then
        echo "and these are useful:" >&2
        list_reasons "${wished_packages[@]}"
        missing+=("${wished_packages[@]}")
    fi
    echo "Installing them now (--no-install refuses)." >&2
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        echo "apt-get failed; its whole output is in $log" >&2
        return 1
    fi
    rm -f "$log"
}
