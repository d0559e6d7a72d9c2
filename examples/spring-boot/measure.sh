#!/usr/bin/env bash
# Compares the start with Tailrace and with Logback: N rounds, each one start of each, in turns, the first to go changing from round to
# round. A start is the whole process: the application ends when it is ready. Usage: ./measure.sh [N]
# TAILRACE_JAR and LOGBACK_JAR name jars that are built already; JAVA_OPTS are options of the JVM.

set -eu -o pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
rounds=${1:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for backend in tailrace logback; do
    given=${backend^^}_JAR
    if [ -n "${!given:-}" ]; then
        cp "${!given}" "$work/$backend.jar"
    else
        ./build.sh "$backend"
        cp "target/clinic-$backend.jar" "$work"/"$backend.jar"
    fi
done

# start BACKEND: prints processor time (user and system) and time on the clock in milliseconds.
start() {
    local times
    # shellcheck disable=SC2086
    times=$({
        TIMEFORMAT='%U %S %R'
        time java ${JAVA_OPTS:-} -jar "$work/$1.jar" --server.port=0 --clinic.exit-when-ready=true \
            --logging.file.name="$work/$1.log" --clinic.audit-file="$work/$1-audit.log" \
            > "$work/$1.out" 2> "$work/$1.err"
    } 2>&1)
    printf '%s\n' "$times" | awk '{ printf "%d %d\n", ($1 + $2) * 1000, $3 * 1000 }'
}

echo "load before: $(cut -d ' ' -f 1-3 /proc/loadavg 2> /dev/null || true)"
for ((round = 0; round <= rounds; round++)); do
    order="tailrace logback"
    [ $((round % 2)) -eq 0 ] || order="logback tailrace"
    for backend in $order; do
        measured=$(start "$backend")
        # The first round warms the disk's cache.
        [ "$round" -eq 0 ] || printf '%s\n' "$measured" >> "$work/$backend.ms"
    done
done
echo "load after: $(cut -d ' ' -f 1-3 /proc/loadavg 2> /dev/null || true)"

# summary COLUMN NAME: medians, and how many rounds each side won.
summary() {
    paste -d ' ' "$work/tailrace.ms" "$work/logback.ms" | awk -v c="$1" -v name="$2" '
        function median(v, n,    i, j, x) {
            for (i = 2; i <= n; i++) {
                x = v[i]
                for (j = i - 1; j > 0 && v[j] > x; j--) v[j + 1] = v[j]
                v[j + 1] = x
            }
            return (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2
        }
        { t[NR] = $c; l[NR] = $(c + 2); d[NR] = ($c / $(c + 2) - 1) * 100; if ($c > $(c + 2)) more++ }
        END {
            mt = median(t, NR); ml = median(l, NR); md = median(d, NR)
            printf "%s of the start, median of %d rounds: Tailrace %d ms (%d to %d), Logback %d ms (%d to %d), %+.1f %%", name, NR, mt, t[1], t[NR], ml, l[1], l[NR], (mt / ml - 1) * 100
            printf "; of the pairs %+.1f %%; Tailrace needed more in %d of %d rounds\n", md, more, NR
        }'
}
summary 1 "Processor time"
summary 2 "Time"
