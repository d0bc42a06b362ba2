# Sourced by hocket and check: finds the JDK that builds and runs everything.
#
#   find_jdk    prints the home of a JDK of at least $least_jdk, or fails
#
# JAVA_HOME counts first, because somebody set it on purpose. Without a fitting one, every place
# where JDKs usually lie is looked at, and the version nearest to $least_jdk (the LTS) wins.

least_jdk=25

# The version of the JDK in a folder, such as 25.0.3, read from its release file: no JVM is started.
jdk_release() {
  local line version
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      JAVA_VERSION=*)
        version=${line#JAVA_VERSION=}
        printf '%s\n' "${version//\"/}"
        return
        ;;
    esac
  done <"$1/release"
  return 1
}

# Its feature version, such as 25.
jdk_version() {
  local release
  release=$(jdk_release "$1") || return
  release=${release%%[!0-9]*}
  [ -n "$release" ] && printf '%s\n' "$release"
}

fitting_jdk() {
  local version
  version=$(jdk_version "$1") && [ "$version" -ge "$least_jdk" ]
}

# Homes of JDKs, one a line; patterns that match nothing fall out in fitting_jdk.
usual_jdks() {
  local java home=${HOME:-/nowhere}
  if java=$(command -v java); then
    java=$(readlink -f "$java")
    printf '%s\n' "${java%/bin/java}"
  fi
  printf '%s\n' \
    /usr/lib/jvm/* /usr/java/* /usr/local/java/* /opt/* /opt/java/* \
    "$home"/.sdkman/candidates/java/* "$home"/.jdks/* "$home"/.gradle/jdks/* \
    "$home"/.asdf/installs/java/* "$home"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$home"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
}

find_jdk() {
  local home version best= best_version=
  if [ -n "${JAVA_HOME:-}" ] && fitting_jdk "$JAVA_HOME"; then
    printf '%s\n' "$JAVA_HOME"
    return
  fi
  while IFS= read -r home; do
    fitting_jdk "$home" || continue
    version=$(jdk_version "$home")
    if [ -z "$best" ] || [ "$version" -lt "$best_version" ]; then
      best=$home
      best_version=$version
    fi
    [ "$version" -eq "$least_jdk" ] && break
  done < <(usual_jdks)
  [ -n "$best" ] && printf '%s\n' "$best"
}

no_jdk_message() {
  cat <<END
hocket needs a JDK $least_jdk or newer (with javac), and found none: looked at JAVA_HOME (${JAVA_HOME:-not set}),
the java on the PATH ($(command -v java || echo none)) and the usual places (/usr/lib/jvm, /opt, ~/.sdkman, ...).
Install one, for example:
  apt install openjdk-$least_jdk-jdk      (Debian, Ubuntu; or the package temurin-$least_jdk-jdk)
  dnf install java-$least_jdk-openjdk-devel   (Fedora)
  brew install openjdk@$least_jdk          (macOS)
  sdk install java                   (SDKMAN)
If it lies somewhere else, set JAVA_HOME to it.
END
}
