#!/usr/bin/env bash
# Compares the CPU time of the start with Tailrace and with Logback: N rounds, each one start of each, in turns.
# Builds both jars first. Usage: ./measure.sh [N]

set -eu -o pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
rounds=${1:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for backend in tailrace logback; do
    ${MVN:-mvn} -q -B -P"$backend" clean package
    mv target/clinic-1.0.jar "$work/$backend.jar"
done

# start BACKEND: starts the application, which ends when it is up, and prints user and system time in milliseconds.
start() {
    local times
    times=$( { TIMEFORMAT='%U %S'; time java -jar "$work/$1.jar" --server.port=0 --clinic.exit-when-ready=true \
        --logging.file.name="$work/$1.log" --clinic.audit-file="$work/$1-audit.log" \
        > "$work/$1.out" 2> "$work/$1.err"; } 2>&1 )
    printf '%s\n' "$times" | awk '{ printf "%d\n", ($1 + $2) * 1000 }'
}

for ((round = 0; round <= rounds; round++)); do
    for backend in tailrace logback; do
        ms=$(start "$backend")
        # The first round warms the disk's cache.
        [ "$round" -eq 0 ] || printf '%s\n' "$ms" >> "$work/$backend.ms"
    done
done

median() {
    sort -n "$work/$1.ms" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}
awk -v n="$rounds" -v t="$(median tailrace)" -v l="$(median logback)" 'BEGIN {
    printf "CPU time of the start, median of %d rounds: Tailrace %d ms, Logback %d ms, %+.1f %%\n", n, t, l, (t / l - 1) * 100 }'
