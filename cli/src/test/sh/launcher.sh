#!/usr/bin/env bash
# Tests of ./hocket as a user calls it: one line "ok NAME" or "not ok NAME" each.
# Needs a finished build; ./check calls it after one.
set -u
unset CDPATH

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/hocket launcher test.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/cli/src/main/sh/find-jdk.sh"
. "$root/cli/src/test/sh/expect.sh"

hocket=$root/hocket
cat >Hello.java <<'END'
void main(String[] arguments) {
  IO.println("Hello " + String.join(",", arguments));
}
END
cat >Leave.java <<'END'
void main() {
  System.exit(7);
}
END
cat >Throw.java <<'END'
void main() {
  throw new IllegalStateException("on purpose");
}
END
cat >Heap.java <<'END'
void main() {
  IO.println(Runtime.getRuntime().maxMemory() / 1024 / 1024);
}
END
cat >Wrong.java <<'END'
void main() {
  int number = "text";
}
END
cat >Wait.java <<'END'
void main() throws InterruptedException {
  Runtime.getRuntime().addShutdownHook(new Thread(() -> IO.println("hook ran")));
  IO.println("waiting");
  Thread.sleep(600_000);
}
END
cat >Größe.java <<'END'
void main(String[] arguments) {
  for (String name : arguments) {
    IO.println(name + " " + java.nio.file.Files.exists(java.nio.file.Path.of(name)));
  }
}
END
mkdir "two words"
cp Hello.java "two words/Hello.java"

expect version 0 'hocket *.*.* (JDK *)' "$hocket" --version
expect run 0 'Hello ' "$hocket" run Hello.java
expect run_arguments_goToTheProgram 0 'Hello -J-x,--help,@file,--,' \
  "$hocket" run Hello.java -J-x --help @file -- ''
expect run_folderWithSpaces 0 'Hello a b' "$hocket" run "two words" 'a b'
expect run_jvmFlag 0 '6[0-9]' "$hocket" -J-Xmx64m -J-XX:+UseSerialGC run Heap.java
expect run_jvmFlagAfterAnOption 0 '6[0-9]' \
  "$hocket" run --main Heap -J-Xmx64m -J-XX:+UseSerialGC Heap.java
expect run_otherCollector_noWarning 0 'Hello ' "$hocket" -J-XX:+UseZGC run Hello.java
expect run_exitCode_passesThrough 7 '' "$hocket" run Leave.java
expect run_throw_exitsWith1 1 \
  'Exception in thread "main" java.lang.IllegalStateException: on purpose
	at Throw.main(Throw.java:2)' "$hocket" run Throw.java
expect run_wrongSource_exitsWith1 1 'Wrong.java:2: error:*1 error' "$hocket" run Wrong.java
expect run_missingFile_exitsWith2 2 'hocket: Nowhere.java: no such file' "$hocket" run Nowhere.java
expect unknownCommand_exitsWith2 2 'hocket: *Did you mean: hocket run*' "$hocket" rum
expect compile_version_onStandardOutput 0 'javac *' bash -c '"$0" compile -version 2>/dev/null' "$hocket"
expect help_closedPipe_isSilent 0 'Runs sequential*' bash -c '"$0" --help | head -n 1' "$hocket"
for server in flow-server swerve; do
  expect "$server"_startsWhereItIsCalled 0 "*Usage: $server *" \
    "$root/case-studies/$server/$server" --help
done
# Not among the tests of the modules: there, quoll is just being built.
expect logs_pageShowsEachLineOnce_alsoAfterAKill 0 'all lines are counted once' \
  "$root/case-studies/logs/src/test/sh/logs.sh"
expect classpath_runsACompiledProgram 0 'Hello there' \
  bash -c '"$0" compile -d out Hello.java && "$1" -cp "out:$("$0" classpath)" Hello there' "$hocket" \
  "$(find_jdk)/bin/java"
expect classpath_namesTheJarsOfTheRuntime 0 \
  "$root/cli/target/lib/hocket-core-*.jar:*/hocket-directives-*.jar:*/hocket-events-*.jar" \
  "$hocket" classpath
expect pipe_carriesNoColour 0 'no escape' bash -c '"$0" --help | grep -q $'"'\\033'"' || echo no escape' "$hocket"

ln -s "$hocket" "link to hocket"
ln -s "link to hocket" link
expect symbolicLink 0 'hocket *' ./link --version
expect emptyEnvironment 0 'hocket *' env -i PATH=/usr/bin:/bin "$hocket" --version
expect onThePath 0 'Hello ' env PATH="$work:$PATH" link run Hello.java
for locale in C nowhere.UTF-8; do
  # bash itself warns of a locale that is not installed.
  expect "locale_${locale}_filesAreFoundByTheirNames" 0 '*Größe.java true' \
    env -u LANG LC_ALL="$locale" "$hocket" run Größe.java Größe.java
done
expect oldJava_isPassedOver 0 'hocket *' env -u JAVA_HOME PATH=/usr/bin:/bin "$hocket" --version
expect wrongJavaHome_isPassedOver 0 'hocket *' env JAVA_HOME=/nowhere "$hocket" --version

