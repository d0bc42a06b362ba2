#!/usr/bin/env bash
# pack.sh [FILE]: packs the extension as hocket-VERSION.vsix here, or as FILE. 'code --install-extension FILE' installs it.
set -eu
folder=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(realpath "${1:-$folder}")

cd "$folder"
npm ci --silent --no-audit --no-fund
npm --prefix pack ci --silent --no-audit --no-fund
pack/node_modules/.bin/vsce package --out "$out" --allow-missing-repository
