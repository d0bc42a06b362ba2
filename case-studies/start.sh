# Sourced by the scripts that start a case study, with $here, its folder, set:
# start_case_study NAME "MODULES ITS CODE COMES FROM" MAIN-CLASS ARGUMENT... builds it if a source is newer than the
# last build, and runs it.

start_case_study() {
  local name=$1 modules=$2 main=$3 root built module sources
  shift 3
  root=$(cd -P "$here/../.." && pwd)
  . "$root/cli/src/main/sh/find-jdk.sh"
  . "$root/cli/src/main/sh/use-utf8.sh"
  java_home=$(find_jdk) || {
    no_jdk_message >&2
    exit 2
  }
  export JAVA_HOME=$java_home
  . "$root/cli/src/main/sh/build.sh"
  built=$here/target/$name.stamp
  sources=("$root/pom.xml")
  for module in $modules "case-studies/$name"; do
    sources+=("$root/$module/pom.xml" "$root/$module/src/main")
  done
  if [ ! -e "$built" ] || [ -n "$(find "${sources[@]}" -newer "$built" -print -quit)" ]; then
    find_maven || exit 2
    echo "$name: building" >&2
    mkdir -p "$here/target"
    # The stamp has the time at which the build began, so a file saved during the build counts as newer.
    : >"$built.new"
    (cd "$root" && maven -ntp -q -pl "case-studies/$name" -am package -Dmaven.test.skip=true \
      -Dspotless.check.skip=true >&2)
    mv "$built.new" "$built"
  fi
  exec "$JAVA_HOME/bin/java" -cp "$here/target/lib/*" "$main" "$@"
}
