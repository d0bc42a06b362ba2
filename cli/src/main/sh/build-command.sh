# Sourced by hocket in a clone, with build.sh: builds what the command line lacks, and shows progress.
# Its log is $build_log.

# Turns Maven's log into progress: "[INFO] Building Hocket core 0.1.0   [2/6]".
show_progress() {
  local line module='' number=''
  while IFS= read -r line; do
    printf '%s\n' "$line"
    case $line in
      '[INFO] Building '*'['*/*']')
        number=${line##*[}
        number=[${number}
        module=${line#'[INFO] Building '}
        read -r module <<<"${module%[*}"
        module=${module% *}
        progress "hocket: building $number $module"
        ;;
      *'Downloading from '*)
        [ -t 2 ] && progress "hocket: building $number $module (downloading ${line##*/})"
        ;;
    esac
  done >"$build_log"
  end_progress
}

# Runs Maven on some modules, without their tests, and shows progress.
build_quietly() {
  find_maven || exit 2
  progress "hocket: building (only when something changed; log: $build_log)"
  (cd "$root" && maven "$@" -Dmaven.test.skip=true -Dspotless.check.skip=true) \
    2>&1 </dev/null | show_progress
  if [ "${PIPESTATUS[0]}" -ne 0 ]; then
    echo "hocket: the build failed; the end of $build_log:" >&2
    sed -n -e '/^\[ERROR\] -> \[Help/q' -e '/^\[ERROR\]/p' "$build_log" |
      awk '!seen[$0]++' | head -n 25 >&2
    exit 2
  fi
}

build_command() {
  if build_is_stale; then
    begin_build
    build_quietly -pl cli -am package
    end_build
  fi
  prepare_start
}

# The benchmarks are a module of their own that the command does not link to.
bench_path=$root/bench/target/class-path.txt
bench_is_stale() {
  [ ! -e "$bench_path" ] ||
    [ -n "$(find "$stamp" "$root"/{bench,case-studies/*}/{pom.xml,src/main} \
      -newer "$bench_path" -print -quit)" ]
}

# A name that no benchmark has is refused by the command; nothing is built for it.
bench_is_known() {
  [ "$program" = figures ] ||
    "$java_home/bin/java" -cp "$(class_path)" dev.hocket.cli.Main bench | grep -q "^  $program "
}

build_bench() {
  if bench_is_stale; then
    rm -f "$bench_path"
    build_quietly -pl bench -am package dependency:build-classpath \
      -DincludeScope=runtime -Dmdep.outputFile=target/class-path.txt
  fi
}

# build STEP...: under the lock, because two first calls may come at once.
build() {
  local step
  trap 'end_progress; echo "hocket: build interrupted; the next call starts it again" >&2; exit 130' INT TERM
  lock_build
  for step in "$@"; do
    "$step"
  done
  unlock_build
  trap - INT TERM
}

# Every module but those whose POM keeps them out of repositories.
published_modules() {
  local module names=()
  for module in "$root"/*/pom.xml "$root"/*/*/pom.xml; do
    grep -q '<maven.install.skip>true' "$module" || names+=("$(dirname "${module#"$root/"}")")
  done
  local IFS=,
  printf '%s' "${names[*]}"
}

install_artefacts() {
  build_quietly -Dhocket.publish -pl "$(published_modules)" -am install
}

# With the POMs that 'hocket install' puts into the jars, so that both make the same bytes.
package_archive() {
  rm -rf "$root/archive/target/share"
  "$java_home/bin/java" -cp "$(class_path)" dev.hocket.cli.Manual "$root/archive/target/share" || exit 2
  build_quietly -Dhocket.publish -Dmaven.source.skip=true -Dmaven.javadoc.skip=true \
    -Dhocket.archive -pl archive -am package
}

# build_what_is_missing: the command itself, and what the command $command makes.
build_what_is_missing() {
  if build_is_stale; then
    build build_command
  elif [ ! -e "$cache" ] && [ -w "$caches" ]; then
    # Built, but not started with this JDK yet.
    build prepare_start
  fi
  # Without a name the command only lists the benchmarks.
  if [ "$command" = bench ] && [ -n "$program" ] && bench_is_stale && bench_is_known; then
    build build_bench
  fi
  # With an option, as --help, they say something and make nothing.
  if [ "${#arguments[@]}" -eq 1 ]; then
    case $command in
      install) build install_artefacts ;;
      package) build package_archive ;;
    esac
  fi
}
