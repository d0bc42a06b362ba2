# Sourced by hocket and check, with $root and $java_home set: builds what the command needs, once.
#
# A build is good when cli/target/hocket.stamp exists and no source is newer. The stamp carries the
# time at which the build *began*, so a file saved meanwhile counts as newer. It is removed before a
# build and written after it: an interrupted build can never pass for a good one. What an interrupted
# build left behind (target/build.unfinished) is thrown away first, since a half-written class file
# would look newer than its source.

stamp=$root/cli/target/hocket.stamp
build_log=$root/target/build.log
unfinished=$root/target/build.unfinished
lib=$root/cli/target/lib
caches=$root/cli/target
training=$root/cli/training/Hello.java
. "$root/cli/src/main/sh/start.sh"

# The folders whose contents end up in the command: every module but the leaves nothing links to.
command_modules() {
  local module
  for module in "$root"/*/pom.xml "$root"/flow/*/pom.xml; do
    [ -e "$module" ] || continue
    module=${module%/pom.xml}
    case ${module##*/} in
      archive | bom | maven-plugin | projects | examples | bench | fuzz | loops | loops-android | stress) ;;
      *) printf '%s\n' "$module" ;;
    esac
  done
}

build_is_stale() {
  local places=("$root/pom.xml") module
  [ -e "$stamp" ] || return 0
  while IFS= read -r module; do
    places+=("$module/pom.xml")
    [ -d "$module/src/main" ] && places+=("$module/src/main")
  done < <(command_modules)
  # Folders count too: their time changes when a file in them goes.
  [ -n "$(find "${places[@]}" -newer "$stamp" -print -quit)" ]
}

# Holds until this process and every child of it has ended. Without flock (macOS) there is no lock.
lock_build() {
  mkdir -p "$root/target"
  exec 9>"$root/target/build.lock"
  if command -v flock >/dev/null && ! flock -n 9; then
    echo "hocket: waiting for another build in $root" >&2
    flock 9
  fi
}

unlock_build() {
  exec 9>&-
}

begin_build() {
  local module
  rm -f "$stamp" "$caches"/*.aot
  if [ -e "$unfinished" ]; then
    while IFS= read -r module; do
      rm -rf "$module/target"
    done < <(command_modules)
  fi
  : >"$unfinished"
}

end_build() {
  mkdir -p "${stamp%/*}"
  mv "$unfinished" "$stamp"
}

find_maven() {
  command -v mvn >/dev/null && return
  if [ -n "${MAVEN_HOME:-}" ] && [ -x "$MAVEN_HOME/bin/mvn" ]; then
    PATH=$MAVEN_HOME/bin:$PATH
    return
  fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "hocket: installing Maven (apt-get install maven)" >&2
    mkdir -p "$root/target"
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install maven; } \
      >"$root/target/apt.log" 2>&1 </dev/null && return
    echo "hocket: apt-get failed; its output: $root/target/apt.log" >&2
  fi
  cat >&2 <<END
hocket builds itself with Maven 3.6.3 or newer, and there is no mvn on the PATH. Install it:
  apt install maven    (Debian, Ubuntu)
  dnf install maven    (Fedora)
  brew install maven   (macOS)
END
  return 1
}

# Maven on a JDK of today, without the warnings its own libraries cause there.
maven() {
  MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED" \
    mvn -B "$@"
}
