#!/bin/sh
# check_tag.sh TAG: the tag is v and the program's version, which CHANGELOG.md has with a date.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' dynamics/denoc/basics/version.py)
[ "$1" = "v$version" ] || { echo "the tag is $1, the program's version $version" >&2; exit 1; }
grep -Eq "^## $version \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$" CHANGELOG.md ||
    { echo "CHANGELOG.md has no heading \"## $version (YYYY-MM-DD)\"" >&2; exit 1; }
