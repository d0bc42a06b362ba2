#!/usr/bin/env bash
# Builds with Ant and Gradle, and a Java made by jlink, as docs/guide/building.md shows them.
# One line "ok NAME" or "not ok NAME" each; ./check --long calls it after a build.
set -u
unset CDPATH

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/hocket builds test.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/cli/src/main/sh/find-jdk.sh"
. "$root/cli/src/test/sh/expect.sh"
page=$root/docs/guide/building.md
export HOCKET=$root
JDK_25=$(find_jdk)
export JDK_25

# block LANGUAGE PAGE [NUMBER]: a page's code block in a language, the first one or another.
block() {
  awk -v language="$1" -v wanted="${3:-1}" '
    $0 == "```" language { count++; inside = 1; next }
    /^```/ { inside = 0 }
    inside && count == wanted { print }' "$2"
}
mkdir -p src/main/java
block java "$root/docs/guide/start.md" >src/main/java/Sums.java
cp src/main/java/Sums.java src
sed -n 's/^    \(#!\/bin\/sh\|exec "$HOCKET\/hocket".*\)$/\1/p' "$page" >hocketc
chmod +x hocketc
sums=$(block text "$root/docs/guide/start.md")

block xml "$page" >build.xml
for jar in ant ant-launcher; do
  mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy \
    -Dartifact=org.apache.ant:$jar:1.10.18 -DoutputDirectory="$work/ant" >ant.log 2>&1 || cat ant.log
done
sed -i 's#srcdir="src"#srcdir="src" includes="Sums.java"#' build.xml
expect ant 0 "*$sums*BUILD SUCCESSFUL*" \
  env JAVA_HOME="$JDK_25" "$JDK_25/bin/java" -cp 'ant/*' org.apache.tools.ant.launch.Launcher -f build.xml

block groovy "$page" >build.gradle
expect gradle 0 "*$sums*" timeout 300 gradle --offline --no-daemon -q run

"$root/hocket" compile -d out src/Sums.java
cat >jlink.sh <<END
$(block sh "$page")
END
PATH=$JDK_25/bin:$PATH
expect jlink_ofAClassPath 0 "$sums" bash -e jlink.sh

mkdir -p sums modules
echo 'module sums { requires dev.hocket.directives; }' >module-info.java
{ echo 'package sums;'; cat src/Sums.java; } >sums/Sums.java
"$root/hocket" compile -p "$("$root/hocket" classpath)" -d modules module-info.java sums/Sums.java
block sh "$page" 2 >jlink-module.sh
expect jlink_ofAModule 0 "$sums" bash -e jlink-module.sh