# A copy of the launcher and of what it built, in a path with spaces and with a broken cache: it
# still starts, and says nothing about it.
copy="$work/copy of it"
mkdir -p "$copy/cli"
cp "$root/hocket" "$root/pom.xml" "$copy"
cp "$root/cli/pom.xml" "$copy/cli"
cp -R "$root/cli/src" "$root/cli/training" "$copy/cli"
cp -R "$root/cli/target" "$copy/cli/target"
touch "$copy/cli/target/hocket.stamp"
expect movedTree_startsQuietly 0 'hocket *)' "$copy/hocket" --version
for cache in "$copy"/cli/target/*.aot; do
  echo nonsense >"$cache"
done
expect brokenCache_startsQuietly 0 'hocket *)' "$copy/hocket" --version
rm -f "$copy"/cli/target/*.aot
expect noCache_makesOne 0 'hocket: preparing a quick start (once for each JDK)
hocket *)' "$copy/hocket" --version
for cache in "$copy"/cli/target/*.aot; do
  : >"$cache"
done
expect cacheThatCannotBeMade_startsQuietly 0 'hocket *)' "$copy/hocket" --version

# The same files as the archive has them: without a POM, nothing is built.
unpacked="$work/un packed"
mkdir -p "$unpacked/lib"
cp "$root/hocket" "$unpacked"
cp "$root"/cli/target/lib/*.jar "$unpacked/lib"
cp -R "$root/cli/src/main/sh" "$unpacked/lib/sh"
cp -R "$root/cli/training" "$unpacked/lib/training"
expect unpacked_firstStart_saysWhatHappens 0 'hocket: preparing a quick start (once for each JDK)
hocket *)' "$unpacked/hocket" --version
expect unpacked_secondStart_isQuiet 0 'hocket *)' "$unpacked/hocket" --version

# await_text TEXT FILE PROCESS: waits until the process has written the text, or has ended; ten minutes are a hang.
await_text() {
  local end=$((SECONDS + 600))
  until grep -qs "$1" "$2" || ! kill -0 "$3" 2>/dev/null || [ "$SECONDS" -gt "$end" ]; do
    sleep 0.1
  done
}

interrupt() {
  # Job control gives the program a process group of its own. A shell cannot take back that its caller ignores interrupts, as
  # that of 'check &' does.
  local heeding=()
  env --default-signal=INT true 2>/dev/null && heeding=(env --default-signal=INT)
  set -m
  ${heeding[@]+"${heeding[@]}"} "$hocket" run --record run.jfr Wait.java >out.txt 2>&1 &
  local pid=$!
  set +m
  await_text waiting out.txt "$pid"
  kill -INT "$pid"
  wait "$pid"
  local status=$?
  cat out.txt
  [ -s run.jfr ] && echo recorded
  return "$status"
}
expect run_interrupted_runsHooksAndKeepsTheRecording 130 'waiting
hook ran
recorded' interrupt

# An editor that asks once, and then Ctrl-C.
request='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
interrupt_server() {
  local heeding=()
  env --default-signal=INT true 2>/dev/null && heeding=(env --default-signal=INT)
  mkfifo editor
  set -m
  ${heeding[@]+"${heeding[@]}"} "$hocket" lsp <editor >answers.txt 2>errors.txt &
  local pid=$!
  set +m
  exec 7>editor
  printf 'Content-Length: %d\r\n\r\n%s' "${#request}" "$request" >&7
  await_text capabilities answers.txt "$pid"
  kill -INT "$pid"
  wait "$pid"
  local status=$?
  exec 7>&-
  cat errors.txt
  grep -qs capabilities answers.txt && echo answered
  return "$status"
}
expect lsp_interrupted_ends 130 answered interrupt_server
expect lsp_withoutInput_ends 1 '' "$hocket" lsp
expect lsp_garbage_endsItWithOneLine 2 'hocket lsp: an editor should write messages of the Language Server Protocol, but *GET / HTTP/1.1' \
  bash -c 'printf "GET / HTTP/1.1\r\n\r\n" | "$0" lsp' "$hocket"

# The first program of the guide, on Flink and from its jar; without optimised compilation, which would take longer than the runs.
guide=$root/docs/guide/flow-flink.md
block() { awk -v fence="\`\`\`$1" -v n="$2" '$0 == fence { on = ++k == n; next } /^```/ { on = 0 } on' "$guide"; }
block java 1 >Sales.java
block clojure 1 >sales.clj
sums='*{south=100000, north=100000, west=100000}'
expect flink_runsTheGuidesProgram 0 "$sums" "$hocket" -J-XX:TieredStopAtLevel=1 run --engine flink Sales.java sales.clj
block clojure 2 >sales.clj
expect flink_packs 0 '*' "$hocket" -J-XX:TieredStopAtLevel=1 package-flow -o sales.jar Sales.java sales.clj
expect flink_runsTheJar 0 "$sums" "$hocket" -J-XX:TieredStopAtLevel=1 run --engine flink sales.jar
