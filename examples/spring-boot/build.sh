#!/usr/bin/env bash
# Builds the clinic with a backend, tailrace or logback: target/clinic-BACKEND.jar. Usage: ./build.sh BACKEND
# Until Tailrace is released, what this checkout makes is put into the local repository first, again when its sources are newer.
# MVN names another Maven, or one with options.

set -eu -o pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
backend=$1
mvn=${MVN:-mvn}
checkout=../..
installed=target/installed

if [ "$backend" = tailrace ] && [ -x "$checkout/tailrace" ]; then
    newer=()
    [ ! -e "$installed" ] || newer=(-newer "$installed")
    sources=("$checkout/pom.xml" "$checkout"/backend/*/pom.xml "$checkout"/backend/*/src/main "$checkout"/connect/*/pom.xml "$checkout"/connect/*/src/main)
    if [ -n "$(find "${sources[@]}" -type f "${newer[@]}" -print -quit)" ]; then
        echo "Installing Tailrace in the local repository ..." >&2
        (cd "$checkout" && $mvn -q -B install -Dmaven.test.skip=true -Dmdep.skip=true -pl :tailrace-spring-boot-starter,:tailrace-otlp,:tailrace-kafka -am) >&2
        mkdir -p target
        touch "$installed"
    fi
fi

echo "Building the clinic with $backend ..." >&2
# The jar is made anew also when only a dependency has changed.
profiles=$backend
[ "$backend" = logback ] || profiles=$backend,targets
$mvn -q -B package -P"$profiles" -Dmaven.jar.forceCreation=true >&2
