# Sourced by the launchers and by check: gives Java a locale in which it can name every file.
#
# Java encodes the names of files with the character set of the locale, and no system property changes
# that. In the locale C, and in one that is not installed, this is ASCII, and a file whose name has
# any other character cannot be found. Other character sets stay: the names on the disk are in them.

if [ "$(locale charmap 2>/dev/null)" = ANSI_X3.4-1968 ] &&
  [ "$(LC_ALL=C.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]; then
  export LC_ALL=C.UTF-8
fi
