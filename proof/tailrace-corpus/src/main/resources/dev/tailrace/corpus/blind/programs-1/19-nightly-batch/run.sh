#!/bin/bash
# Starts this program for 90 s (or -Dseconds=N in JOPTS). CP: class path of the libraries (cp.sh); classes go to $CLASSES or $TMPDIR.
here=$(cd "$(dirname "$0")" && pwd)
export TMPDIR=${TMPDIR:-/tmp}
out=${CLASSES:-$TMPDIR/classes-19-nightly-batch}
[ -e "$out/Main.class" ] || { mkdir -p "$out" && javac -nowarn -cp "$CP" -d "$out" "$here/Main.java" || exit 3; }
exec ${JAVA:-java} -Xmx256m $JOPTS -cp "$out:$CP" Main
