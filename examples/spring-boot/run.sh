#!/usr/bin/env bash
# Builds the clinic and runs it, with Tailrace unless Logback is asked for.
# Usage: ./run.sh [tailrace|logback] [arguments of the application]

set -eu -o pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
backend=tailrace
case ${1:-} in
    tailrace | logback)
        backend=$1
        shift
        ;;
esac
"$here/build.sh" "$backend"
# Its log files are in log, below this folder.
cd -- "$here"
exec java -jar "target/clinic-$backend.jar" "$@"
