#!/usr/bin/env bash
# Tests of the archive: unpacked where there is a JDK and nothing else, it runs.
# One line "ok NAME" or "not ok NAME" each; ./check --long calls it after a build.
set -u
unset CDPATH

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/hocket archive test.XXXXXX")
trap 'rm -rf "$work"' EXIT
. "$root/cli/src/main/sh/find-jdk.sh"
. "$root/cli/src/test/sh/expect.sh"
jdk=$(find_jdk)

expect package_namesTheArchivesAndTheirSizes 0 '*.tar.gz  *MiB*.zip  *MiB' "$root/hocket" package
cd "$work" || exit 1
tar xzf "$root"/archive/target/hocket-*.tar.gz
archive=$(echo "$work"/hocket-*)
for format in gz zip; do
  (cd "$(mktemp -d -p "$work")" && pwd && if [ $format = zip ]; then
    "$jdk/bin/jar" xf "$root"/archive/target/hocket-*.zip
  else
    tar xzf "$root"/archive/target/hocket-*.tar.gz
  fi && cd hocket-* && find . -type f -exec sha256sum {} + | sort >"$work/$format.sums") >/dev/null
done
expect bothFormats_holdTheSameFiles 0 '' cmp gz.sums zip.sums

# Links to all commands of the system but Maven and Java.
mkdir bare
for program in bash env dirname readlink tput locale find mkdir mv sed cat id; do
  ln -s "$(command -v $program)" bare
done
# Without a network if possible: only root can run a command without one.
alone=()
if unshare -n true 2>/dev/null; then
  alone=(unshare -n)
fi
bare() {
  ${alone[@]+"${alone[@]}"} env -i PATH="$work/bare" HOME="$work" JAVA_HOME="${java_home:-$jdk}" "$@"
}

cat >Hello.java <<'END'
class Hello {
  public static void main(String[] arguments) {
    //#omp target virtual(worker)
    System.out.println("Hello from " + Thread.currentThread().getName());
  }
}
END
expect firstStart_saysWhatHappens 0 'hocket: preparing a quick start (once for each JDK)
hocket *)' bare "$archive/hocket" --version
expect run_needsNothingButAJdk 0 'Hello from worker-1' bare "$archive/hocket" run Hello.java
expect compile_andPlainJava 0 'Hello from worker-1' bash -c '
  hocket=$1 java=$2; shift 2
  "$@" "$hocket" compile -d out Hello.java && "$java" -cp "out:$("$@" "$hocket" classpath)" Hello' \
  - "$archive/hocket" "$jdk/bin/java" env -i PATH="$work/bare" JAVA_HOME="$jdk"
expect demo_headless 0 '*user inputs*' bare "$archive/hocket" demo --out "$work/demo"
expect newProject_runs 0 'The sum of 1 to 10 is 55.' bash -c '
  "$@" new hello >/dev/null && "$@" run hello 10' - env -i PATH="$work/bare" JAVA_HOME="$jdk" "$archive/hocket"
expect bash_completesTheCommandLine 0 'run' bash -c '
  compopt() { :; }  # Works only while a person completes.
  . "$0/share/bash-completion/completions/hocket"
  COMP_WORDS=(hocket ru) COMP_CWORD=1; _complete_hocket hocket; echo "${COMPREPLY[@]}"' "$archive"
expect man_hasAPageOfEachCommand 0 '*hocket-run.1*hocket.1' ls "$archive/share/man/man1"
parts=$root/projects/src/test/parts
expect everyPart_inJava 0 "$(cat "$parts/expected.txt")" \
  bare "$archive/hocket" run "$parts/src/main/java/Parts.java"
expect everyPart_inClojure 0 "$(cat "$root/examples/flow/words/expected.txt")" \
  bare "$archive/hocket" run "$archive/examples/flow/words" "$archive/examples/flow/words/words.clj"
expect install_saysThatItNeedsAClone 2 "hocket: needs Hocket's sources: *" bare "$archive/hocket" install
rm -rf "$archive/lib/start"
: >"$archive/lib/start"
expect folderForTheCacheCannotBeMade_runsAllTheSame 0 'hocket *' bare "$archive/hocket" --version

# A folder that looks to the launcher like an older Java.
old=$work/old
mkdir -p "$old/bin"
printf '#!/bin/sh\necho too old\n' >"$old/bin/java"
cp "$old/bin/java" "$old/bin/javac"
chmod +x "$old"/bin/*
echo 'JAVA_VERSION="17.0.15"' >"$old/release"
# The usual places hold the real JDK, so the search is made to find none there.
sed 's#/usr/lib/jvm/\* .*#/nowhere \\#; s#"$home"/.sdkman/candidates/java/\*##' \
  "$root/cli/src/main/sh/find-jdk.sh" >"$archive/lib/sh/find-jdk.sh"
expect olderJava_isToldWhatIsNeeded 2 'hocket needs a JDK 25 or newer*JAVA_HOME (*/old)*' \
  env java_home="$old" PATH="$work/bare" JAVA_HOME="$old" "$archive/hocket" --version
