# Sourced by hocket and check, with $java_home set: starts the command line in a JVM.
#
#   $lib        the folder of its jars, the whole class path
#   $caches     the folder of ahead-of-time caches, which make starts quick: one for each JDK
#   $training   the program of the run that fills such a cache

cache=$caches/start-$(jdk_release "$java_home")${java_home//\//-}.aot

# In a fixed order, because a cache holds for one class path only.
class_path() {
  local jars=("$lib"/*.jar)
  local IFS=:
  printf '%s' "${jars[*]}"
}

# One line that is rewritten on a terminal, plain lines elsewhere; always on stderr, so that the
# output of a program can be piped.
progress() {
  if [ -t 2 ]; then
    columns=${columns:-$(tput cols 2>/dev/null || echo 80)}
    # A line that wraps could not be rewritten.
    printf '\r\033[K%.*s' "$((columns - 1))" "$1" >&2
  else
    printf '%s\n' "$1" >&2
  fi
}

end_progress() {
  if [ -t 2 ]; then
    printf '\r\033[K' >&2
  fi
}

# Fills the cache for this JDK, unless it is there, and says so, because that takes some seconds.
prepare_start() {
  if [ ! -e "$cache" ]; then
    progress "hocket: preparing a quick start (once for each JDK)"
    train
    end_progress
  fi
}

# One training run fills the cache. Where that cannot be done, an empty file says so, and all works,
# slower.
train() {
  local new=$cache.$$
  "$java_home/bin/java" -XX:AOTCacheOutput="$new" -Xlog:disable -cp "$(class_path)" \
    dev.hocket.cli.Main run "$training" >"$caches/training.log" 2>&1 </dev/null
  [ -s "$new" ] || : >"$new"
  mv "$new" "$cache"
}

# Flags for the JVM, as javac takes them: -J-Xmx1g. They stand before the program, or the first
# benchmark; what follows the program belongs to it. An option's value is not the program.
read_arguments() {
  local argument previous=
  jvm=()
  arguments=()
  command=
  program=
  for argument in "$@"; do
    if [ -z "$program" ]; then
      case $argument in
        -J?*)
          jvm+=("${argument#-J}")
          continue
          ;;
        -*) ;;
        *)
          if [ -z "$command" ]; then
            command=$argument
          elif [ "$command" = bench ]; then
            program=$argument
          elif [ "$command" = run ] || [ "$command" = test ]; then
            case $previous in
              -cp | -classpath | --class-path | --main | --record | --emit-source) ;;
              *) program=$argument ;;
            esac
          fi
          ;;
      esac
    fi
    arguments+=("$argument")
    previous=$argument
  done
}

# Becomes the JVM.
start() {
  if [ -s "$cache" ]; then
    jvm=(-XX:AOTCache="$cache" -Xlog:aot=off -Xlog:cds=off ${jvm[@]+"${jvm[@]}"})
  fi
  if [ "$command" = suggest ]; then
    # Its seconds of compiling are over before code of the optimising compiler pays for itself.
    jvm=(-XX:TieredStopAtLevel=1 ${jvm[@]+"${jvm[@]}"})
  fi
  exec "$java_home/bin/java" -Dhocket.root="$root" ${jvm[@]+"${jvm[@]}"} -cp "$(class_path)" \
    dev.hocket.cli.Main ${arguments[@]+"${arguments[@]}"}
}
