#!/usr/bin/env bash
# Installs what the lock file names, then formats, builds and tests the package.
# The last line counts the tests; the exit code is 0 only if everything passed.
set -u
cd -P "$(dirname "${BASH_SOURCE[0]}")" || exit 2

node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null || {
  echo "quoll: needs Node 20.19 or later: install it from https://nodejs.org, or your system's package nodejs" >&2
  exit 2
}
npm ci --silent --no-audit --no-fund || {
  echo "quoll: npm could not install what quoll/package-lock.json names" >&2
  exit 1
}
broken=0
rm -rf dist
npm run --silent lint || broken=1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
npm test --silent 2>&1 | tee "$log"
[ "${PIPESTATUS[0]}" -eq 0 ] || broken=1

# "ℹ pass 12" of the reporter named spec.
count() { sed -n "s/^ℹ $1 \([0-9]*\)$/\1/p" "$log" | tail -1 | grep . || echo 0; }
passed=$(count pass) failed=$(count fail) skipped=$(($(count skipped) + $(count todo)))
[ "$passed" -gt 0 ] || broken=1
echo "$passed passed, $failed failed, $skipped skipped"
exit $broken
