#!/usr/bin/env bash
# The log explorer as a user starts it, with its page in Chromium: killed at some moment, and started again while more is
# written. Prints "all lines are counted once", or what differs. Needs a finished build, Node.js and Chromium.
set -eu
unset CDPATH
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../../../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/hocket logs test.XXXXXX")
explorer=
trap '[ -z "$explorer" ] || kill -9 "$explorer" 2>/dev/null; rm -rf "$work"' EXIT
logs=$work/logs
temporary=$work/temporary
mkdir "$logs" "$temporary" "$work/empty"
cd "$work/empty"

# Only the last run compiles the program, as yours does; compiling takes as long as a run.
sources=$root/case-studies/logs/src/main
find "$sources/java" -name '*.java' >"$work/files"
"$root/hocket" -J-XX:TieredStopAtLevel=1 compile -nowarn -d "$work/classes" "@$work/files"
program=(-cp "$work/classes:$sources/resources" dev.hocket.casestudies.logs.Main)

# The runs are short: optimised compilation would take longer than it saves.
explore() {
  "$root/hocket" -J-XX:TieredStopAtLevel=1 run "${program[@]}" "$@"
}

# Starts it in the background with these arguments; $explorer is its process, $page the address of its page.
start() {
  local begun=$SECONDS
  : >"$work/out"
  "$root/hocket" -J-XX:TieredStopAtLevel=1 "-J-Djava.io.tmpdir=$temporary" \
    run "${program[@]}" --headless --port 0 "$@" >"$work/out" 2>&1 &
  explorer=$!
  until page=$(sed -n 's/^logs: the page is //p' "$work/out") && [ -n "$page" ]; do
    kill -0 "$explorer" || { cat "$work/out"; exit 1; }
    [ "$((SECONDS - begun))" -lt 600 ] || { echo "there is no page after ten minutes"; cat "$work/out"; exit 1; }
    sleep 0.1
  done
}

# Prints the status of the page for a host, and the rows of services with the names of an object's properties.
asked() {
  node -e '
    const { get } = require("node:http");
    const [url, host] = process.argv.slice(1);
    get(new URL("counts", url), { headers: host ? { host } : {} }, async (answer) => {
      let text = "";
      for await (const part of answer) text += part;
      const rows = answer.statusCode === 200 ? JSON.parse(text).services : {};
      const of = (name) => (Object.hasOwn(rows, name) ? rows[name].INFO : "-");
      console.log(answer.statusCode, of("__proto__"), of("constructor"));
    });' "$@"
}

# Waits until the server has counted so many lines, at most ten minutes: a browser for each look would cost seconds.
await_lines() {
  node -e '
    const [url, lines] = process.argv.slice(1);
    const end = Date.now() + 600_000;
    const look = async () => {
      const counts = await (await fetch(new URL("counts", url))).json();
      if (counts.lines < Number(lines) && Date.now() < end) setTimeout(look, 100);
    };
    look();' "$page" "$1"
}

# The number of lines on the page.
shown() {
  local browser
  browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || command -v google-chrome-stable)
  "$browser" --headless --no-sandbox --disable-gpu --no-first-run --user-data-dir="$work/profile" \
    --virtual-time-budget=3000 --dump-dom "$page" 2>/dev/null | sed -n 's/.*<output id="lines">\([0-9]*\)<.*/\1/p'
}

explore --generate 40000 "$logs" >"$work/generated"
start --data "$work/data" "$logs"
kill -9 "$explorer"
wait "$explorer" 2>/dev/null || true
explore --generate 40000 "$logs" >>"$work/generated"
for service in __proto__ constructor; do
  echo "{\"service\":\"$service\",\"level\":\"info\",\"time\":\"+300000-01-01T00:00:00Z\"}" >>"$logs/names.log"
  echo "$service INFO 1" >>"$work/generated"
  echo "all 1" >>"$work/generated"
done
start --data "$work/data" "$logs"
await_lines 80002
for ((tries = 0; tries < 60; tries++)); do
  lines=$(shown)
  [ "$lines" != 80002 ] || break
done
[ "$lines" = 80002 ] || { echo "the page shows $lines lines, not 80002"; cat "$work/out"; exit 1; }
answers="$(asked "$page") $(asked "$page" another.example)"
[ "$answers" = "200 1 1 421 - -" ] || { echo "the page answers $answers"; exit 1; }
kill "$explorer"
wait "$explorer" 2>/dev/null || true
explorer=
awk '{ $0 = $0; n = $NF; $NF = ""; sum[$0] += n } END { for (place in sum) print place sum[place] }' "$work/generated" |
  sort >"$work/expected"
explore --once --data "$work/data" "$logs" | sort | diff "$work/expected" -
[ -z "$(ls -A)" ] || { echo "it has left files in the current folder:"; ls -A; exit 1; }

# Without a folder, from an empty one: a shop writes logs, and leaves nothing behind, here or in the folder for temporary files.
program=("$root/case-studies/logs")
start
await_lines 50000
for ((tries = 0; tries < 60; tries++)); do
  lines=$(shown)
  [ "${lines:-0}" -lt 50000 ] || break
done
[ "$lines" -ge 50000 ] || { echo "the page of the shop shows $lines lines"; cat "$work/out"; exit 1; }
kill "$explorer"
wait "$explorer" 2>/dev/null || true
explorer=
left=$(ls -A . "$temporary" | grep -e shop -e logs-data || true)
[ -z "$left" ] || { echo "the shop has left $left"; exit 1; }
echo "all lines are counted once"
