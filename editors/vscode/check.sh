#!/usr/bin/env bash
# check.sh [--long]: tests the extension for VS Code; with --long it is also packed. The last line counts the tests; the exit code is 0 only if
# everything passed.
set -u
cd -P "$(dirname "${BASH_SOURCE[0]}")" || exit 2

npm ci --silent --no-audit --no-fund || {
  echo "editors/vscode: npm could not install what editors/vscode/package-lock.json names" >&2
  exit 1
}
broken=0
log=$(mktemp)
package=$(mktemp -d)
trap 'rm -rf "$log" "$package"' EXIT
npm test --silent 2>&1 | tee "$log"
[ "${PIPESTATUS[0]}" -eq 0 ] || broken=1

# Matches "ℹ pass 12" of the reporter spec.
count() { awk -v what="$1" '$1 == "ℹ" && $2 == what && NF == 3 { sum += $3 } END { print sum + 0 }' "$log"; }
passed=$(count pass) failed=$(count fail) skipped=$(($(count skipped) + $(count todo)))
if [ "${1:-}" = --long ]; then
  if ./pack.sh "$package/hocket.vsix" && jar tf "$package/hocket.vsix" >"$package/list" &&
    grep -q 'extension/client.js' "$package/list" &&
    grep -q 'extension/directives.tmLanguage.json' "$package/list" &&
    grep -q 'extension/node_modules/vscode-languageclient/node.js' "$package/list" &&
    ! grep -q 'extension/test/' "$package/list"; then
    passed=$((passed + 1))
  else
    echo "✖ the extension is not packed as it should be" >&2
    failed=$((failed + 1)) broken=1
  fi
fi
[ "$passed" -gt 0 ] || broken=1
echo "$passed passed, $failed failed, $skipped skipped"
exit $broken
