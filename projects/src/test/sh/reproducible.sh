#!/usr/bin/env bash
# Builds the published artefacts twice, in two places, and compares them byte for byte.
# One line "ok NAME" or "not ok NAME" each; ./check --long calls it. Uses the committed state.
set -u
unset CDPATH

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/hocket-reproducible-test.XXXXXX")
trap 'rm -rf "$work"' EXIT
. "$root/cli/src/test/sh/expect.sh"
. "$root/projects/src/test/sh/maven.sh"

# The local repository of a place, without spaces: mvn splits MAVEN_OPTS at them.
repository() {
  echo "$work/${1// /-}-repository"
}
# publish PLACE: clones, and installs into a local repository of its own.
publish() {
  mkdir -p "$work/$1"
  own_maven "$(repository "$1")"
  git clone -q "$root" "$work/$1/clone" && "$work/$1/clone/hocket" install && "$work/$1/clone/hocket" package
}
# The bytes of all artefacts; Maven's own notes beside them have times in them.
sums() {
  (cd "$(repository "$1")/dev/hocket" && find . \( -name '*.jar' -o -name '*.pom' \) -exec sha256sum {} + | sort)
  (cd "$work/$1/clone/archive/target" && sha256sum hocket-*)
}
expect firstBuild_succeeds 0 '*Installed version *' publish first
expect secondBuild_succeeds 0 '*Installed version *' publish "second one"
sums first >"$work/first.sums"
sums "second one" >"$work/second.sums"
expect artefacts_areMany 0 '[2-9][0-9]' bash -c 'wc -l <"$0"' "$work/first.sums"
expect bothBuilds_giveTheSameBytes 0 '' diff "$work/first.sums" "$work/second.sums"
