#!/usr/bin/env bash
# Does what docs/guide/start.md says, word for word: each way from an empty folder, to what it prints.
# One line "ok NAME" or "not ok NAME" each; ./check --long calls it after a build. Takes what is committed.
set -u
unset CDPATH

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/hocket-start-test.XXXXXX")
trap 'rm -rf "$work"' EXIT
. "$root/cli/src/test/sh/expect.sh"
. "$root/projects/src/test/sh/maven.sh"
page=$root/docs/guide/start.md

# blocks LANGUAGE HEADING: the code in this language below a heading; "" is the top of the page.
blocks() {
  awk -v language="$1" -v heading="$2" '
    /^## / { current = substr($0, 4) }
    /^```/ { inside = !inside && $0 == "```" language && current == heading }
    inside && !/^```/ { print }
    /^```$/ { inside = 0 }' "$page"
}

# The page names the repository by the address of a placeholder.
export GIT_CONFIG_COUNT=1
export GIT_CONFIG_KEY_0=url.$root.insteadOf
export GIT_CONFIG_VALUE_0=https://hocket.example/hocket.git

# way HEADING: runs its commands in a folder of their own; fails unless they print what the page shows.
way() {
  local folder=$work/$1 line
  mkdir "$folder"
  blocks java "" >"$folder/Sums.java"
  [ "$1" = "From the archive" ] && cp "$root"/archive/target/hocket-*.tar.gz "$folder"
  blocks sh "$1" >"$folder.sh"
  [ -s "$folder.sh" ] || return 1
  (cd "$folder" && bash -e "$folder.sh") >"$folder.out" 2>"$folder.err" </dev/null || {
    tail -n 30 "$folder.out" "$folder.err"
    return 1
  }
  # Maven resets colours, which it does not use, at its start.
  sed -i 's/\x1b\[[0-9;]*m//g' "$folder.out"
  while IFS= read -r line; do
    grep -qxF "$line" "$folder.out" || {
      echo "did not print: $line"
      return 1
    }
  done < <(blocks text "$1")
  echo "$(wc -l <"$folder.sh") commands"
}

"$root/hocket" package >/dev/null 2>&1
expect fromTheArchive 0 '[1-9] commands' way "From the archive"
own_maven "$work/repository"
expect withMaven 0 '[1-9] commands' way "With Maven"
expect inAClone 0 '[1-9] commands' way "In a clone"
