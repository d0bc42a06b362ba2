# Sourced by tests of builds: gives Maven a local repository of its own.

# own_maven FOLDER: the repository has what Maven downloaded earlier, so that Maven need not download it again, but
# none of Hocket's artefacts.
own_maven() {
  if [ -d "$HOME/.m2/repository" ]; then
    cp -al "$HOME/.m2/repository" "$1" 2>/dev/null || cp -R "$HOME/.m2/repository" "$1"
    rm -rf "$1/dev/hocket"
  fi
  export MAVEN_OPTS=-Dmaven.repo.local=$1
}
