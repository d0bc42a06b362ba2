#!/usr/bin/env bash
# Follows docs/guide/start.md word for word: does each way in an empty folder, and compares the output.
# One line "ok NAME" or "not ok NAME" each; ./check --long calls it after a build. Uses the committed state.
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

# way HEADING: runs its commands in the one folder, as a reader does; fails unless they print what the
# page shows.
walk=$work/walk
mkdir "$walk"
blocks java "" >"$walk/Sums.java"
way() {
  local script=$work/$1 line
  blocks sh "$1" >"$script.sh"
  [ -s "$script.sh" ] || return 1
  # What an earlier way has put on the PATH stays there.
  (cd "$walk" && PATH=$walk/hocket:$PATH bash -e "$script.sh") >"$script.out" 2>"$script.err" </dev/null || {
    tail -n 30 "$script.out" "$script.err"
    return 1
  }
  # Maven resets colours, which it does not use, at its start.
  sed -i 's/\x1b\[[0-9;]*m//g' "$script.out"
  while IFS= read -r line; do
    grep -qxF "$line" "$script.out" || {
      echo "did not print: $line"
      return 1
    }
  done < <(blocks text "$1")
  echo "$(wc -l <"$script.sh") commands"
}

expect inAClone 0 '[1-9] commands' way "In a clone"
expect anArchive 0 '[1-9] commands' way "An archive for other machines"
own_maven "$work/repository"
expect withMaven 0 '[1-9] commands' way "With Maven"

# Each of Hocket's jars in the archive equals the installed one.
same_bytes() {
  local jar name
  for jar in "$walk"/hocket-0.1.0/lib/hocket-*.jar; do
    name=$(basename "$jar" -0.1.0.jar)
    # Jars that only the command line needs are not installed.
    [ "$name" = hocket-cli ] || cmp "$jar" "$work/repository/dev/hocket/$name/0.1.0/$name-0.1.0.jar" || return
  done
}
expect installedJars_areTheArchives 0 '' same_bytes

# Every part of Hocket, used by a Maven project from the installed artefacts.
cp -R "$root/projects/src/test/parts" "$work/parts"
cp "$root/examples/flow/words/Words.java" "$work/parts/src/main/java"
cd "$work/parts" || exit 1
. "$root/cli/src/main/sh/find-jdk.sh"
java=$(find_jdk)/bin/java
expect everyPart_isBuilt 0 '*BUILD SUCCESS*' mvn -B -ntp -Dhocket.version=0.1.0 package
expect everyPart_inJava 0 "$(cat expected.txt)" "$java" -cp 'target/parts.jar:target/lib/*' Parts
expect everyPart_inClojure 0 "$(cat "$root/examples/flow/words/expected.txt")" \
  "$java" -cp 'target/parts.jar:target/lib/*' clojure.main "$root/examples/flow/words/words.clj"

# Clojure's tools, with the lines and commands of docs/guide/flow-running.md: Leiningen, and tools.deps, which the
# Clojure command line calls.
running=$root/docs/guide/flow-running.md
words=$root/examples/flow/words

# indented FIRST: the page's indented block that begins so.
indented() {
  awk -v first="    $1" 'index($0, first) == 1 { inside = 1 } inside && !/^    / { exit } inside { print substr($0, 5) }' \
    "$running"
}
mkdir -p "$work/clojure/src" "$work/clojure/src-java" "$work/lein" "$work/bin"
cd "$work/clojure" || exit 1
cp "$words/words.clj" src
cp "$words/Words.java" src-java
indented '(defproject' >project.clj
echo "{:user {:local-repo \"$work/repository\"}}" >"$work/lein/profiles.clj"
# Without the profile for a REPL, whose libraries are in another repository.
expect leiningen 0 "*$(cat "$words/expected.txt")" env LEIN_HOME="$work/lein" JAVA_CMD="$java" \
  lein with-profile -base run -m clojure.main src/words.clj

indented '{:paths' >deps.edn
cat >"$work/bin/pom.xml" <<'END'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>tools</groupId>
  <artifactId>tools</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.clojure</groupId>
      <artifactId>tools.deps</artifactId>
      <version>0.24.1523</version>
    </dependency>
  </dependencies>
</project>
END
mvn -q -B -ntp -f "$work/bin" org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath \
  -Dmdep.outputFile="$work/bin/tools" >"$work/bin/tools.log" 2>&1 || cat "$work/bin/tools.log"
cat >"$work/bin/clojure" <<END
#!/bin/sh
exec "$java" -cp "$(cat "$work/bin/tools")" clojure.main -e "(require '[clojure.tools.deps :as deps])
  (println (deps/join-classpath (:classpath-roots
    (deps/create-basis {:user nil :extra {:mvn/local-repo \"$work/repository\"}}))))" 2>"$work/bin/clojure.log"
END
chmod +x "$work/bin/clojure"
{
  sed -n 's/.*`\(javac .*java\)`.*/\1/p' "$running"
  echo "exec '$java' -cp \"\$(clojure -Spath)\" clojure.main src/words.clj"
} >"$work/bin/deps.sh"
expect depsEdn 0 "$(cat "$words/expected.txt")" \
  env PATH="$work/bin:$(dirname "$java"):$PATH" bash -e "$work/bin/deps.sh"
