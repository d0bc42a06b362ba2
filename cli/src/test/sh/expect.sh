# Sourced by tests of commands: one line "ok NAME" or "not ok NAME" each.

# expect NAME EXIT-CODE PATTERN COMMAND...   (output and error output together, whole text)
expect() {
  local name=$1 code=$2 pattern=$3 output status
  shift 3
  output=$("$@" 2>&1 </dev/null)
  status=$?
  # The pattern is meant as a pattern.
  # shellcheck disable=SC2053
  if [ "$status" = "$code" ] && [[ $output == $pattern ]]; then
    echo "ok $name"
  else
    echo "not ok $name"
    echo "#   command:  $*"
    echo "#   expected: exit code $code, output $pattern"
    echo "#   found:    exit code $status, output $output"
  fi
}
