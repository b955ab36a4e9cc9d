#!/bin/sh
# Builds the page: build_page.sh WEB RESULTS FOLDER. Copies the sources WEB, and docs/reproductions.md as RESULTS,
# to FOLDER, installs there what the lock file names, and leaves the files of the page in FOLDER/dist.
#
# Where that cannot be done (no node, no network) it says so and leaves a page that says the same; the
# next build tries again.
set -eu
web=$1
results=$2
folder=$3
mkdir -p "$folder"
exec 9>"$folder/lock"
if command -v flock >/dev/null 2>&1; then flock 9; fi  # two presets may be built at once

sum() { (cd "$1" && find . -path ./node_modules -prune -o -type f -print | LC_ALL=C sort | xargs cksum) | cksum; }
now="$(sum "$web") $(cksum <"$results")"
if [ -f "$folder/built" ] && [ "$(cat "$folder/built")" = "$now" ] && [ -f "$folder/dist/app.js" ]; then
    touch "$folder"/dist/*
    exit 0
fi
rm -f "$folder/built"

without_page() {  # WHY
    echo "THE PAGE IS NOT BUILT: $1"
    echo "Emilia works without it (all but the page of 'emilia serve'); the next build tries again."
    mkdir -p "$folder/dist"
    printf '<!doctype html><html lang="en"><title>Emilia</title><p>The page was not built into this program: %s. Build again where that is mended.</p></html>\n' "$1" >"$folder/dist/index.html"
    : >"$folder/dist/app.js"
    : >"$folder/dist/app.css"
    cp "$web/public/icon.svg" "$folder/dist/icon.svg"
    touch -d @0 "$folder"/dist/*  # older than its sources
    exit 0
}

for tool in node npm; do
    command -v $tool >/dev/null 2>&1 || without_page "there is no $tool here (Debian package $([ $tool = node ] && echo nodejs || echo npm))"
done

rm -rf "$folder/src" "$folder/public"
cp -R "$web/." "$folder/"
cp "$results" "$folder/reproductions.md"
# npm writes its own lock file last, so it is there only after a whole installation.
if ! { [ -f "$folder/node_modules/.package-lock.json" ] && cmp -s "$web/package-lock.json" "$folder/installed-lock.json"; }; then
    if ! npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --no-update-notifier \
        --fetch-retries=1 --fetch-retry-mintimeout=1000 >"$folder/npm.log" 2>&1; then
        if grep -Eq 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED' "$folder/npm.log"; then
            without_page "the npm registry cannot be reached from here"
        fi
        cat "$folder/npm.log" >&2
        exit 1
    fi
    cp "$web/package-lock.json" "$folder/installed-lock.json"
fi
cd "$folder"
if ! { node node_modules/typescript/bin/tsc --noEmit && node node_modules/vite/bin/vite.js build; } >"$folder/build.log" 2>&1; then
    cat "$folder/build.log" >&2
    exit 1
fi
echo "$now" >"$folder/built"
