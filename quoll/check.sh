#!/usr/bin/env bash
# check.sh [--long]: installs what the lock file names, then checks the format, builds and tests the package. On later
# versions of Node, which npm provides, it runs the tests in test/engine, and then pages in a headless Chromium, with a part of the suites; with --long
# all tests, random programs for an hour on each version, popular packages inside handlers (packages/main.mjs), and pages for minutes and in
# Firefox. The last line counts the tests; the exit code is 0 only if everything passed.
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
# Where later versions of Node keep what they have compiled, because each test starts programs and workers.
NODE_COMPILE_CACHE=$(mktemp -d)
export NODE_COMPILE_CACHE
trap 'rm -rf "$log" "$NODE_COMPILE_CACHE"' EXIT
# The rule: a test that another version of Node may fail where this one passes is in test/engine.
later=(engine/)
# The versions of Node share one soak of some 24 s: each continues with its own random programs and numbers of workers. Its seeds overlap neither
# with those of another version nor with those of tomorrow, which are 1000 further.
export QUOLL_SOAK=8
# They share the other tests in test/engine likewise (test/runtime/sharing.ts). A day that begins meanwhile changes nothing.
export QUOLL_SHARE=3
export QUOLL_TURN=$(($(date +%s) / 86400))
if [ "${1:-}" = --long ]; then
  export QUOLL_SOAK=3600 QUOLL_SHARE=1
  later=()
fi
echo "quoll: QUOLL_SHARE=$QUOLL_SHARE QUOLL_TURN=$QUOLL_TURN"
npm test --silent 2>&1 | tee "$log"
[ "${PIPESTATUS[0]}" -eq 0 ] || broken=1
for version in 22.23.3 24.21.0; do
  [ -z "${QUOLL_SEED:-}" ] || export QUOLL_SEED=$((QUOLL_SEED + 300))
  export QUOLL_TURN=$((QUOLL_TURN + 1))
  echo "quoll: Node $version, QUOLL_SHARE=$QUOLL_SHARE QUOLL_TURN=$QUOLL_TURN"
  npm exec --yes --silent --package="node@$version" -- node build/test.mjs "${later[@]}" 2>&1 | tee -a "$log"
  [ "${PIPESTATUS[0]}" -eq 0 ] || broken=1
done
pages=(pages.test.mjs suites.test.mjs)
if [ "${1:-}" = --long ]; then
  pages+=(long.test.mjs)
  export QUOLL_PAGE_PART=1
fi
echo "quoll: pages in a browser"
(cd pages && npm ci --silent --no-audit --no-fund && node --test --test-concurrency=1 --test-reporter=spec "${pages[@]}") 2>&1 | tee -a "$log"
[ "${PIPESTATUS[0]}" -eq 0 ] || broken=1
if [ "${1:-}" = --long ]; then
  (cd packages && npm ci --silent --no-audit --no-fund && node main.mjs) || broken=1
fi

# Matches "ℹ pass 12" of the reporter spec, once for each version of Node.
count() { awk -v what="$1" '$1 == "ℹ" && $2 == what && NF == 3 { sum += $3 } END { print sum + 0 }' "$log"; }
passed=$(count pass) failed=$(count fail) skipped=$(($(count skipped) + $(count todo)))
[ "$passed" -gt 0 ] || broken=1
echo "$passed passed, $failed failed, $skipped skipped"
exit $broken
