#!/usr/bin/env bash run.sh [--bench] FILE ARGUMENT…: installs and builds the package if necessary, then runs one of its files with
# Node. --bench also installs the peers of its benchmark.
set -eu
cd -P "$(dirname "${BASH_SOURCE[0]}")"

install() {
  [ -d "$1/node_modules" ] || npm --prefix "$1" ci --silent --no-audit --no-fund
}
node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null || {
  echo "quoll needs Node 20.19 or later: install it from https://nodejs.org, or your system's package nodejs" >&2
  exit 2
}
install .
if [ "$1" = --bench ]; then
  install bench
  shift
fi
[ -e dist/src/stm/stm.wasm ] || npm run --silent build
exec node "$@"
