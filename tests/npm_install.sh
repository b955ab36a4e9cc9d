#!/bin/sh
# Installs what PACKAGES/package-lock.json names into FOLDER/node_modules, once: npm_install.sh PACKAGES FOLDER
# Exits with 77 where that cannot be done here (no node, no network), after saying so.
set -eu
packages=$1
folder=$2

for tool in node npm; do
    if ! command -v $tool >/dev/null 2>&1; then
        echo "skipped: there is no $tool here (Debian package $([ $tool = node ] && echo nodejs || echo npm))"
        exit 77
    fi
done
# npm writes this file last, so it is there only after a whole installation.
if [ -f "$folder/node_modules/.package-lock.json" ] && cmp -s "$packages/package-lock.json" "$folder/package-lock.json"; then
    echo "already installed"
    exit 0
fi
mkdir -p "$folder"
cp "$packages/package.json" "$packages/package-lock.json" "$folder/"
if npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --no-update-notifier \
    --fetch-retries=1 --fetch-retry-mintimeout=1000 >"$folder/npm.log" 2>&1; then
    echo "installed"
elif grep -Eq 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED' "$folder/npm.log"; then
    echo "skipped: the npm registry cannot be reached from here"
    exit 77
else
    cat "$folder/npm.log"
    exit 1
fi
